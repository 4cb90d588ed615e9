import type { RecordState } from '../../shared/domain/record.ts'
import { isStale } from './change.ts'
import type { Sender, World } from './world.ts'

const written = new WeakMap<object, string>()

/** A move leaves most parts of a world unchanged, so the text of each part is cached. */
function textOf<Part extends object>(part: Part, write: (part: Part) => unknown = (it) => it): string {
  const known = written.get(part)
  if (known !== undefined) return known
  const text = JSON.stringify(write(part))
  written.set(part, text)
  return text
}

/** The part of a record that decides its future. */
const keyOfRecord = (record: RecordState): string =>
  textOf(record, (it) => [
    it.phase,
    it.revision,
    it.everSent,
    it.sentBefore,
    it.confirmedNotReceived,
    it.attemptId,
    it.firstSentAt,
    it.doubt?.since,
    it.doubt?.lookUps,
    it.doubt?.lastLookUpAt,
    it.closed,
    it.attention,
    it.cancellableUntil,
    it.authority?.uuid,
    it.cancellation?.state,
    it.cancellation?.doubtedAt,
  ])

/** Worlds with the same key are one state of the model. */
export function keyOf(world: World): string {
  const { records, sender, voiding } = world
  const { attempts, requests, answers, cancels, ledger, payloads, named, cancelling, asleep } = world
  const parts = [attempts, requests, answers, cancels, ledger, payloads, named, cancelling, asleep]
  return [
    world.isUp ? 'up' : 'down',
    ...records.map(keyOfRecord),
    keyOfSender(world, sender),
    voiding ? `void ${voiding.of}${keyOfRead(world, voiding.of, voiding.was)}` : '',
    ...parts.map((part) => textOf(part)),
  ].join('|')
}

const keyOfSender = (world: World, sender: Sender): string =>
  sender.at === 'built'
    ? `built ${sender.of} ${sender.bytes}${keyOfRead(world, sender.of, sender.was)}`
    : textOf(sender)

/** A record as it was read matters only if it has changed since. */
const keyOfRead = (world: World, of: number, was: RecordState): string =>
  isStale(world, of, was) ? keyOfRecord(was) : ''
