import { cancelled } from './decide-cancel.ts'
import { type EventOf, type Happens, happens, type Unchanged, unchanged } from './event.ts'
import type { AuthorityError, Instant, RecordState } from './record.ts'

/** What the authority shows of a document it has. */
export interface Observation {
  readonly uuid: string
  readonly status: 'Submitted' | 'Valid' | 'Invalid' | 'Cancelled'
  readonly longId: string
  readonly validatedAt: Instant | null
  /** Of a cancelled document, by the authority's clock; absent where it does not say. */
  readonly cancelledAt?: Instant
  /** Of an invalid document. */
  readonly errors: readonly AuthorityError[]
  /** It is invalid only because the authority had the same document before. */
  readonly isOnlyDuplicate: boolean
  /** The buyer asked for it to be rejected, and why; it stays valid (myinvois 3). */
  readonly rejection?: { readonly reason: string }
}

export interface ObservationRules {
  readonly cancellationWindowMs: number
}

/**
 * What news from the authority makes of a record. States only move forward; news that would move one back
 * changes nothing but is kept in the journal.
 */
export function decideObservation(
  record: RecordState,
  seen: Observation,
  now: Instant,
  rules: ObservationRules,
):
  | Happens<
      EventOf<'validated' | 'linked' | 'invalidated' | 'doubted' | 'cancelled' | 'rejection_requested' | 'anomaly'>
    >
  | Unchanged {
  if (record.authority?.uuid !== seen.uuid) return unchanged
  if (record.phase === 'submitted') return ofSubmitted(seen, now, rules)
  if (record.phase === 'valid') return ofValid(record, seen, now)
  // In all other phases the authority has not decided, so nothing contradicts it.
  if (record.phase !== 'invalid' && record.phase !== 'cancelled') return unchanged
  const isKnown = seen.status === (record.phase === 'invalid' ? 'Invalid' : 'Cancelled')
  return isKnown ? unchanged : happens({ type: 'anomaly', observed: seen.status, at: now })
}

function ofValid({ attention, authority, cancellation }: RecordState, seen: Observation, now: Instant) {
  switch (seen.status) {
    case 'Valid':
      if (authority?.longId === '' && seen.longId !== '')
        return happens({ type: 'linked' as const, longId: seen.longId, at: now })
      if (!seen.rejection || attention === 'rejection_requested') return unchanged
      return happens({ type: 'rejection_requested' as const, reason: seen.rejection.reason, at: now })
    case 'Cancelled': {
      // Our own question that is under way, or whose answer was lost, is the likelier cause.
      const isOurs = cancellation?.state === 'asking' || cancellation?.state === 'unknown'
      if (isOurs) return happens(cancelled(seen, now))
      return happens({ ...cancelled(seen, now, true), ...(cancellation && { isTooLate: true }) })
    }
    case 'Submitted':
    case 'Invalid':
      return happens({ type: 'anomaly' as const, observed: seen.status, at: now })
  }
}

function ofSubmitted(seen: Observation, now: Instant, rules: ObservationRules) {
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
        ? happens({ type: 'doubted' as const, reason: 'duplicate_reported' as const, at: now })
        : happens({ type: 'invalidated' as const, errors: seen.errors, at: now })
    case 'Cancelled':
      return happens(cancelled(seen, now, true))
  }
}
