import type { Attempt, AttemptOutcome } from '../../../shared/domain/attempt.ts'
import { decideHold, originalsOf } from '../../../shared/domain/decide-submission.ts'
import {
  type EventOf,
  type Happens,
  happens,
  type Received,
  type RecordEvent,
  type Unchanged,
  unchanged,
} from '../../../shared/domain/event.ts'
import { evolve } from '../../../shared/domain/evolve.ts'
import type { Instant, RecordState } from '../../../shared/domain/record.ts'
import type { Clock } from '../ports.ts'
import type { Records, Stored, Update } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { inSlices } from './in-slices.ts'

type LivingEvent = Exclude<RecordEvent, Received>
/** What happens, and what happens right before it, both or none of them. */
type Decision = (Happens<LivingEvent> & { readonly before?: LivingEvent }) | Unchanged
export type Decide = (record: RecordState) => Decision

export interface Extras {
  /** When the gateway next has something to do for the record as it then is. */
  readonly dueAt?: (record: RecordState) => Instant
  readonly attempt?: Attempt
  readonly outcome?: AttemptOutcome
  readonly mostInBatch?: number
  readonly by?: string
  /** What was found out about a record is of no use for what has become of it since: then nothing happens. */
  readonly onlyAsRead?: boolean
}

/**
 * Decides on a record and stores what happens, on the record as it is by then, or only as it was read.
 * @returns the record after it; null if nothing happens to it (any more)
 */
export async function transition(
  records: Records,
  start: Stored,
  decide: Decide,
  extras: Extras = {},
): Promise<Stored | null> {
  for (let was: Stored | null = start; was; was = await records.byGuid(start.record.saleGuid)) {
    const decision = decide(was.record)
    if (decision.kind === 'unchanged') return null
    const written = await records.write({ writes: updatesFor(was, decision, extras) })
    if (written.ok) return written.stored.at(-1) ?? null
    // A person has to look first; the record stays as it is until then.
    if (written.why === 'untrusted' || extras.onlyAsRead) return null
  }
  return null
}

function updatesFor(was: Stored, { before, event }: Extract<Decision, Happens<LivingEvent>>, extras: Extras) {
  if (!before) return [updateFor(was, event, extras)]
  // An attempt and its outcome belong to what happens last.
  const { attempt: _, outcome: _outcome, mostInBatch: _most, ...ofBoth } = extras
  return [updateFor(was, before, ofBoth), updateFor({ ...was, record: evolve(was.record, before) }, event, extras)]
}

function updateFor(was: Stored, event: LivingEvent, extras: Extras): Update {
  const { dueAt, by, attempt, onlyAsRead: _, ...rest } = extras
  // An attempt exists only if the record was claimed for it.
  const claim = event.type === 'claimed' && attempt ? { attempt } : {}
  const at = dueAt?.(evolve(was.record, event)) ?? null
  return { kind: 'update', was, event, by: by ?? null, dueAt: at, ...claim, ...rest }
}

/**
 * Leaves a record that waits to be sent to a person. One that may have been sent is never held: it would not be looked up
 * any more.
 * @returns the record if that changed it
 */
export const leaveToPerson = (
  { records, clock }: Pick<OutboxDeps, 'records' | 'clock'>,
  stored: Stored,
  held: Omit<EventOf<'held'>, 'type' | 'at'>,
): Promise<Stored | null> =>
  transition(records, stored, ({ phase, everSent }) => {
    if (phase !== 'queued') return unchanged
    const at = clock.now()
    return happens(everSent ? { type: 'conflicted', attention: 'conflict', at } : { type: 'held', ...held, at })
  })

/**
 * Brings the notes that wait for records that changed in line with them: they may go now, or never as they are (contract 5).
 * @param wake called for the company of each
 */
export async function followOriginals(
  { records, clock }: Pick<OutboxDeps, 'records' | 'clock'>,
  changed: readonly Stored[],
  wake: (companyGuid: string) => void,
): Promise<void> {
  await inSlices({}, changed, async ({ seq, record }) => {
    for (const note of await records.waitingNotes(seq)) await followOriginalsOf(records, clock, note)
    wake(record.companyGuid)
  })
}

/** @returns the note if it changed */
export async function followOriginalsOf(records: Records, clock: Clock, note: Stored): Promise<Stored | null> {
  const originals = await records.originals(note.seq)
  const state = originalsOf(originals.map(({ record }) => record))
  return transition(records, note, (record) => decideHold(record, state, clock.now()))
}
