import type { RecordState } from '../../../../shared/domain/record.ts'
import type { Insertion, OtherParty } from '../port/records.ts'

/** Letters as people search them: width, case and spaces do not matter. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** More are never typed; each is one more look at every record. */
const mostTerms = 6

/** What the QR code of a slip says: `https://myinvois.hasil.gov.my/UUID/share/LONGID` (myinvois 3). */
const validationLink = /\/([0-9a-z]{26})\/share\//

/** Written before an amount, and not part of it. */
const currencyMarks: readonly string[] = ['rm', 'myr']

/** What has to be found of a record, all of it: words, and of a scanned validation link the number in it. */
export const searchTermsOf = (text: string): readonly string[] =>
  folded(text)
    .split(' ')
    .map((term) => validationLink.exec(term)?.[1] ?? term.replace(/^rm(?=\d)/, ''))
    .filter((term, at, all) => term !== '' && !(currencyMarks.includes(term) && amountIn(all[at + 1] ?? '') !== null))
    .slice(0, mostTerms)

/** A shorter piece of a GUID is chance: who types 0003 looks for a sale, and many a GUID has that in it somewhere. */
export const leastOfGuid = 8

/** Behind the GUID, which stands first in the search text. */
export const guidAndItsEnd = '00000000-0000-0000-0000-000000000000\n'.length

/** Thousands may be set apart, and cents come after a point or a comma, as people write them. */
const amountForm = /^((?:0|[1-9]\d{0,9})|[1-9]\d{0,2}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/

/** @returns the amount with two places; null where the term is none */
export function amountIn(term: string): string | null {
  const [, whole, cents = ''] = amountForm.exec(term) ?? []
  return whole === undefined ? null : `${whole.replaceAll(',', '')}.${cents.padEnd(2, '0')}`
}

/** A write, as far as it tells who is on the other side. */
type Telling = Pick<Insertion, 'body' | 'otherParty'>

type Names = Pick<RecordState, 'saleGuid' | 'saleCode' | 'documentNumber'>

/** By what people look for a record: its names, and the name and TIN of the other party; PostgreSQL takes no NUL. */
export function searchTextOf({ saleGuid, saleCode, documentNumber }: Names, write: Telling): string {
  const { name = '', tin = '' } = otherPartyOf(write) ?? {}
  const party = [name, tin].filter((text) => text !== '')
  return [saleGuid, saleCode, documentNumber, ...party].map(folded).join('\n').replaceAll('\0', ' ')
}

/** What stands where a party has no number (myinvois 6.7). */
const noNumbers = ['', 'na', '000000000000']

/**
 * Who gives a self-billed document its number: two suppliers may both call theirs INV-0001. Of those who share a general
 * TIN the identity number, or the name, tells who is who (contract 5). However it is spelled, it comes out the same.
 */
export function supplierOf({ family }: Pick<RecordState, 'family'>, write: Telling): string {
  const party = family === 'self_billed' ? otherPartyOf(write) : null
  const tin = folded(party?.tin ?? '')
  if (!party || !tin.startsWith('ei')) return tin
  const number = folded(party.idNumber ?? '').replaceAll(/[- ]/g, '')
  return noNumbers.includes(number) ? `name ${folded(party.name)}` : `number ${number}`
}

/** To read a body again takes nearly as long as to pack it. */
const otherPartyOf = ({ body, otherParty }: Telling): OtherParty | null =>
  otherParty === undefined && body ? otherPartyIn(body) : (otherParty ?? null)

type Named = Readonly<Partial<Record<'NAME' | 'TIN' | 'ID_NUMBER', unknown>>>

function otherPartyIn(body: Uint8Array): OtherParty {
  const { BUYER, SUPPLIER } = objectIn(body)
  const { NAME, TIN, ID_NUMBER } = BUYER ?? SUPPLIER ?? {}
  const text = (said: unknown) => (typeof said === 'string' ? said : '')
  return { name: text(NAME), tin: text(TIN), idNumber: text(ID_NUMBER) }
}

/** The door lets nothing in but objects; what it is not asked about has no parties. */
function objectIn(body: Uint8Array): { readonly BUYER?: Named | null; readonly SUPPLIER?: Named | null } {
  try {
    return (JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString()) ?? {}) as object
  } catch {
    return {}
  }
}
