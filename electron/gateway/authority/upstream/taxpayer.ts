import { z } from 'zod'
import type { Taxpayer } from '../../store/port/port.ts'
import type { TaxpayerSearch, TaxpayerVerdict } from '../port.ts'
import type { Api } from './api.ts'

const taxpayerVerdict = z.object({ response_msg: z.string(), valid: z.boolean().nullish() })
const foundTaxpayer = z.object({ customer_tin: z.string().min(1).max(10_000) })

/** A text in `response_msg` is a failure, although the request succeeded (interface 4.1). */
export async function validateTaxpayer(api: Api, { tin, idType, idNumber }: Taxpayer): Promise<TaxpayerVerdict> {
  const body = JSON.stringify({ customer_tin: tin, customer_idtype: idType, customer_idnum: idNumber })
  const result = await api.call({ method: 'POST', path: '/taxauth/tin_validation', body, tracedBy: 'caller' })
  if (result.kind !== 'answered') return { kind: 'unavailable' }
  switch (result.status) {
    case 200: {
      const verdict = taxpayerVerdict.safeParse(result.json)
      if (!verdict.success) return { kind: 'unavailable' }
      const { response_msg: message, valid } = verdict.data
      return message === '' && valid !== false ? { kind: 'valid' } : { kind: 'mismatch' }
    }
    case 422:
      return { kind: 'malformed' }
    case 429:
      return { kind: 'throttled', askedMs: result.askedMs }
    default:
      return { kind: 'unavailable' }
  }
}

export async function findTinByIdNumber(
  api: Api,
  { idType, idNumber }: Omit<Taxpayer, 'tin'>,
): Promise<TaxpayerSearch> {
  const query = new URLSearchParams({ customer_idtype: idType, customer_idnum: idNumber })
  const result = await api.call({ method: 'GET', path: `/taxauth/tin_search?${query}`, tracedBy: 'caller' })
  if (result.kind !== 'answered') return { kind: 'unavailable' }
  const code = result.problem?.code
  if (code === 'taxpayer_not_found' || code === 'bad_query') return { kind: 'none' }
  if (code === 'taxpayer_ambiguous') return { kind: 'ambiguous' }
  if (result.status === 429) return { kind: 'throttled', askedMs: result.askedMs }
  const found = result.status === 200 ? foundTaxpayer.safeParse(result.json) : null
  return found?.success ? { kind: 'found', tin: found.data.customer_tin } : { kind: 'unavailable' }
}
