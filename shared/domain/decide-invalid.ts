import { holdFor, type Originals } from './decide-hold.ts'
import type { RecordEvent } from './event.ts'
import { type Happens, happens, type Refused, refused, type Unchanged, unchanged } from './event.ts'
import type { Instant, RecordState } from './record.ts'

type Event<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>

export interface Act {
  readonly by: string
  readonly at: Instant
}

/** A refused record that nobody is to correct any more (contract 7). Closing twice is closing once. */
export function decideClosure(record: RecordState, { by, at }: Act): Happens<Event<'closed'>> | Refused | Unchanged {
  if (record.phase !== 'invalid' || record.consolidated) return refused('closure_denied_status')
  return record.closed ? unchanged : happens({ type: 'closed', by, at })
}

/**
 * A refused record goes again as it is, as a new revision, after something outside it was mended (contract 5).
 * @param originals how the documents it refers to stand now
 */
export function decideResend(
  record: RecordState,
  originals: Originals,
  { by, at }: Act,
): Happens<Event<'resent'>> | Refused {
  if (record.phase !== 'invalid' || record.consolidated) return refused('resend_denied_status')
  if (record.closed) return refused('record_closed')
  return happens({ type: 'resent', by, holds: holdFor(originals), at })
}
