import type { RecordState } from '../../../shared/domain/record.ts'
import type { Filter } from './record-concern.ts'

/** Letters as people search them: width, case and spaces do not matter. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** More are never typed; each is one more look at every record. */
const mostTerms = 6

/** What the QR code of a slip says: `https://myinvois.hasil.gov.my/UUID/share/LONGID` (myinvois 5). */
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
const leastOfGuid = 8

const guidAndItsEnd = '00000000-0000-0000-0000-000000000000\n'.length

/** Thousands may be set apart, and cents come after a point or a comma, as people write them. */
const amountForm = /^((?:0|[1-9]\d{0,9})|[1-9]\d{0,2}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/

/** @returns the amount with two places; null where the term is none */
function amountIn(term: string): string | null {
  const [, whole, cents = ''] = amountForm.exec(term) ?? []
  return whole === undefined ? null : `${whole.replaceAll(',', '')}.${cents.padEnd(2, '0')}`
}

/** How a record is found by a term; the GUID stands first in the search text. */
export function searchFilterOf(term: string): Filter {
  const isShort = term.length < leastOfGuid
  const amount = amountIn(term)
  const ways: readonly Filter[] = [
    [`instr(${isShort ? `substr(search_text, ${guidAndItsEnd + 1})` : 'search_text'}, ?) > 0`, term],
    ...(isShort ? [] : [['instr(uuid, ?) > 0', term.toUpperCase()] as const]),
    ...(amount === null ? [] : [['total_payable = ?', amount] as const]),
  ]
  return [`(${ways.map(([sql]) => sql).join(' OR ')})`, ...ways.flatMap(([, ...cells]) => cells)]
}

/**
 * By what people look for a record: its names, and the name and TIN of the other party.
 * @param body as the till sent it, in wire names
 */
export function searchTextOf({ saleGuid, saleCode, documentNumber }: RecordState, body: Uint8Array): string {
  return [saleGuid, saleCode, documentNumber, ...otherPartyIn(body)].map(folded).join('\n')
}

interface Named {
  readonly NAME?: unknown
  readonly TIN?: unknown
}

function otherPartyIn(body: Uint8Array): readonly string[] {
  const { BUYER, SUPPLIER } = objectIn(body)
  const { NAME, TIN } = BUYER ?? SUPPLIER ?? {}
  return [NAME, TIN].filter((text) => typeof text === 'string')
}

/** The door lets nothing in but objects; what it is not asked about has no parties. */
function objectIn(body: Uint8Array): { readonly BUYER?: Named | null; readonly SUPPLIER?: Named | null } {
  try {
    return (JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString()) ?? {}) as object
  } catch {
    return {}
  }
}
