import { type EventOf, type Happens, happens, type Unchanged, unchanged } from './event.ts'
import type { AttentionCode, Instant, RecordState } from './record.ts'
import { isRunning } from './status.ts'

/** What the documents a note refers to allow it: to go, to wait for them, or never to go as it is. */
export type Originals = 'ready' | 'awaited' | 'lost'

/** An original must be valid when its note is issued (myinvois 6.4). */
export function originalsOf(originals: readonly Original[]): Originals {
  if (originals.some((original) => isLost(original))) return 'lost'
  const isReady = (original: Original) => original.phase === 'valid' && !isRunning(original.cancellation)
  return originals.every(isReady) ? 'ready' : 'awaited'
}

type Original = Pick<RecordState, 'phase' | 'closed' | 'cancellation'>

/** Invalid is not lost: it may still be corrected, until a supervisor closes it. */
const isLost = (original: Pick<RecordState, 'phase' | 'closed'>): boolean =>
  original.phase === 'voided' || original.phase === 'cancelled' || original.closed

export const holdFor = (originals: Originals): AttentionCode | null =>
  originals === 'ready' ? null : originals === 'awaited' ? 'waits_for_original' : 'original_not_valid'

/**
 * Brings a waiting note in line with its originals. One that was ever sent goes again as it is or to a person: held,
 * it could neither be sent nor looked up nor voided.
 */
export function decideHold(
  note: RecordState,
  originals: Originals,
  at: Instant,
): Happens<EventOf<'held' | 'released'>> | Unchanged {
  if ((note.phase !== 'held' && note.phase !== 'queued') || note.everSent || note.consolidatedInto !== null)
    return unchanged
  const attention = holdFor(originals)
  if (attention === note.attention || note.attention === 'cannot_be_sent') return unchanged
  if (attention) return happens({ type: 'held', attention, at })
  return note.phase === 'held' ? happens({ type: 'released', at }) : unchanged
}
