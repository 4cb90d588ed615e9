import type { Attempt, AttemptOutcome } from '../../../shared/domain/attempt.ts'
import { decideNoteHold, holdReasonOf } from '../../../shared/domain/decide-submission.ts'
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
import type { EpochMs, RecordState } from '../../../shared/domain/record.ts'
import type { Clock } from '../ports.ts'
import type { Records, StoredRecord, Update } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { mapInSlices } from './map-in-slices.ts'

type LivingEvent = Exclude<RecordEvent, Received>
/** Both events or none. */
type Decision = (Happens<LivingEvent> & { readonly before?: LivingEvent }) | Unchanged
export type Decide = (record: RecordState) => Decision

export interface WriteExtras {
  /** The next work for the record after the event. */
  readonly dueAt?: (record: RecordState) => EpochMs
  readonly attempt?: Attempt
  readonly outcome?: AttemptOutcome
  readonly mostInBatch?: number
  readonly by?: string
  /** If the record changed since, nothing happens. */
  readonly onlyAsRead?: boolean
}

/** Decides on the record as it is now, or only as it was read. @returns the record after it; null if nothing happens */
export async function transition(
  records: Records,
  start: StoredRecord,
  decide: Decide,
  extras: WriteExtras = {},
): Promise<StoredRecord | null> {
  for (let was: StoredRecord | null = start; was; was = await records.byGuid(start.record.saleGuid)) {
    const decision = decide(was.record)
    if (decision.kind === 'unchanged') return null
    const written = await records.write({ writes: updatesFor(was, decision, extras) })
    if (written.ok) return written.stored.at(-1) ?? null
    // A person must look at the journal first.
    if (written.why === 'untrusted' || extras.onlyAsRead) return null
  }
  return null
}

function updatesFor(
  was: StoredRecord,
  { before, event }: Extract<Decision, Happens<LivingEvent>>,
  extras: WriteExtras,
) {
  if (!before) return [updateFor(was, event, extras)]
  // An attempt and its outcome belong to the last event.
  const { attempt: _, outcome: _outcome, mostInBatch: _most, ...ofBoth } = extras
  return [updateFor(was, before, ofBoth), updateFor({ ...was, record: evolve(was.record, before) }, event, extras)]
}

function updateFor(was: StoredRecord, event: LivingEvent, extras: WriteExtras): Update {
  const { dueAt, by, attempt, onlyAsRead: _, ...rest } = extras
  const claim = event.type === 'claimed' && attempt ? { attempt } : {}
  const at = dueAt?.(evolve(was.record, event)) ?? null
  return { kind: 'update', was, event, by: by ?? null, dueAt: at, ...claim, ...rest }
}

/**
 * A record that may have been sent is never held, because it would not be looked up any more.
 * @returns the record if it changed
 */
export const leaveToPerson = (
  { records, clock }: Pick<OutboxDeps, 'records' | 'clock'>,
  stored: StoredRecord,
  held: Omit<EventOf<'held'>, 'type' | 'at'>,
): Promise<StoredRecord | null> =>
  transition(records, stored, ({ phase, everSent }) => {
    if (phase !== 'queued') return unchanged
    const at = clock.now()
    return happens(everSent ? { type: 'conflicted', attention: 'conflict', at } : { type: 'held', ...held, at })
  })

/** Waiting notes may go now, or never (contract 5). @param wake called for the company of each */
export async function holdOrReleaseNotes(
  { records, clock }: Pick<OutboxDeps, 'records' | 'clock'>,
  changed: readonly StoredRecord[],
  wake: (companyGuid: string) => void,
): Promise<void> {
  await mapInSlices({}, changed, async ({ seq, record }) => {
    const waiting = (await records.notesOn(seq)).filter(
      ({ record: { phase } }) => phase === 'held' || phase === 'queued',
    )
    for (const note of waiting) await holdOrReleaseNote(records, clock, note)
    wake(record.companyGuid)
  })
}

/** @returns the note if it changed */
export async function holdOrReleaseNote(
  records: Records,
  clock: Clock,
  note: StoredRecord,
): Promise<StoredRecord | null> {
  const attention = holdReasonOf((await records.originals(note.seq)).map(({ record }) => record))
  return transition(records, note, (record) => decideNoteHold(record, attention, clock.now()))
}
