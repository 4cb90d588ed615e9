import type { RecordState } from '../../../shared/domain/record.ts'

/** Letters as people search them: width, case and spaces do not matter. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** More are never typed; each is one more look at every record. */
const mostTerms = 6

/** What has to stand somewhere in a record's search text, all of it. */
export const searchTermsOf = (text: string): readonly string[] =>
  folded(text)
    .split(' ')
    .filter((term) => term !== '')
    .slice(0, mostTerms)

/** A shorter piece of a GUID is chance: who types 0003 looks for a sale, and many a GUID has that in it somewhere. */
const leastOfGuid = 8

const guidAndItsEnd = '00000000-0000-0000-0000-000000000000\n'.length

/** What a term is looked for in; the GUID stands first in the search text. */
export const searchedBy = (term: string): string =>
  term.length < leastOfGuid ? `substr(search_text, ${guidAndItsEnd + 1})` : 'search_text'

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
