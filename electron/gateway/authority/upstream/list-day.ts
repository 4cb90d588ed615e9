import type { SentDocument } from '../port.ts'
import { page, record, type UpstreamRecord } from './answer.ts'
import type { Api } from './api.ts'
import { dayIn } from './reference.ts'
import type { Shown } from './status.ts'

/**
 * What the other gateway lists of one kind on one day, page after page to the end, or until all were met. What is
 * not met, or not answered, is simply not among it.
 * @returns by SALE_GUID
 */
export async function listDay(
  api: Api,
  submissionUid: string,
  documents: readonly SentDocument[],
): Promise<ReadonlyMap<string, Shown>> {
  const [first] = documents
  const { companyGuid, day } = dayIn(submissionUid)
  const wanted = new Set(documents.map(({ saleGuid }) => saleGuid))
  const met = new Map<string, Shown>()
  const path = `/${first?.family}/${first?.kind}_checkstatus/by_submission`
  const headers = { company_guid: companyGuid, submission_from: day, submission_to: day }
  let query = ''
  // More pages than documents would cost more than asking for each.
  for (let pages = 0; pages < documents.length && met.size < wanted.size; pages += 1) {
    const result = await api.call({ method: 'GET', path: path + query, headers })
    const parsed = result.kind === 'answered' && result.status === 200 ? page.safeParse(result.json) : null
    if (!parsed?.success) return met
    for (const found of recordsIn(parsed.data.items)) {
      const saleGuid = found.SALE_GUID.toLowerCase()
      if (wanted.has(saleGuid)) met.set(saleGuid, { kind: 'shown', record: found })
    }
    const next = queryOf(parsed.data.paging.next)
    if (next === null) return met
    query = next
  }
  return met
}

const recordsIn = (items: readonly unknown[]): readonly UpstreamRecord[] =>
  items.flatMap((item) => {
    const parsed = record.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })

/** Only the query of the link is followed: our token goes nowhere but to the address that we were given. */
function queryOf(next: string | null | undefined): string | null {
  const at = next?.indexOf('?') ?? -1
  return at < 0 ? null : (next?.slice(at) ?? null)
}
