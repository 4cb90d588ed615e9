import type { CancelledThere, CancelOutcome } from '../../../../shared/domain/decide-cancel.ts'
import type { SentDocument, ToCancel } from '../port.ts'
import { cancelledAtIn, recordIn, type UpstreamProblem } from './answer.ts'
import type { Api, ApiAnswer } from './api.ts'
import { showDocument } from './status.ts'

/** Asks the other gateway, which asks the authority in its turn (contract 8). */
export async function cancelDocument(api: Api, document: ToCancel, reason: string): Promise<CancelOutcome> {
  const result = await api.call({
    method: 'POST',
    path: `/${document.family}/${document.kind}_cancellation`,
    body: JSON.stringify({ SALE_GUID: document.saleGuid, REASON: reason }),
    ...(document.mayStillAsk && { mayStillSend: document.mayStillAsk }),
  })
  switch (result.kind) {
    case 'not_connected':
    case 'too_late':
      return { kind: 'unsent' }
    case 'broken':
      return { kind: 'inDoubt' }
    case 'answered':
      return fromAnswer(api, document, result)
  }
}

async function fromAnswer(api: Api, document: SentDocument, answer: ApiAnswer): Promise<CancelOutcome> {
  const { status, json, problem } = answer
  const record = status === 200 ? recordIn(json, document.saleGuid) : null
  if (record?.STATUS === 'Cancelled') return { kind: 'cancelled', ...cancelledAtIn(record) }
  // 202 too: the authority's word is not there yet, and a look-up finds out about it.
  if (status < 400 || status >= 500) return { kind: 'inDoubt' }
  if (status === 401 || status === 429 || !problem) return { kind: 'unsent' }
  // What it was asked before itself it would have answered with 200 (contract 8).
  const there = problem.code === 'cancel_denied_status' ? await cancelledThere(api, document) : null
  if (there?.kind === 'cancelled') return { ...there, kind: 'cancelledBefore' }
  return refused(problem, document)
}

/** The authority's own code and words where the other gateway has them, else that gateway's. */
function refused(problem: UpstreamProblem, { saleGuid }: SentDocument): CancelOutcome {
  const cancellation = problem.code === 'cancel_refused' ? recordIn(problem.record, saleGuid)?.CANCELLATION : null
  return {
    kind: 'refused',
    code: cancellation?.CODE ?? problem.code,
    message: cancellation?.MESSAGE ?? problem.detail ?? '',
  }
}

const undecided = ['Requested', 'Unknown']

/** @returns null where it is not known, or not decided yet */
export async function cancelledThere(api: Api, document: SentDocument): Promise<CancelledThere | null> {
  const shown = await showDocument(api, document)
  // Restored from an older backup, it has lost the document, and with it whatever was asked of it.
  if (shown.kind === 'unknown') return { kind: 'not_cancelled' }
  if (shown.kind === 'not_answered') return null
  const { STATUS: status, CANCELLATION: cancellation } = shown.record
  if (status === 'Cancelled') return { kind: 'cancelled', ...cancelledAtIn(shown.record) }
  return cancellation && undecided.includes(cancellation.STATE) ? null : { kind: 'not_cancelled' }
}
