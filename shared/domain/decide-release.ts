import { holdFor, type Originals } from './decide-hold.ts'
import type { Act } from './decide-invalid.ts'
import type { RecordEvent } from './event.ts'
import { type Happens, happens, type Refused, refused } from './event.ts'
import type { RecordState } from './record.ts'

type Event<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>

/** It could not be made into a document; what was the matter may have been mended since. */
export const isReleasable = ({ phase, attention }: Pick<RecordState, 'phase' | 'attention'>): boolean =>
  phase === 'held' && attention === 'cannot_be_sent'

/**
 * A person lets a record go that was held because no document could be made of it: a sale is tried again, a receipt
 * waits for the next consolidation again. What is still the matter with it holds it again.
 * @param originals how the documents it refers to stand now
 */
export function decideRelease(
  record: RecordState,
  originals: Originals,
  { at }: Pick<Act, 'at'>,
): Happens<Event<'held' | 'released'>> | Refused {
  if (!isReleasable(record)) return refused('release_denied_status')
  const attention = holdFor(originals)
  return happens(attention ? { type: 'held', attention, at } : { type: 'released', at })
}
