import { decideHold, originalsOf } from '../../../shared/domain/decide-submission.ts'
import type { Clock } from '../ports.ts'
import type { Records, Stored } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { inSlices } from './in-slices.ts'
import { transition } from './transition.ts'

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

/** @returns the note where it changed */
export async function followOriginalsOf(records: Records, clock: Clock, note: Stored): Promise<Stored | null> {
  const originals = await records.originals(note.seq)
  const state = originalsOf(originals.map(({ record }) => record))
  return transition(records, note, (record) => decideHold(record, state, clock.now()))
}
