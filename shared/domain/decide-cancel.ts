import { isRunning } from './cancellation.ts'
import { type Happens, happens, type Refused, refused, type Unchanged, unchanged } from './decision.ts'
import type { RecordEvent } from './event.ts'
import { isInsideWindow } from './next-action.ts'
import type { Instant, RecordState } from './record.ts'

type Event<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>

export interface CancelCommand {
  readonly reason: string
  readonly by: string
  /** By the authority's clock: the window is its own. */
  readonly at: Instant
  /** An active record refers to this one. */
  readonly isReferredTo: boolean
}

/** Cancellation asks the authority to withdraw a valid document; it never becomes a void (contract 8). */
export function decideCancel(
  record: RecordState,
  command: CancelCommand,
): Happens<Event<'cancel_requested'>> | Refused | Unchanged {
  if (record.consolidated || record.consolidatedInto !== null) return refused('cancel_denied_consolidated')
  if (record.phase !== 'valid') return refused('cancel_denied_status')
  if (isRunning(record.cancellation)) return unchanged
  if (!isInsideWindow(record.cancellableUntil, command.at)) return refused('cancel_denied_period')
  if (command.isReferredTo) return refused('cancel_denied_referenced')
  return happens({ type: 'cancel_requested', reason: command.reason, by: command.by, at: command.at })
}

/**
 * The last look before the question goes out: the window may have closed while the gateway was offline.
 * @param at by the authority's clock
 */
export function decideAskToCancel(
  record: RecordState,
  at: Instant,
): Happens<Event<'cancel_asked'> | Event<'cancel_refused'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'requested') return unchanged
  if (!isInsideWindow(record.cancellableUntil, at))
    return happens({ type: 'cancel_refused', code: 'cancel_denied_period', message: '', at })
  return happens({ type: 'cancel_asked', at })
}

/** What the authority made of the request to cancel. */
export type CancelOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'inDoubt' }

export function settleCancel(
  record: RecordState,
  outcome: CancelOutcome,
  at: Instant,
): Happens<Event<'cancelled' | 'cancel_refused' | 'cancel_unsent' | 'cancel_doubted'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'asking') return unchanged
  switch (outcome.kind) {
    case 'cancelled':
      return happens({ type: 'cancelled', elsewhere: false, at })
    case 'refused':
      return happens({ type: 'cancel_refused', code: outcome.code, message: outcome.message, at })
    case 'unsent':
      return happens({ type: 'cancel_unsent', at })
    case 'inDoubt':
      return happens({ type: 'cancel_doubted', at })
  }
}

/**
 * A cancellation whose answer was lost is decided by what the authority shows now. Still valid means the request
 * did not arrive or was refused: it may be asked again inside the window, since asking twice does no harm.
 */
export function decideCancelLookUp(
  record: RecordState,
  isCancelledThere: boolean,
  at: Instant,
): Happens<Event<'cancelled' | 'cancel_unsent'>> | Unchanged {
  if (record.phase !== 'valid' || record.cancellation?.state !== 'unknown') return unchanged
  return happens(isCancelledThere ? { type: 'cancelled', elsewhere: false, at } : { type: 'cancel_unsent', at })
}
