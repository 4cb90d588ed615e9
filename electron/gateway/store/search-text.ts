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
