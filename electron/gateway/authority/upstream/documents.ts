import { type Day, dayOf } from '../../../../shared/domain/calendar.ts'
import type { LookUpResult } from '../../../../shared/domain/decide-look-up.ts'
import type { ObservedStatus } from '../../../../shared/domain/decide-observation.ts'
import { type ListedThere, statusesThere } from '../../../../shared/domain/reconciliation.ts'
import { type AuthorityError, families, kinds } from '../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { nonEmptyErrors } from '../ask.ts'
import type {
  DocumentIdentity,
  ListAnswer,
  ListRequest,
  LookUpAnswer,
  LookUpQuery,
  PollAnswer,
  SentIdentity,
  WatchedDocument,
} from '../port.ts'
import {
  type Api,
  type ApiResult,
  askedPauseMsOf,
  cancelledAtFieldOf,
  instantOf,
  type ListedPage,
  pageIn,
  recordIn,
  type UpstreamRecord,
} from './api.ts'
import { companyDayIn, packAuthorityNames, submissionUidOf, uuidOfRevision } from './names.ts'

type Shown =
  | { readonly kind: 'shown'; readonly record: UpstreamRecord }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }

export async function showDocument(api: Api, { family, kind, saleGuid }: DocumentIdentity): Promise<Shown> {
  const path = `/${family}/${kind}_checkstatus/by_guid`
  const result = await api.call({ method: 'GET', path, headers: { sale_guid: saleGuid } })
  if (result.kind === 'answered') {
    const record = result.status === 200 ? recordIn(result.json, saleGuid) : null
    if (record) return { kind: 'shown', record }
    // A 404 from another server on the way proves nothing.
    if (result.status === 404 && result.problem?.code === 'record_not_found') return { kind: 'unknown' }
  }
  return { kind: 'not_answered', askedMs: askedPauseMsOf(result) }
}

/** One question for each document: both gateways know its GUID. */
export async function lookUpDocuments(
  api: Api,
  company: CompanyProfile,
  { queries, step }: { readonly queries: readonly LookUpQuery[]; readonly step?: (() => void) | undefined },
): Promise<LookUpAnswer> {
  const findings = new Map<string, LookUpResult>()
  for (const query of queries) {
    step?.()
    const shown = await showDocument(api, query)
    if (shown.kind === 'not_answered')
      return findings.size > 0 ? { kind: 'answered', findings } : { kind: 'not_answered', askedMs: shown.askedMs }
    findings.set(query.saleGuid, shown.kind === 'shown' ? findingOf(shown.record, query, company) : { kind: 'nothing' })
  }
  return { kind: 'answered', findings }
}

function findingOf(record: UpstreamRecord, query: LookUpQuery, company: CompanyProfile): LookUpResult {
  const uuid = uuidOfRevision(record, query.saleGuid)
  // An earlier revision: the correction has not arrived.
  if (query.otherUuids.has(uuid)) return { kind: 'nothing' }
  if (record.STATUS === 'Invalid' && !query.isInvalidOurs) return { kind: 'nothing' }
  const isOurs =
    record.DOCUMENT_NUMBER === query.documentNumber &&
    record.CURRENCY_CODE === query.currencyCode &&
    record.TOTAL_PAYABLE === query.totalPayable
  return isOurs ? { kind: 'same', uuid, submissionUid: submissionUidOf(record, company) } : { kind: 'other' }
}

/** Uses the same lists as polling. The other gateway watches the portal itself, at most half an hour late. */
export async function pollWatched(api: Api, documents: readonly WatchedDocument[]): Promise<PollAnswer> {
  const seen: ObservedStatus[] = []
  for (const [submissionUid, together] of Map.groupBy(documents, (document) => document.submissionUid)) {
    const answer = await pollDocuments(api, submissionUid, together)
    if (answer.kind === 'not_shown') return answer
    seen.push(...answer.documents)
  }
  return { kind: 'shown', documents: seen }
}

/** From so many documents on, the pages of a day's list cost less than single questions. */
const fewestForList = 25

export async function pollDocuments(
  api: Api,
  submissionUid: string,
  documents: readonly SentIdentity[],
): Promise<PollAnswer> {
  const seen: ObservedStatus[] = []
  const missing: string[] = []
  for (const cell of Map.groupBy(documents, ({ family, kind }) => `${family} ${kind}`).values()) {
    const listed = cell.length < fewestForList ? null : await listDay(api, submissionUid, cell)
    for (const document of cell) {
      const record = listed?.get(document.saleGuid)
      const shown: Shown = record ? { kind: 'shown', record } : await showDocument(api, document)
      if (shown.kind === 'not_answered')
        return seen.length > 0
          ? { kind: 'shown', documents: seen, missing }
          : { kind: 'not_shown', askedMs: shown.askedMs }
      if (shown.kind === 'unknown') missing.push(document.uuid)
      const observation = shown.kind === 'shown' ? observationOf(shown.record, document) : null
      if (observation) seen.push(observation)
    }
  }
  return { kind: 'shown', documents: seen, missing }
}

/** Ends when all documents were met. A document that was not met is missing from the answer. @returns by SALE_GUID */
async function listDay(
  api: Api,
  submissionUid: string,
  documents: readonly SentIdentity[],
): Promise<ReadonlyMap<string, UpstreamRecord>> {
  const [first] = documents
  const { companyGuid, day } = companyDayIn(submissionUid)
  const wanted = new Set(documents.map(({ saleGuid }) => saleGuid))
  const met = new Map<string, UpstreamRecord>()
  if (!first) return met
  let query: string | null = ''
  // More pages than documents would cost more than asking for each.
  for (let pages = 0; query !== null && pages < documents.length && met.size < wanted.size; pages += 1) {
    const page: ListedPage | null = pageIn(await list(api, { ...first, companyGuid, from: day, to: day, query }))
    for (const found of page?.records ?? []) {
      const saleGuid = found.SALE_GUID.toLowerCase()
      if (wanted.has(saleGuid)) met.set(saleGuid, found)
    }
    query = page?.next ?? null
  }
  return met
}

interface Listing extends Pick<DocumentIdentity, 'family' | 'kind'> {
  readonly companyGuid: string
  readonly from: Day
  readonly to: Day
  readonly query: string
}

const list = (api: Api, { family, kind, companyGuid, from, to, query }: Listing): Promise<ApiResult> =>
  api.call({
    method: 'GET',
    path: `/${family}/${kind}_checkstatus/by_submission${query}`,
    headers: { company_guid: companyGuid, submission_from: from, submission_to: to },
  })

/** @returns null if its status is unknown here */
function observationOf(record: UpstreamRecord, { uuid }: SentIdentity): ObservedStatus | null {
  const seen = { uuid, longId: '', validatedAt: null, errors: [], isOnlyDuplicate: false }
  switch (record.STATUS) {
    case 'Pending':
    case 'InProgress':
      return { ...seen, status: 'Submitted' }
    case 'Valid':
      return {
        ...seen,
        status: 'Valid',
        longId: packAuthorityNames(record),
        validatedAt: instantOf(record.VALIDATED_AT),
        // The reason stays in the other gateway's journal.
        ...(record.ATTENTION?.CODE === 'rejection_requested' && { rejection: { reason: '' } }),
      }
    case 'Cancelled':
      return { ...seen, status: 'Cancelled', ...cancelledAtFieldOf(record) }
    case 'Invalid':
      return { ...seen, status: 'Invalid', errors: errorsIn(record) }
    case 'Voided':
      return { ...seen, status: 'Invalid', errors: [voidedThere] }
    default:
      return null
  }
}

const errorsIn = ({ ERRORS: errors }: UpstreamRecord): readonly AuthorityError[] =>
  nonEmptyErrors((errors ?? []).map(({ CODE, MESSAGE, FIELD }) => ({ code: CODE, message: MESSAGE, field: FIELD })))

/** Only people at the other gateway can do this. */
const voidedThere: AuthorityError = {
  code: 'record_voided',
  message:
    'The gateway that this one sends to voided the document before the tax authority had it. To sell it again, submit it as a new sale.',
  field: '',
}

const cells = families.flatMap((family) => kinds.map((kind) => ({ family, kind })))

/** Ends a list that never ends. */
const mostPages = 20_000

/**
 * One kind after the other. The other gateway's name for the company is known only from one of its documents. It lists
 * no totals.
 */
export async function listSent(api: Api, { timeZone }: CompanyProfile, ask: ListRequest): Promise<ListAnswer> {
  if (ask.submissionUid === null) return { kind: 'cannot_list' }
  const { companyGuid } = companyDayIn(ask.submissionUid)
  const days = { companyGuid, from: dayOf(ask.from, timeZone), to: dayOf(ask.to, timeZone) }
  const documents: ListedThere[] = []
  let [at, query] = [0, '']
  for (let pages = 0; pages < mostPages && !ask.stopping.aborted; pages += 1) {
    const cell = cells[at]
    if (!cell) return { kind: 'listed', documents, isShort: false }
    const result = await list(api, { ...cell, ...days, query })
    const page = pageIn(result)
    if (!page) return { kind: 'not_answered', askedMs: askedPauseMsOf(result) }
    documents.push(...page.records.map((shown) => ({ ...cell, ...listedThere(shown) })))
    if (page.next === null) at += 1
    query = page.next ?? ''
  }
  return { kind: 'not_answered', askedMs: null }
}

const listedThere = (shown: UpstreamRecord) => ({
  uuid: uuidOfRevision(shown, shown.SALE_GUID.toLowerCase()),
  documentNumber: shown.DOCUMENT_NUMBER,
  // The other gateway has the document, sent or not.
  status: statusesThere.find((status) => status === shown.STATUS) ?? 'Submitted',
  total: shown.TOTAL_PAYABLE,
  receivedAt: instantOf(shown.SUBMITTED_AT),
})
