import type { CompanyProfile, Taxpayer } from '../../store/port/port.ts'
import type { NotNow, TaxpayerOfQrCode, TaxpayerSearch, TaxpayerVerdict } from '../port.ts'
import { foundTinSchema, taxpayerInfoSchema, taxpayerMessageSchema } from './answer.ts'
import { type Api, type ApiAnswer, askedPauseMsOf } from './api.ts'
import { messageIn } from './errors.ts'
import type { LimitedRequest } from './limits.ts'

async function ask(
  api: Api,
  company: CompanyProfile,
  path: string,
  limit: LimitedRequest,
): Promise<ApiAnswer | NotNow> {
  const result = await api.call(company, { method: 'GET', path: `/api/v1.0/${path}`, limit })
  const isThrottled = result.kind === 'held' || (result.kind === 'answered' && result.status === 429)
  if (isThrottled) return { kind: 'throttled', askedMs: askedPauseMsOf(result) }
  return result.kind === 'answered' && [200, 400, 404].includes(result.status) ? result : { kind: 'unavailable' }
}

/** 200 with an empty body says that TIN and number match (E1, myinvois 2). */
export async function validateTaxpayer(
  api: Api,
  company: CompanyProfile,
  taxpayer: Taxpayer,
): Promise<TaxpayerVerdict> {
  const query = new URLSearchParams({ idType: taxpayer.idType, idValue: taxpayer.idNumber })
  const path = `taxpayer/validate/${encodeURIComponent(taxpayer.tin)}?${query}`
  const answer = await ask(api, company, path, 'validateTin')
  if (answer.kind !== 'answered') return answer
  if (answer.status === 200) return saidWith200(answer)
  return { kind: answer.status === 404 ? 'mismatch' : 'malformed' }
}

/**
 * Only an empty body means yes. Others may come from a hotel's network, or be an error with status 200 (interface 4.1).
 */
function saidWith200({ isEmpty, json }: ApiAnswer): TaxpayerVerdict {
  if (isEmpty) return { kind: 'valid' }
  const said = taxpayerMessageSchema.safeParse(json)
  if (!said.success) return { kind: 'unavailable' }
  return (said.data?.response_msg ?? '') === '' ? { kind: 'valid' } : { kind: 'mismatch' }
}

/**
 * A person may have one TIN as an individual and one for a business: then it is asked again for the kind of file that
 * fits the number (myinvois 13).
 */
export async function findTinByIdNumber(
  api: Api,
  company: CompanyProfile,
  number: Omit<Taxpayer, 'tin'>,
): Promise<TaxpayerSearch> {
  const found = await searchFiles(api, company, { idType: number.idType, idValue: number.idNumber })
  if (found.kind !== 'ambiguous') return found
  const fileType = number.idType === 'BRN' ? fileTypes.business : fileTypes.individual
  const settled = await searchFiles(api, company, { idType: number.idType, idValue: number.idNumber, fileType })
  return settled.kind === 'none' ? found : settled
}

const fileTypes = { individual: '1', business: '2' } as const

async function searchFiles(
  api: Api,
  company: CompanyProfile,
  asked: Readonly<Record<string, string>>,
): Promise<TaxpayerSearch> {
  const answer = await ask(api, company, `taxpayer/search/tin?${new URLSearchParams(asked)}`, 'searchTin')
  if (answer.kind !== 'answered') return answer
  if (answer.status !== 200) return { kind: answer.status === 400 && isAmbiguous(answer) ? 'ambiguous' : 'none' }
  const { data } = foundTinSchema.safeParse(answer.json)
  return data ? { kind: 'found', tin: data.tin } : { kind: 'unavailable' }
}

/** Only the text of the error tells this case (myinvois 2, E10). */
const isAmbiguous = ({ json }: ApiAnswer) => /more than one/i.test(messageIn(json))

/** See myinvois 2, E11. */
export async function taxpayerOfQrCode(api: Api, company: CompanyProfile, code: string): Promise<TaxpayerOfQrCode> {
  const answer = await ask(api, company, `taxpayers/qrcodeinfo/${encodeURIComponent(code)}`, 'taxpayerQr')
  if (answer.kind !== 'answered') return answer
  if (answer.status !== 200) return { kind: 'none' }
  const { data } = taxpayerInfoSchema.safeParse(answer.json)
  return data ? { kind: 'found', taxpayer: data } : { kind: 'unavailable' }
}
