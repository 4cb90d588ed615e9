import type { RecordState } from '../../../../shared/domain/record.ts'
import type { Insertion, OtherParty } from '../port/records.ts'

/** Width, case and spaces do not matter. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Each term costs a look at every record. */
const mostTerms = 6

/** The link in a QR code: `https://myinvois.hasil.gov.my/UUID/share/LONGID` (myinvois 3). */
const validationLink = /\/([0-9a-z]{26})\/share\//

const currencyMarks: readonly string[] = ['rm', 'myr']

/** The search terms, which must all be found. From a scanned link only the document's UUID is used. */
export const searchTermsOf = (text: string): readonly string[] =>
  folded(text)
    .split(' ')
    .map((term) => validationLink.exec(term)?.[1] ?? term.replace(/^rm(?=\d)/, ''))
    .filter(
      (term, at, all) => term !== '' && !(currencyMarks.includes(term) && parseAmountTerm(all[at + 1] ?? '') !== null),
    )
    .slice(0, mostTerms)

/** A shorter part of a GUID matches by chance: 0003 means a sale code. */
export const leastGuidChars = 8

/** The GUID is at the start of the search text. */
export const guidLineLength = '00000000-0000-0000-0000-000000000000\n'.length

/** Thousands may be separated; cents come after a point or a comma. */
const amountForm = /^((?:0|[1-9]\d{0,9})|[1-9]\d{0,2}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/

/** @returns with two places; null if it is no amount */
export function parseAmountTerm(term: string): string | null {
  const [, whole, cents = ''] = amountForm.exec(term) ?? []
  return whole === undefined ? null : `${whole.replaceAll(',', '')}.${cents.padEnd(2, '0')}`
}

type Telling = Pick<Insertion, 'body' | 'otherParty'>

type Names = Pick<RecordState, 'saleGuid' | 'saleCode' | 'documentNumber'>

/** The record's names, and the other party's name and TIN. PostgreSQL takes no NUL. */
export function searchTextOf({ saleGuid, saleCode, documentNumber }: Names, write: Telling): string {
  const { name = '', tin = '' } = otherPartyOf(write) ?? {}
  const party = [name, tin].filter((text) => text !== '')
  return [saleGuid, saleCode, documentNumber, ...party].map(folded).join('\n').replaceAll('\0', ' ')
}

/** A party without a number has one of these (myinvois 6.7). */
const noNumbers = ['', 'na', '000000000000']

/**
 * Names the supplier of a self-billed document. Two suppliers may use one document number. If they share a general TIN,
 * the identity number or the name tells them apart (contract 5). Spelling does not matter.
 */
export function supplierKeyOf({ family }: Pick<RecordState, 'family'>, write: Telling): string {
  const party = family === 'self_billed' ? otherPartyOf(write) : null
  const tin = folded(party?.tin ?? '')
  if (!party || !tin.startsWith('ei')) return tin
  const number = folded(party.idNumber ?? '').replaceAll(/[- ]/g, '')
  return noNumbers.includes(number) ? `name ${folded(party.name)}` : `number ${number}`
}

/** Parsing a body takes nearly as long as packing it. */
const otherPartyOf = ({ body, otherParty }: Telling): OtherParty | null =>
  otherParty === undefined && body ? otherPartyIn(body) : (otherParty ?? null)

type Named = Readonly<Partial<Record<'NAME' | 'TIN' | 'ID_NUMBER', unknown>>>

function otherPartyIn(body: Uint8Array): OtherParty {
  const { BUYER, SUPPLIER } = objectIn(body)
  const { NAME, TIN, ID_NUMBER } = BUYER ?? SUPPLIER ?? {}
  const text = (said: unknown) => (typeof said === 'string' ? said : '')
  return { name: text(NAME), tin: text(TIN), idNumber: text(ID_NUMBER) }
}

/** Every accepted body is an object. */
function objectIn(body: Uint8Array): { readonly BUYER?: Named | null; readonly SUPPLIER?: Named | null } {
  try {
    return (JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString()) ?? {}) as object
  } catch {
    return {}
  }
}
