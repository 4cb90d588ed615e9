import type { LookUpRules } from './decide-look-up.ts'
import { type EventOf, type Happens, happens, type Refused, refused, type Unchanged, unchanged } from './event.ts'
import { isInCancelWindow } from './next-action.ts'
import type { EpochMs, RecordState } from './record.ts'
import { isCancelling } from './status.ts'

export interface CancelCommand {
  readonly reason: string
  readonly by: string
  /** By the authority's clock, which decides the period. */
  readonly at: EpochMs
  readonly isReferredTo: boolean
}

/**
 * Asks the authority to withdraw a valid document; it never becomes a void (contract 8). A cancellation that is running
 * or done is not begun again.
 */
export function decideCancel(
  record: RecordState,
  command: CancelCommand,
): Happens<EventOf<'cancel_requested'>> | Refused | Unchanged {
  if (record.consolidated || record.consolidatedInto !== null) return refused('cancel_denied_consolidated')
  if (isCancelledByUs(record)) return unchanged
  if (record.phase !== 'valid') return refused('cancel_denied_status')
  if (isCancelling(record.cancellation)) return unchanged
  if (!isInCancelWindow(record.cancellableUntil, command.at)) return refused('cancel_denied_period')
  if (command.isReferredTo) return refused('cancel_denied_referenced')
  return happens({ type: 'cancel_requested', reason: command.reason, by: command.by, at: command.at })
}

/** False if another person cancelled it on the portal. Then a caller who asks to cancel must be told. */
export const isCancelledByUs = ({ phase, cancellation }: RecordState): boolean =>
  phase === 'cancelled' && cancellation?.state === 'accepted'

/**
 * Decides again just before the request, because the period may have ended while the gateway was offline.
 * @param at by the authority's clock
 */
export function decideAskToCancel(
  record: RecordState,
  at: EpochMs,
): Happens<EventOf<'cancel_asked'> | EventOf<'cancel_refused'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'requested') return unchanged
  if (!isInCancelWindow(record.cancellableUntil, at))
    return happens({ type: 'cancel_refused', code: 'cancel_denied_period', message: '', at })
  return happens({ type: 'cancel_asked', at })
}

export type CancelStatus = Cancelled | { readonly kind: 'not_cancelled' }

interface Cancelled {
  readonly kind: 'cancelled'
  /** By the authority's clock; absent if it does not say. */
  readonly cancelledAt?: EpochMs
}

/** `cancelledBefore`: it was cancelled already when the request arrived. */
export type CancelOutcome =
  | Cancelled
  | (Omit<Cancelled, 'kind'> & { readonly kind: 'cancelledBefore' })
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'inDoubt' }

export function settleCancel(
  record: RecordState,
  outcome: CancelOutcome,
  at: EpochMs,
): Happens<EventOf<'cancelled' | 'cancel_refused' | 'cancel_unsent' | 'cancel_outcome_unknown'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'asking') return unchanged
  switch (outcome.kind) {
    case 'cancelled':
      return happens(cancelledEvent(outcome, at))
    // An earlier request of ours was proved lost, so another person cancelled it.
    case 'cancelledBefore':
      return happens({ ...cancelledEvent(outcome, at, true), isTooLate: true })
    case 'refused':
      return happens({ type: 'cancel_refused', code: outcome.code, message: outcome.message, at })
    case 'unsent':
      return happens({ type: 'cancel_unsent', at })
    case 'inDoubt':
      return happens({ type: 'cancel_outcome_unknown', at })
  }
}

type CancelLookUpRules = Pick<LookUpRules, 'quarantineMs' | 'isClockRight'>

export interface CancelLookUp {
  readonly there: CancelStatus
  /** By our clock, when the question was asked. The answer proves nothing about later times. */
  readonly askedAt: EpochMs
  /** By the authority's clock. */
  readonly at: EpochMs
}

/**
 * Decides a cancellation whose answer was lost. “Cancelled” always counts. “Still valid” counts only after the
 * quarantine, because the request may still arrive. Then it may be sent again within the period: cancelling twice does
 * no harm.
 */
export function decideCancelLookUp(
  record: RecordState,
  { there, askedAt, at }: CancelLookUp,
  rules: CancelLookUpRules,
): Happens<EventOf<'cancelled' | 'cancel_unsent' | 'cancel_outcome_unknown'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'unknown') return unchanged
  if (there.kind === 'cancelled') return happens(cancelledEvent(there, at))
  // A doubt in the future was written by a wrong clock: its quarantine begins again.
  if (askedAt < (record.cancellation.doubtedAt ?? askedAt))
    return rules.isClockRight === true ? happens({ type: 'cancel_outcome_unknown', at: askedAt }) : unchanged
  const quarantineEnd = cancelLossProvableFrom(record, rules)
  return quarantineEnd === null || askedAt < quarantineEnd ? unchanged : happens({ type: 'cancel_unsent', at })
}

/** @param there the time of the cancellation by the authority's clock, if it says so */
export const cancelledEvent = (
  { cancelledAt }: { readonly cancelledAt?: EpochMs },
  at: EpochMs,
  elsewhere = false,
): EventOf<'cancelled'> => ({ type: 'cancelled', elsewhere, at, ...(cancelledAt !== undefined && { cancelledAt }) })

/** By our clock, the time from which “still valid” proves that the request was lost; null if it is not in doubt. */
export const cancelLossProvableFrom = ({ cancellation }: RecordState, rules: CancelLookUpRules): EpochMs | null =>
  cancellation?.doubtedAt == null ? null : cancellation.doubtedAt + rules.quarantineMs
