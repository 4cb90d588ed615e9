import type { LookUpRules } from './decide-look-up.ts'
import { type EventOf, type Happens, happens, type Refused, refused, type Unchanged, unchanged } from './event.ts'
import { isInsideWindow } from './next-action.ts'
import type { Instant, RecordState } from './record.ts'
import { isRunning } from './status.ts'

export interface CancelCommand {
  readonly reason: string
  readonly by: string
  /** By the authority's clock: the window is its own. */
  readonly at: Instant
  /** An active record refers to this one. */
  readonly isReferredTo: boolean
}

/**
 * Cancellation asks the authority to withdraw a valid document; it never becomes a void (contract 8). What is under way,
 * or was done, is not begun again.
 */
export function decideCancel(
  record: RecordState,
  command: CancelCommand,
): Happens<EventOf<'cancel_requested'>> | Refused | Unchanged {
  if (record.consolidated || record.consolidatedInto !== null) return refused('cancel_denied_consolidated')
  if (isCancelledByUs(record)) return unchanged
  if (record.phase !== 'valid') return refused('cancel_denied_status')
  if (isRunning(record.cancellation)) return unchanged
  if (!isInsideWindow(record.cancellableUntil, command.at)) return refused('cancel_denied_period')
  if (command.isReferredTo) return refused('cancel_denied_referenced')
  return happens({ type: 'cancel_requested', reason: command.reason, by: command.by, at: command.at })
}

/** Not on the portal, say: then it was not asked for here, and a caller who asks now has to know that another did it. */
export const isCancelledByUs = ({ phase, cancellation }: RecordState): boolean =>
  phase === 'cancelled' && cancellation?.state === 'accepted'

/**
 * The last look before the question goes out: the window may have closed while the gateway was offline.
 * @param at by the authority's clock
 */
export function decideAskToCancel(
  record: RecordState,
  at: Instant,
): Happens<EventOf<'cancel_asked'> | EventOf<'cancel_refused'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'requested') return unchanged
  if (!isInsideWindow(record.cancellableUntil, at))
    return happens({ type: 'cancel_refused', code: 'cancel_denied_period', message: '', at })
  return happens({ type: 'cancel_asked', at })
}

/** How the authority shows a document that a person wanted cancelled. */
export type CancelledThere = Cancelled | { readonly kind: 'not_cancelled' }

interface Cancelled {
  readonly kind: 'cancelled'
  /** By the authority's clock; absent where it does not say. */
  readonly cancelledAt?: Instant
}

/** What the authority made of the request to cancel; `cancelledBefore`: it was not to be cancelled any more. */
export type CancelOutcome =
  | Cancelled
  | (Omit<Cancelled, 'kind'> & { readonly kind: 'cancelledBefore' })
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'inDoubt' }

export function settleCancel(
  record: RecordState,
  outcome: CancelOutcome,
  at: Instant,
): Happens<EventOf<'cancelled' | 'cancel_refused' | 'cancel_unsent' | 'cancel_doubted'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'asking') return unchanged
  switch (outcome.kind) {
    case 'cancelled':
      return happens(cancelled(outcome, at))
    // What was asked in vain before is proven lost before it is asked again, so it was not us.
    case 'cancelledBefore':
      return happens({ ...cancelled(outcome, at, true), isTooLate: true })
    case 'refused':
      return happens({ type: 'cancel_refused', code: outcome.code, message: outcome.message, at })
    case 'unsent':
      return happens({ type: 'cancel_unsent', at })
    case 'inDoubt':
      return happens({ type: 'cancel_doubted', at })
  }
}

type CancelLookUpRules = Pick<LookUpRules, 'quarantineMs' | 'isClockRight'>

/** What a look-up showed of a document whose cancellation is in doubt. */
export interface CancelLook {
  readonly there: CancelledThere
  /** When the authority was asked, by our clock: what it answers was so no earlier. */
  readonly askedAt: Instant
  /** By the authority's clock, for what is written down. */
  readonly at: Instant
}

/**
 * A cancellation whose answer was lost is decided by what the authority shows. Cancelled is the last word whenever it
 * is heard. Still valid counts only after the quarantine: before it the request may still arrive, and would cancel
 * what is here believed refused. Then it may be asked again inside the window, since asking twice does no harm.
 */
export function decideCancelLookUp(
  record: RecordState,
  { there, askedAt, at }: CancelLook,
  rules: CancelLookUpRules,
): Happens<EventOf<'cancelled' | 'cancel_unsent' | 'cancel_doubted'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'unknown') return unchanged
  if (there.kind === 'cancelled') return happens(cancelled(there, at))
  // A doubt that lies ahead is of before the clock was set right: its quarantine begins again, or would last until then.
  if (askedAt < (record.cancellation.doubtedAt ?? askedAt))
    return rules.isClockRight === true ? happens({ type: 'cancel_doubted', at: askedAt }) : unchanged
  const quarantineEnd = cancelQuarantineEnd(record, rules)
  return quarantineEnd === null || askedAt < quarantineEnd ? unchanged : happens({ type: 'cancel_unsent', at })
}

/** @param there when it was cancelled by the authority's clock, where it says so */
export const cancelled = (
  { cancelledAt }: { readonly cancelledAt?: Instant },
  at: Instant,
  elsewhere = false,
): EventOf<'cancelled'> => ({ type: 'cancelled', elsewhere, at, ...(cancelledAt !== undefined && { cancelledAt }) })

/** From when on, by our clock, a valid document proves that the request to cancel it is lost; null: not in doubt. */
export const cancelQuarantineEnd = ({ cancellation }: RecordState, rules: CancelLookUpRules): Instant | null =>
  cancellation?.doubtedAt == null ? null : cancellation.doubtedAt + rules.quarantineMs
