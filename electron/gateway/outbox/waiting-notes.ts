import { decideHold, originalsOf } from '../../../shared/domain/decide-hold.ts'
import type { Clock } from '../ports.ts'
import type { Records, Stored } from '../store/port/records.ts'
import { transition } from './transition.ts'

/** Brings the notes that wait for a record in line with it: they may go now, or never as they are (contract 5). */
export async function followOriginal(records: Records, clock: Clock, original: Stored): Promise<void> {
  const notes = await records.waitingNotes(original.seq)
  for (const note of notes) await followOriginalsOf(records, clock, note)
}

/** @returns the note where it changed */
export async function followOriginalsOf(records: Records, clock: Clock, note: Stored): Promise<Stored | null> {
  const originals = await records.originals(note.seq)
  const state = originalsOf(originals.map(({ record }) => record))
  return transition(records, note, (record) => decideHold(record, state, clock.now()))
}
