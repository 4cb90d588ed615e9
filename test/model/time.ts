import type { EpochMs, RecordState } from '../../shared/domain/record.ts'
import { type Sender, type Setting, ticks, type World } from './world.ts'

/**
 * The world one tick later; null if a message must arrive or get lost first. If no one cancels, the cancellation period
 * never ends, because its end would only add worlds.
 */
export function pass(world: World, { cancels }: Setting): World | null {
  const onTheWay = [...world.requests, ...world.answers, ...world.cancels]
  if (onTheWay.some(({ left }) => left === 0)) return null
  const older = (record: RecordState) => aged(record, cancels)
  const nearer = <Thing extends { readonly left: number }>(thing: Thing): Thing => ({ ...thing, left: thing.left - 1 })
  return {
    ...world,
    records: world.records.map(older),
    sender: olderSender(world.sender, older),
    asleep: { ...world.asleep, sender: olderSender(world.asleep.sender, older) },
    voiding: world.voiding && { ...world.voiding, was: older(world.voiding.was) },
    requests: world.requests.map(nearer),
    answers: world.answers.map(nearer),
    cancels: world.cancels.map(nearer),
    ledger: world.ledger.map((entry) => ({
      ...entry,
      age: Math.min(entry.age + 1, ticks.duplicateWindow),
      validFor: cancels && entry.status === 'valid' ? Math.min(entry.validFor + 1, ticks.cancelWindow) : 0,
    })),
    payloads: world.payloads.flatMap(({ bytes, age }) =>
      age + 1 < ticks.payloadWindow ? { bytes, age: age + 1 } : [],
    ),
  }
}

function olderSender(sender: Sender, older: (record: RecordState) => RecordState): Sender {
  if (sender.at === 'claimed') return { ...sender, left: Math.max(sender.left - 1, 0) }
  return sender.at === 'built' ? { ...sender, was: older(sender.was) } : sender
}

const earlier = (at: EpochMs, oldest: number) => Math.max(at - 1, -oldest)
const earlierOrNull = (at: EpochMs | null, oldest: number) => (at === null ? null : earlier(at, oldest))

function aged(record: RecordState, cancels: boolean): RecordState {
  return {
    ...record,
    firstSentAt: earlierOrNull(record.firstSentAt, ticks.resendWindow),
    doubt: record.doubt && {
      ...record.doubt,
      since: earlier(record.doubt.since, ticks.quarantine),
      lastLookUpAt: earlierOrNull(record.doubt.lastLookUpAt, ticks.lookUpInterval),
    },
    cancellation: record.cancellation && {
      ...record.cancellation,
      doubtedAt: earlierOrNull(record.cancellation.doubtedAt, ticks.quarantine),
    },
    cancellableUntil: cancels ? earlierOrNull(record.cancellableUntil, 0) : record.cancellableUntil,
  }
}
