import type { RecordEvent } from './event.ts'
import { type Happens, happens, type Unchanged, unchanged } from './event.ts'
import type { Instant, RecordState } from './record.ts'

type Event<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>

/** After a crash a claimed record may have been sent: it is in doubt, never queued again (reliability 4.3). */
export function decideAtStart(
  record: RecordState,
  at: Instant,
): Happens<Event<'doubted' | 'cancel_doubted'>> | Unchanged {
  if (record.phase === 'sending') return happens({ type: 'doubted', reason: 'stopped_while_sending', at })
  if (record.phase === 'valid' && record.cancellation?.state === 'asking')
    return happens({ type: 'cancel_doubted', at })
  return unchanged
}
