import type { Observation } from '../../../../shared/domain/decide-observation.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { PollAnswer, WatchedDocument } from '../port.ts'
import { instantOf, type Summary, seenIn } from './answer.ts'
import type { Api } from './api.ts'
import { showDetails } from './poll.ts'
import { type Met, type Span, searchSent, skewMs } from './search.ts'

export interface Watch {
  readonly documents: readonly WatchedDocument[]
  readonly step?: (() => void) | undefined
}

/**
 * How documents stand after people were on the portal: one paged search over the time they came in, since asking for
 * each would take as many requests (myinvois 2, E9; 5).
 */
export async function watchDocuments(
  api: Api,
  company: CompanyProfile,
  { documents: given, step }: Watch,
): Promise<PollAnswer> {
  // A stretch that ends before it begins would be no question at all, and count as looked at.
  const documents = given.map((document) => ({ ...document, sentAt: Math.min(document.sentAt, document.validatedAt) }))
  const from = Math.min(...documents.map(({ sentAt }) => sentAt)) - skewMs
  const to = Math.max(...documents.map(({ validatedAt }) => validatedAt)) + skewMs
  const isWanted = (span: Span, met: Met) =>
    documents.some((document) => !met.has(document.uuid) && isIn(document, span))
  const found = await searchSent(api, company, { from, to, isWanted, step })
  if (found.kind === 'not_answered') return { kind: 'not_shown', askedMs: found.askedMs }
  const wanted = new Map(documents.map((document) => [document.uuid, document]))
  const seen: Observation[] = []
  for (const summary of found.summaries) {
    const document = wanted.get(summary.uuid)
    const observation = document && (await observationOf(api, company, summary, document))
    if (observation) seen.push(observation)
  }
  return { kind: 'shown', documents: seen }
}

/** The authority got a document between when it was sent and when it was valid. */
const isIn = ({ sentAt, validatedAt }: WatchedDocument, { from, to }: Span): boolean =>
  sentAt - skewMs <= to && validatedAt + skewMs >= from

async function observationOf(
  api: Api,
  company: CompanyProfile,
  summary: Summary,
  { isRejectionKnown }: WatchedDocument,
): Promise<Observation | null> {
  const seen = seenIn(summary)
  if (!seen) return null
  const isNews = seen.status === 'Valid' && instantOf(summary.rejectrequestdatetime) !== null && !isRejectionKnown
  return isNews ? { ...seen, rejection: { reason: await reasonOf(api, company, summary) } } : seen
}

/** The buyer's words; empty where they cannot be had, since the request counts without them too. */
async function reasonOf(api: Api, company: CompanyProfile, summary: Summary): Promise<string> {
  const shown = summary.documentstatusreason ? summary : await showDetails(api, company, summary.uuid)
  return shown?.documentstatusreason ?? ''
}
