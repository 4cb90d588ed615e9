import type { CompanyProfile, Taxpayer } from '../../store/port.ts'
import type { TaxpayerSearch, TaxpayerVerdict } from '../port.ts'
import { foundTin } from './answer.ts'
import { type Api, type ApiAnswer, askedMsOf } from './api.ts'
import { messageIn } from './errors.ts'

/** The TIN E1 is asked about; 200 with an empty body says that it fits (myinvois 2). */
export async function validateTaxpayer(
  api: Api,
  company: CompanyProfile,
  taxpayer: Taxpayer,
): Promise<TaxpayerVerdict> {
  const query = new URLSearchParams({ idType: taxpayer.idType, idValue: taxpayer.idNumber })
  const path = `/api/v1.0/taxpayer/validate/${encodeURIComponent(taxpayer.tin)}?${query}`
  const result = await api.call(company, { method: 'GET', path, limit: 'validateTin' })
  if (result.kind !== 'answered') return { kind: 'unavailable' }
  switch (result.status) {
    case 200:
      return { kind: 'valid' }
    case 404:
      return { kind: 'mismatch' }
    case 400:
      return { kind: 'malformed' }
    case 429:
      return { kind: 'throttled', askedMs: askedMsOf(result) }
    default:
      return { kind: 'unavailable' }
  }
}

export async function searchTaxpayer(
  api: Api,
  company: CompanyProfile,
  number: Omit<Taxpayer, 'tin'>,
): Promise<TaxpayerSearch> {
  const query = new URLSearchParams({ idType: number.idType, idValue: number.idNumber })
  const path = `/api/v1.0/taxpayer/search/tin?${query}`
  const result = await api.call(company, { method: 'GET', path, limit: 'searchTin' })
  if (result.kind !== 'answered') return { kind: 'unavailable' }
  switch (result.status) {
    case 200: {
      const found = foundTin.safeParse(result.json)
      return found.success ? { kind: 'found', tin: found.data.tin } : { kind: 'unavailable' }
    }
    case 404:
      return { kind: 'none' }
    case 400:
      return isAmbiguous(result) ? { kind: 'ambiguous' } : { kind: 'none' }
    case 429:
      return { kind: 'throttled', askedMs: askedMsOf(result) }
    default:
      return { kind: 'unavailable' }
  }
}

/** The one case the authority tells by words only (myinvois 2, E10). */
const isAmbiguous = ({ json }: ApiAnswer) => /more than one/i.test(messageIn(json))
