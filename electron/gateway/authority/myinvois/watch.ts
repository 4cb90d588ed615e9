import type { Observation } from '../../../../shared/domain/decide-observation.ts'
import type { CompanyProfile } from '../../store/port.ts'
import type { PollAnswer, WatchedDocument } from '../port.ts'
import { instantOf, type Summary, statusOf } from './answer.ts'
import type { Api } from './api.ts'
import { showDetails } from './poll.ts'
import { searchSent, skewMs } from './search.ts'

const longestSpanMs = 31 * 86_400_000

/**
 * How documents stand after people were on the portal: one paged search over the time they came in, since asking for
 * each would take as many requests (myinvois 2, E9; 5).
 */
export async function watchDocuments(
  api: Api,
  company: CompanyProfile,
  documents: readonly WatchedDocument[],
): Promise<PollAnswer> {
  const wanted = new Map(documents.map((document) => [document.uuid, document]))
  const to = Math.max(...documents.map(({ validatedAt }) => validatedAt)) + skewMs
  const from = Math.min(...documents.map(({ sentAt }) => sentAt)) - skewMs
  const isEnough = (met: ReadonlyMap<string, unknown>) => documents.every(({ uuid }) => met.has(uuid))
  const found = await searchSent(api, company, { from: Math.max(from, to - longestSpanMs), to, isEnough })
  if (found.kind === 'not_answered') return { kind: 'not_shown', askedMs: found.askedMs }
  const seen: Observation[] = []
  for (const summary of found.summaries) {
    const document = wanted.get(summary.uuid)
    const observation = document && (await observationOf(api, company, summary, document))
    if (observation) seen.push(observation)
  }
  return { kind: 'shown', documents: seen }
}

async function observationOf(
  api: Api,
  company: CompanyProfile,
  summary: Summary,
  { isRejectionKnown }: WatchedDocument,
): Promise<Observation | null> {
  const status = statusOf(summary)
  if (!status) return null
  const validatedAt = instantOf(summary.datetimevalidated)
  const seen = { uuid: summary.uuid, status, longId: summary.longid ?? '', validatedAt, errors: [] }
  const isNews = status === 'Valid' && instantOf(summary.rejectrequestdatetime) !== null && !isRejectionKnown
  const rejection = isNews && { reason: await reasonOf(api, company, summary) }
  return { ...seen, isOnlyDuplicate: false, ...(rejection && { rejection }) }
}

/** The buyer's words; empty where they cannot be had, since the request counts without them too. */
async function reasonOf(api: Api, company: CompanyProfile, summary: Summary): Promise<string> {
  const shown = summary.documentstatusreason ? summary : await showDetails(api, company, summary.uuid)
  return shown?.documentstatusreason ?? ''
}
