import type { ObservedStatus } from '../../../../shared/domain/decide-observation.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { PollAnswer, WatchedDocument } from '../port.ts'
import { type DocumentSummary, detailsSchema, instantOf, observationIn, submissionStateSchema } from './answer.ts'
import { type Api, read } from './api.ts'
import { readValidationErrors } from './errors.ts'
import { type Span, type SummariesByUuid, searchSent, skewMs } from './search.ts'

const pageSize = 100
const mostPages = 50

/** The result for each document of a submission (myinvois 2, E6), with reasons for invalid ones (E8). */
export async function pollSubmission(
  api: Api,
  company: CompanyProfile,
  submissionUid: string,
  uuids: ReadonlySet<string>,
): Promise<PollAnswer> {
  // A search may not name the submission (myinvois 2, E9).
  if (submissionUid === '') return pollEach(api, company, uuids)
  const documents: ObservedStatus[] = []
  const met = new Set<string>()
  for (let page = 1; page <= mostPages; page += 1) {
    const state = await read(api, company, {
      path: `/api/v1.0/documentsubmissions/${encodeURIComponent(submissionUid)}?pageNo=${page}&pageSize=${pageSize}`,
      limit: 'getSubmission',
      schema: submissionStateSchema,
    })
    if (!state.data) return { kind: 'not_shown', askedMs: state.askedMs }
    const known = met.size
    for (const summary of state.data.documentsummary ?? []) {
      const isNews = uuids.has(summary.uuid) && !met.has(summary.uuid)
      met.add(summary.uuid)
      const seen = isNews ? await observationOf(api, company, summary) : null
      if (seen) documents.push(seen)
    }
    // Ends when all are found or nothing new comes: totals and page counts may be wrong.
    if (met.size === known || [...uuids].every((uuid) => met.has(uuid))) break
  }
  return { kind: 'shown', documents }
}

async function pollEach(api: Api, company: CompanyProfile, uuids: ReadonlySet<string>): Promise<PollAnswer> {
  const documents: ObservedStatus[] = []
  for (const uuid of uuids) {
    const shown = await fetchDetails(api, company, uuid)
    const seen = shown?.uuid === uuid ? observationIn(shown) : undefined
    if (seen)
      documents.push({ ...seen, ...(seen.status === 'Invalid' && readValidationErrors(shown?.validationresults)) })
  }
  return documents.length > 0 ? { kind: 'shown', documents } : { kind: 'not_shown', askedMs: null }
}

async function observationOf(
  api: Api,
  company: CompanyProfile,
  summary: DocumentSummary,
): Promise<ObservedStatus | null> {
  const seen = observationIn(summary)
  if (seen?.status !== 'Invalid') return seen ?? null
  // A document is called invalid only together with its reasons.
  const shown = await fetchDetails(api, company, summary.uuid)
  return shown && { ...seen, ...readValidationErrors(shown.validationresults) }
}

/** @returns null if the authority did not answer */
export async function fetchDetails(api: Api, company: CompanyProfile, uuid: string) {
  const path = `/api/v1.0/documents/${encodeURIComponent(uuid)}/details`
  return (await read(api, company, { path, limit: 'getDetails', schema: detailsSchema })).data
}

/**
 * One search over the time of submission, page by page. A question for each document would take as many requests
 * (myinvois 2, E9; 5).
 */
export async function pollWatched(
  api: Api,
  company: CompanyProfile,
  {
    documents: given,
    step,
  }: { readonly documents: readonly WatchedDocument[]; readonly step?: (() => void) | undefined },
): Promise<PollAnswer> {
  // A span that ends before it begins would count as looked at.
  const documents = given.map((document) => ({ ...document, sentAt: Math.min(document.sentAt, document.validatedAt) }))
  const from = Math.min(...documents.map(({ sentAt }) => sentAt)) - skewMs
  const to = Math.max(...documents.map(({ validatedAt }) => validatedAt)) + skewMs
  const isWanted = (span: Span, met: SummariesByUuid) =>
    documents.some((document) => !met.has(document.uuid) && isIn(document, span))
  const found = await searchSent(api, company, { from, to, isWanted, step })
  if (found.kind === 'not_answered') return { kind: 'not_shown', askedMs: found.askedMs }
  const wanted = new Map(documents.map((document) => [document.uuid, document]))
  const seen: ObservedStatus[] = []
  for (const summary of found.summaries) {
    const document = wanted.get(summary.uuid)
    const observation = document && (await watched(api, company, summary, document))
    if (observation) seen.push(observation)
  }
  return { kind: 'shown', documents: seen }
}

const isIn = ({ sentAt, validatedAt }: WatchedDocument, { from, to }: Span): boolean =>
  sentAt - skewMs <= to && validatedAt + skewMs >= from

async function watched(
  api: Api,
  company: CompanyProfile,
  summary: DocumentSummary,
  { isRejectionKnown }: WatchedDocument,
): Promise<ObservedStatus | null> {
  const seen = observationIn(summary)
  if (!seen) return null
  const isNews = seen.status === 'Valid' && instantOf(summary.rejectrequestdatetime) !== null && !isRejectionKnown
  return isNews ? { ...seen, rejection: { reason: await reasonOf(api, company, summary) } } : seen
}

/** Empty if it cannot be had: the request counts without it. */
async function reasonOf(api: Api, company: CompanyProfile, summary: DocumentSummary): Promise<string> {
  const shown = summary.documentstatusreason ? summary : await fetchDetails(api, company, summary.uuid)
  return shown?.documentstatusreason ?? ''
}
