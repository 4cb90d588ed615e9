import type { Observation } from '../../../../shared/domain/decide-observation.ts'
import type { PollAnswer, WatchedDocument } from '../port.ts'
import type { Api } from './api.ts'
import { pollDocuments } from './poll.ts'

/**
 * How valid documents stand there: the same lists and questions as before they were valid. The other gateway watches
 * the authority's portal itself, so what is news there is half an hour old at most.
 */
export async function watchDocuments(api: Api, documents: readonly WatchedDocument[]): Promise<PollAnswer> {
  const seen: Observation[] = []
  for (const [submissionUid, together] of Map.groupBy(documents, (document) => document.submissionUid)) {
    const answer = await pollDocuments(api, submissionUid, together)
    if (answer.kind === 'not_shown') return answer
    seen.push(...answer.documents)
  }
  return { kind: 'shown', documents: seen }
}
