import type { CancelOutcome, CancelStatus } from '../../../../shared/domain/decide-cancel.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { doubtOutcome, goOnAdvice, noAnswerOutcome, type OutcomeAndAdvice, pauseAdvice, unsentOutcome } from '../ask.ts'
import type { BatchItem, DocumentToCancel, MayStillSend, SentIdentity, SubmitAnswer } from '../port.ts'
import {
  type Api,
  type ApiAnswer,
  answerTraceOf,
  cancelledAtFieldOf,
  errorsOf,
  recordIn,
  type UpstreamProblem,
} from './api.ts'
import { showDocument } from './documents.ts'
import { submissionUidOf, uuidOfRevision } from './names.ts'

/** See contract 5. */
export async function submitDocument(
  api: Api,
  company: CompanyProfile,
  item: BatchItem,
  mayStillSend: MayStillSend,
): Promise<SubmitAnswer> {
  const result = await api.call({
    method: 'POST',
    path: `/${item.family}/${item.kind}_submission`,
    body: Buffer.from(item.bytes).toString('utf8'),
    mayStillSend,
    tracedBy: item,
  })
  const { outcome, advice } =
    result.kind === 'answered' ? fromSubmission(result, item, company) : noAnswerOutcome(result)
  return { outcomes: [outcome], advice, exchange: answerTraceOf(result) }
}

const notReady = pauseAdvice(null, 'company_not_ready')

function fromSubmission(answer: ApiAnswer, { saleGuid }: BatchItem, company: CompanyProfile): OutcomeAndAdvice {
  const { status, json, problem, askedMs } = answer
  if (status === 200 || status === 202) {
    const record = recordIn(json, saleGuid)
    if (!record) return doubtOutcome('unreadable_answer', pauseAdvice(null))
    const submissionUid = submissionUidOf(record, company)
    return { outcome: { kind: 'accepted', uuid: uuidOfRevision(record, saleGuid), submissionUid }, advice: goOnAdvice }
  }
  if (status < 300) return doubtOutcome('unreadable_answer', pauseAdvice(null))
  if (status < 400) return doubtOutcome('redirected', pauseAdvice(askedMs))
  switch (status) {
    case 401:
      return unsentOutcome('not_authenticated', notReady)
    case 403:
      return unsentOutcome('not_permitted', notReady)
    case 404:
    case 405:
    case 421:
      return unsentOutcome('endpoint_missing', notReady)
    case 413:
      return unsentOutcome('too_large', pauseAdvice(askedMs))
    case 429:
      return unsentOutcome('throttled', pauseAdvice(askedMs))
    case 503:
      // Only the other gateway itself can say that nothing was stored.
      if (problem?.code === 'storage_unavailable') return unsentOutcome('throttled', pauseAdvice(askedMs))
      return doubtOutcome('server_error', pauseAdvice(askedMs))
    case 400:
    case 409:
    case 415:
    case 422:
      if (!problem) return doubtOutcome('unreadable_answer', pauseAdvice(askedMs))
      return { outcome: { kind: 'rejected', errors: errorsOf(problem) }, advice: goOnAdvice }
    default:
      return doubtOutcome('server_error', pauseAdvice(askedMs))
  }
}

/** The other gateway asks the authority (contract 8). */
export async function cancelDocument(api: Api, document: DocumentToCancel, reason: string): Promise<CancelOutcome> {
  const result = await api.call({
    method: 'POST',
    path: `/${document.family}/${document.kind}_cancellation`,
    body: JSON.stringify({ SALE_GUID: document.saleGuid, REASON: reason }),
    ...(document.mayStillAsk && { mayStillSend: document.mayStillAsk }),
  })
  if (result.kind === 'answered') return fromCancellation(api, document, result)
  return { kind: result.kind === 'broken' ? 'inDoubt' : 'unsent' }
}

async function fromCancellation(api: Api, document: SentIdentity, answer: ApiAnswer): Promise<CancelOutcome> {
  const { status, json, problem } = answer
  const record = status === 200 ? recordIn(json, document.saleGuid) : null
  if (record?.STATUS === 'Cancelled') return { kind: 'cancelled', ...cancelledAtFieldOf(record) }
  // Also after 202: a look-up finds the result.
  if (status < 400 || status >= 500) return { kind: 'inDoubt' }
  if (status === 401 || status === 429 || !problem) return { kind: 'unsent' }
  // Its own cancellation would answer 200 (contract 8).
  const there = problem.code === 'cancel_denied_status' ? await findCancellation(api, document) : null
  if (there?.kind === 'cancelled') return { ...there, kind: 'cancelledBefore' }
  return refused(problem, document)
}

/** The authority's code and words; without them, the other gateway's. */
function refused(problem: UpstreamProblem, { saleGuid }: SentIdentity): CancelOutcome {
  const cancellation = problem.code === 'cancel_refused' ? recordIn(problem.record, saleGuid)?.CANCELLATION : null
  return {
    kind: 'refused',
    code: cancellation?.CODE ?? problem.code,
    message: cancellation?.MESSAGE ?? problem.detail ?? '',
  }
}

const undecided = ['Requested', 'Unknown']

/** @returns null if it is not known, or not decided yet */
export async function findCancellation(api: Api, document: SentIdentity): Promise<CancelStatus | null> {
  const shown = await showDocument(api, document)
  // Restored from an older backup, it has lost the document and the request.
  if (shown.kind === 'unknown') return { kind: 'not_cancelled' }
  if (shown.kind === 'not_answered') return null
  const { STATUS: status, CANCELLATION: cancellation } = shown.record
  if (status === 'Cancelled') return { kind: 'cancelled', ...cancelledAtFieldOf(shown.record) }
  return cancellation && undecided.includes(cancellation.STATE) ? null : { kind: 'not_cancelled' }
}
