import type { RecordState } from '../../shared/domain/record.ts'
import { isStale } from './change.ts'
import type { World } from './world.ts'

const known = new WeakMap<RecordState, string>()

/** What of a record decides how it goes on: two with the same key behave alike. */
function keyOfRecord(record: RecordState): string {
  const kept = known.get(record)
  if (kept !== undefined) return kept
  const key = JSON.stringify([
    record.phase,
    record.revision,
    record.everSent,
    record.sentBefore,
    record.attemptId,
    record.firstSentAt,
    record.doubtedAt,
    record.lookUps,
    record.lastLookUpAt,
    record.locked,
    record.submissionEnabled,
    record.attention,
    record.cancellableUntil,
    record.authority?.uuid,
    record.cancellation?.state,
  ])
  known.set(record, key)
  return key
}

/** Worlds with the same key are one state of the model. */
export function keyOf(world: World): string {
  const { records, desk, voiding, ...rest } = world
  const read = (of: number, was: RecordState) => (isStale(world, of, was) ? keyOfRecord(was) : '')
  return JSON.stringify([
    records.map(keyOfRecord),
    desk.at === 'built' ? ['built', desk.of, desk.bytes, read(desk.of, desk.was)] : desk,
    voiding && [voiding.of, read(voiding.of, voiding.was)],
    rest.attempts,
    rest.isUp,
    rest.cancelling,
    rest.requests,
    rest.answers,
    rest.cancels,
    rest.ledger,
    rest.payloads,
    rest.named,
  ])
}
