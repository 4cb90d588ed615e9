import { cancelledEvent } from './decide-cancel.ts'
import { type EventOf, type Happens, happens, type Unchanged, unchanged } from './event.ts'
import type { AuthorityError, EpochMs, RecordState } from './record.ts'

export interface ObservedStatus {
  readonly uuid: string
  readonly status: 'Submitted' | 'Valid' | 'Invalid' | 'Cancelled'
  readonly longId: string
  readonly validatedAt: EpochMs | null
  /** By the authority's clock; absent if it does not say. */
  readonly cancelledAt?: EpochMs
  readonly errors: readonly AuthorityError[]
  /** The only reason is that it is a duplicate of an earlier document. */
  readonly isOnlyDuplicate: boolean
  /** The buyer asked for a rejection. The document stays valid (myinvois 3). */
  readonly rejection?: { readonly reason: string }
}

export interface CancellationWindowRule {
  readonly cancellationWindowMs: number
}

/** States only move forward. Other news is noted in the journal and changes nothing. */
export function decideObservation(
  record: RecordState,
  seen: ObservedStatus,
  now: EpochMs,
  rules: CancellationWindowRule,
):
  | Happens<
      EventOf<
        'validated' | 'linked' | 'invalidated' | 'outcome_unknown' | 'cancelled' | 'rejection_requested' | 'anomaly'
      >
    >
  | Unchanged {
  if (record.authority?.uuid !== seen.uuid) return unchanged
  if (record.phase === 'submitted') return ofSubmitted(seen, now, rules)
  if (record.phase === 'valid') return ofValid(record, seen, now)
  // In other phases the authority has decided nothing yet.
  if (record.phase !== 'invalid' && record.phase !== 'cancelled') return unchanged
  const isKnown = seen.status === (record.phase === 'invalid' ? 'Invalid' : 'Cancelled')
  return isKnown ? unchanged : happens({ type: 'anomaly', observed: seen.status, at: now })
}

function ofValid({ attention, authority, cancellation }: RecordState, seen: ObservedStatus, now: EpochMs) {
  switch (seen.status) {
    case 'Valid':
      if (authority?.longId === '' && seen.longId !== '')
        return happens({ type: 'linked' as const, longId: seen.longId, at: now })
      if (!seen.rejection || attention === 'rejection_requested') return unchanged
      return happens({ type: 'rejection_requested' as const, reason: seen.rejection.reason, at: now })
    case 'Cancelled': {
      // If we have asked for it, our own request is the likelier cause.
      const isOurs = cancellation?.state === 'asking' || cancellation?.state === 'unknown'
      if (isOurs) return happens(cancelledEvent(seen, now))
      return happens({ ...cancelledEvent(seen, now, true), ...(cancellation && { isTooLate: true }) })
    }
    case 'Submitted':
    case 'Invalid':
      return happens({ type: 'anomaly' as const, observed: seen.status, at: now })
  }
}

function ofSubmitted(seen: ObservedStatus, now: EpochMs, rules: CancellationWindowRule) {
  switch (seen.status) {
    case 'Submitted':
      return unchanged
    case 'Valid': {
      const validatedAt = seen.validatedAt ?? now
      const cancellableUntil = validatedAt + rules.cancellationWindowMs
      return happens({ type: 'validated' as const, longId: seen.longId, validatedAt, cancellableUntil, at: now })
    }
    case 'Invalid':
      return seen.isOnlyDuplicate
        ? happens({ type: 'outcome_unknown' as const, reason: 'duplicate_reported' as const, at: now })
        : happens({ type: 'invalidated' as const, errors: seen.errors, at: now })
    case 'Cancelled':
      return happens(cancelledEvent(seen, now, true))
  }
}
