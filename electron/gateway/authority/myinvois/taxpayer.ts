import type { CompanyProfile, Taxpayer } from '../../store/port/port.ts'
import type { TaxpayerOfCode, TaxpayerSearch, TaxpayerVerdict } from '../port.ts'
import { foundTin, taxpayerInfo, taxpayerMessage } from './answer.ts'
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
  if (result.kind === 'held') return { kind: 'throttled', askedMs: result.askedMs }
  if (result.kind !== 'answered') return { kind: 'unavailable' }
  switch (result.status) {
    case 200:
      return saidWith200(result)
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

/**
 * Nothing at all says that it fits. Where something is said after all it must not be taken for that: the page of a
 * hotel's network, or an error in a success (interface 4.1).
 */
function saidWith200({ isEmpty, json }: ApiAnswer): TaxpayerVerdict {
  if (isEmpty) return { kind: 'valid' }
  const said = taxpayerMessage.safeParse(json)
  if (!said.success) return { kind: 'unavailable' }
  return (said.data?.response_msg ?? '') === '' ? { kind: 'valid' } : { kind: 'mismatch' }
}

/**
 * The TIN behind a number. Where one person has several, one as an individual and one of a business, the kind of number
 * settles most of it: it is asked again for the file that such a number is of (myinvois 13).
 */
export async function searchTaxpayer(
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

/** Of E10: individuals have TINs that begin with IG. */
const fileTypes = { individual: '1', business: '2' } as const

async function searchFiles(
  api: Api,
  company: CompanyProfile,
  asked: Readonly<Record<string, string>>,
): Promise<TaxpayerSearch> {
  const query = new URLSearchParams(asked)
  const path = `/api/v1.0/taxpayer/search/tin?${query}`
  const result = await api.call(company, { method: 'GET', path, limit: 'searchTin' })
  if (result.kind === 'held') return { kind: 'throttled', askedMs: result.askedMs }
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

/** E11: whoever the code names. */
export async function taxpayerOfCode(api: Api, company: CompanyProfile, code: string): Promise<TaxpayerOfCode> {
  const path = `/api/v1.0/taxpayers/qrcodeinfo/${encodeURIComponent(code)}`
  const result = await api.call(company, { method: 'GET', path, limit: 'taxpayerQr' })
  if (result.kind === 'held') return { kind: 'throttled', askedMs: result.askedMs }
  if (result.kind !== 'answered') return { kind: 'unavailable' }
  switch (result.status) {
    case 200: {
      const found = taxpayerInfo.safeParse(result.json)
      return found.success ? { kind: 'found', taxpayer: found.data } : { kind: 'unavailable' }
    }
    case 400:
    case 404:
      return { kind: 'none' }
    case 429:
      return { kind: 'throttled', askedMs: askedMsOf(result) }
    default:
      return { kind: 'unavailable' }
  }
}
