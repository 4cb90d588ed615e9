import type { RecordEvent } from './event.ts'
import type { Instant, RecordState } from './record.ts'

type Event<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>

/** The authority decides within seconds (myinvois 3); whoever waits so long may ask whether it has the document at all. */
const longestCheckMs = 60 * 60_000
/** Between two answers that it does not have a document. */
const missedApartMs = 10 * 60_000

/**
 * The authority took it, and has not said for long what became of it: it may have forgotten it, as another gateway does
 * that was restored from an older backup. By a clock that was set meanwhile nobody knows how long that is.
 */
export const isUnconfirmed = ({ phase, firstSentAt }: RecordState, now: Instant): boolean =>
  phase === 'submitted' && firstSentAt !== null && Math.abs(now - firstSentAt) >= longestCheckMs

/**
 * What was accepted never goes again by itself, whatever a look-up finds (reliability 4.6): in doubt, it is a person's at
 * once. A look-up that finds it adopts it all the same.
 */
export const doubtUnconfirmed = (at: Instant): readonly [Event<'doubted'>, Event<'conflicted'>] => [
  { type: 'doubted', reason: 'not_shown', at },
  { type: 'conflicted', attention: 'in_doubt_expired', at },
]

/** As the history of a record notes an answer that it is not there. */
export const missed = 'Missing'

/**
 * What an answer that the authority does not have an accepted document makes of it: one is noted, a second one well
 * apart from it is believed.
 * @param last event of the record
 */
export function decideMissed(
  record: RecordState,
  last: RecordEvent | undefined,
  now: Instant,
): 'note' | 'doubt' | 'wait' {
  if (!isUnconfirmed(record, now)) return 'wait'
  if (last?.type !== 'anomaly' || last.observed !== missed || last.at > now) return 'note'
  return now - last.at >= missedApartMs ? 'doubt' : 'wait'
}
