import type { Instant } from '../../../../../shared/domain/record.ts'
import type { Call, Office } from '../http/office.ts'
import { badArgument, ok, type Reply } from '../http/reply.ts'
import { issuerOf, type LedgerDocument, receiverOf } from '../ledger/document.ts'
import { pageOf } from './paging.ts'
import { listItemOf } from './summary.ts'

const longestSpanMs = 31 * 86_400_000
const mostRecent = 10_000

interface Span {
  readonly from: Instant
  readonly to: Instant
}

/** E9: needs the dates of submission or of issue, both ends, 31 days apart at most (myinvois 2). */
export function searchDocuments(office: Office, call: Call): Reply {
  const { query, session } = call
  const [submitted, issued] = [spanIn(query, 'submissionDate'), spanIn(query, 'issueDate')]
  if (submitted === 'malformed' || issued === 'malformed')
    return badArgument('submissionDateFrom', 'Both dates of a pair must be given, 31 days apart at most')
  if (!submitted && !issued)
    return badArgument('submissionDateFrom', 'Either the dates of submission or the dates of issue must be given')
  const found = office.ledger
    .documentsFor(session.tin, submitted?.from ?? 0, submitted?.to ?? Number.MAX_SAFE_INTEGER)
    .filter(({ issuedAt }) => !issued || (issuedAt >= issued.from && issuedAt <= issued.to))
  return listed(office, found, call)
}

/** E5: the last 31 days; its dates are optional and only narrow that. */
export function recentDocuments(office: Office, call: Call): Reply {
  const { query, session } = call
  const now = office.clock.now()
  const at = (name: string, otherwise: number) => Date.parse(query.get(name) ?? '') || otherwise
  const from = Math.max(now - longestSpanMs, at('submissionDateFrom', 0))
  const found = office.ledger
    .documentsFor(session.tin, from, Math.min(now, at('submissionDateTo', now)))
    .filter(
      ({ issuedAt }) => issuedAt >= at('issueDateFrom', 0) && issuedAt <= at('issueDateTo', Number.MAX_SAFE_INTEGER),
    )
    .slice(0, mostRecent)
  return listed(office, found, call)
}

function listed(office: Office, documents: readonly LedgerDocument[], { query, session }: Call): Reply {
  const page = pageOf(
    documents.filter((document) => isWanted(document, query, session.tin)),
    query,
  )
  if (!page) return badArgument('pageSize', 'pageNo and pageSize must be whole numbers, pageSize 100 at most')
  const { totalPages, totalCount } = page
  return ok({
    result: page.items.map((document) => listItemOf(office, document)),
    metadata: { totalPages, totalCount },
  })
}

function spanIn(query: URLSearchParams, name: string): Span | 'malformed' | null {
  const [from, to] = [query.get(`${name}From`), query.get(`${name}To`)]
  if (from === null && to === null) return null
  const span = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') }
  // A comparison with what is not a date is never true.
  return span.to >= span.from && span.to - span.from <= longestSpanMs ? span : 'malformed'
}

function isWanted(document: LedgerDocument, query: URLSearchParams, tin: string): boolean {
  const asked = (name: string) => query.get(name) ?? query.get(`${name[0]?.toUpperCase()}${name.slice(1)}`)
  const fits = (name: string, value: string) => [null, '', value].includes(asked(name))
  const direction = document.issuerTin === tin ? 'Sent' : 'Received'
  return (
    fits('invoiceDirection', direction) &&
    fits('status', document.status) &&
    fits('documentType', document.typeCode) &&
    fits('uuid', document.uuid) &&
    fits('issuerTin', document.issuerTin) &&
    fits('issuerId', issuerOf(document).idNumber) &&
    fits('issuerIdType', issuerOf(document).idType) &&
    fits('receiverTin', receiverOf(document).tin) &&
    fits('receiverId', receiverOf(document).idNumber) &&
    fits('receiverIdType', receiverOf(document).idType) &&
    matches(document, asked('searchQuery') ?? '')
  )
}

/** Free text over numbers, names and the total. */
function matches({ uuid, internalId, supplier, buyer, totals }: LedgerDocument, text: string): boolean {
  const places = [uuid, internalId, supplier.tin, supplier.name, buyer.tin, buyer.name, String(totals.payable)]
  return places.some((place) => place.toLowerCase().includes(text.toLowerCase()))
}
