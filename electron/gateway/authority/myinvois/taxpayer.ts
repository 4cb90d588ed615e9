import type { CompanyProfile, Taxpayer } from '../../store/port/port.ts'
import type { NotNow, TaxpayerOfCode, TaxpayerSearch, TaxpayerVerdict } from '../port.ts'
import { foundTin, taxpayerInfo, taxpayerMessage } from './answer.ts'
import { type Api, type ApiAnswer, askedMsOf } from './api.ts'
import { messageIn } from './errors.ts'
import type { LimitedRequest } from './limits.ts'

/** Asks a question that a person waits for: an answer of 200, 400 or 404, or why there is none. */
async function ask(
  api: Api,
  company: CompanyProfile,
  path: string,
  limit: LimitedRequest,
): Promise<ApiAnswer | NotNow> {
  const result = await api.call(company, { method: 'GET', path: `/api/v1.0/${path}`, limit })
  const isThrottled = result.kind === 'held' || (result.kind === 'answered' && result.status === 429)
  if (isThrottled) return { kind: 'throttled', askedMs: askedMsOf(result) }
  return result.kind === 'answered' && [200, 400, 404].includes(result.status) ? result : { kind: 'unavailable' }
}

/** The TIN E1 is asked about; 200 with an empty body says that it fits (myinvois 2). */
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
  const answer = await ask(api, company, `taxpayer/search/tin?${new URLSearchParams(asked)}`, 'searchTin')
  if (answer.kind !== 'answered') return answer
  if (answer.status !== 200) return { kind: answer.status === 400 && isAmbiguous(answer) ? 'ambiguous' : 'none' }
  const { data } = foundTin.safeParse(answer.json)
  return data ? { kind: 'found', tin: data.tin } : { kind: 'unavailable' }
}

/** The one case the authority tells by words only (myinvois 2, E10). */
const isAmbiguous = ({ json }: ApiAnswer) => /more than one/i.test(messageIn(json))

/** E11: the taxpayer that the code names. */
export async function taxpayerOfCode(api: Api, company: CompanyProfile, code: string): Promise<TaxpayerOfCode> {
  const answer = await ask(api, company, `taxpayers/qrcodeinfo/${encodeURIComponent(code)}`, 'taxpayerQr')
  if (answer.kind !== 'answered') return answer
  if (answer.status !== 200) return { kind: 'none' }
  const { data } = taxpayerInfo.safeParse(answer.json)
  return data ? { kind: 'found', taxpayer: data } : { kind: 'unavailable' }
}
