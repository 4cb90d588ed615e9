import { Fault, type FaultEntry } from '../../../shared/api/faults.ts'

/** As many as anybody mends in one go; a body can have a hundred thousand. */
const mostTold = 100
/** A pointer repeats a name that the caller chose, which can be as long as the body. */
const longestPointer = 200

/** @param entries what is wrong with a body: the first of them are told one by one, of the others how many they are */
export function validationFailed(entries: readonly FaultEntry[]): Fault {
  const told: FaultEntry[] = entries.slice(0, mostTold).map(inShort)
  const more = entries.length - told.length
  if (more > 0) told.push({ pointer: '', code: 'and_more', values: { count: String(more) } })
  return new Fault('validation_failed', { entries: told, values: { count: String(entries.length) } })
}

const inShort = (entry: FaultEntry): FaultEntry =>
  entry.pointer.length <= longestPointer ? entry : { ...entry, pointer: `${entry.pointer.slice(0, longestPointer)}…` }
