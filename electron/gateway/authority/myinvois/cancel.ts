import type { CancelledThere, CancelOutcome } from '../../../../shared/domain/decide-cancel.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { ToCancel } from '../port.ts'
import { cancelledAtIn, statusOf } from './answer.ts'
import type { Api, ApiAnswer } from './api.ts'
import { codesIn, messageIn } from './errors.ts'
import { showDetails } from './poll.ts'

/** The refusals that say exactly what is wrong, wherever in the answer they stand (myinvois 2, E3). */
const tellingCodes = ['OperationPeriodOver', 'ActiveReferencingDocuments', 'IncorrectState', 'Forbidden']

export async function cancelDocument(
  api: Api,
  company: CompanyProfile,
  { uuid, mayStillAsk }: ToCancel,
  reason: string,
): Promise<CancelOutcome> {
  const result = await api.call(company, {
    method: 'PUT',
    path: `/api/v1.0/documents/state/${encodeURIComponent(uuid)}/state`,
    limit: 'cancel',
    body: { status: 'cancelled', reason },
    ...(mayStillAsk && { mayStillSend: mayStillAsk }),
  })
  if (result.kind === 'answered') return fromAnswer(api, company, uuid, result)
  return { kind: result.kind === 'broken' ? 'inDoubt' : 'unsent' }
}

async function fromAnswer(api: Api, company: CompanyProfile, uuid: string, answer: ApiAnswer): Promise<CancelOutcome> {
  const { status, json, isEmpty } = answer
  if (status === 200) return saysCancelled(json) ? { kind: 'cancelled' } : { kind: 'inDoubt' }
  if (status === 401 || status === 429) return { kind: 'unsent' }
  if (status < 400 || status >= 500) return { kind: 'inDoubt' }
  // A page of whatever stands on the way is no word of the authority's, which may have done what it was asked for.
  if (json === undefined && !isEmpty) return { kind: 'inDoubt' }
  const codes = codesIn(json)
  const code = tellingCodes.find((telling) => codes.includes(telling)) ?? codes[0] ?? String(status)
  // On the portal, say, where somebody else was sooner.
  const there = code === 'IncorrectState' ? await cancelledThere(api, company, uuid) : null
  if (there?.kind === 'cancelled') return { ...there, kind: 'cancelledBefore' }
  return { kind: 'refused', code, message: messageIn(json) }
}

const saysCancelled = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'status' in json && /^cancel+ed$/i.test(String(json.status))

/** @returns null where the authority did not answer */
export async function cancelledThere(api: Api, company: CompanyProfile, uuid: string): Promise<CancelledThere | null> {
  const shown = await showDetails(api, company, uuid)
  if (!shown) return null
  if (statusOf(shown) !== 'Cancelled') return { kind: 'not_cancelled' }
  const cancelledAt = cancelledAtIn(shown)
  return { kind: 'cancelled', ...(cancelledAt !== null && { cancelledAt }) }
}
