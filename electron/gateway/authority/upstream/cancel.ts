import type { CancelOutcome } from '../../../../shared/domain/decide-cancel.ts'
import type { SentDocument } from '../port.ts'
import { recordIn, type UpstreamProblem } from './answer.ts'
import type { Api, ApiAnswer } from './api.ts'
import { showDocument } from './status.ts'

/** Asks the other gateway, which asks the authority in its turn (contract 8). */
export async function cancelDocument(api: Api, document: SentDocument, reason: string): Promise<CancelOutcome> {
  const result = await api.call({
    method: 'POST',
    path: `/${document.family}/${document.kind}_cancellation`,
    body: JSON.stringify({ SALE_GUID: document.saleGuid, REASON: reason }),
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
  if (status === 200 && recordIn(json, document.saleGuid)?.STATUS === 'Cancelled') return { kind: 'cancelled' }
  // 202 too: the authority's word is not there yet, and a look-up finds out about it.
  if (status < 400 || status >= 500) return { kind: 'inDoubt' }
  if (status === 401 || status === 429 || !problem) return { kind: 'unsent' }
  // Somebody may have cancelled it already, we ourselves by a request whose answer was lost.
  if (problem.code === 'cancel_denied_status' && (await isCancelledThere(api, document))) return { kind: 'cancelled' }
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
export async function isCancelledThere(api: Api, document: SentDocument): Promise<boolean | null> {
  const shown = await showDocument(api, document)
  if (shown.kind !== 'shown') return null
  const { STATUS: status, CANCELLATION: cancellation } = shown.record
  if (status === 'Cancelled') return true
  return cancellation && undecided.includes(cancellation.STATE) ? null : false
}
