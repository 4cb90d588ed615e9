import { type Happens, happens, type Unchanged, unchanged } from './decision.ts'
import type { RecordEvent } from './event.ts'
import type { MistrustReason } from './outcome.ts'
import type { Instant, RecordState } from './record.ts'
import { workOf } from './work.ts'

type Mistrusted = Extract<RecordEvent, { type: 'mistrusted' }>

/**
 * What is kept here may be older than what happened: whatever could be sent next is looked up first (reliability ST13).
 * What the authority has given a name is asked about by that name, and never sent, so it stays as it is.
 */
export function decideMistrust(
  record: RecordState,
  reason: MistrustReason,
  at: Instant,
): Happens<Mistrusted> | Unchanged {
  const isOnItsWay = workOf(record) === 'send' || record.phase === 'held' || record.phase === 'sending'
  return isOnItsWay ? happens({ type: 'mistrusted', reason, at }) : unchanged
}
