import type { RecordState } from '../../shared/domain/record.ts'
import { statusOf } from '../../shared/domain/status.ts'
import { type Entry, type Request, ticks, type World } from './world.ts'

/** What must be true in every world, by its number in reliability 4.4. */
export const invariants: Readonly<Record<string, (world: World) => boolean>> = {
  '1 a voided document is neither at the authority nor on its way': (world) =>
    every(world, ['voided'], (of) => !counted(world).some(isOf(of)) && !mayCount(world, of)),
  '2 a voided record was never sent, and its attempts are proven unsent': (world) =>
    every(
      world,
      ['voided'],
      (of, { everSent, revision }) => !everSent && attemptsOf(world, of, revision).every(({ end }) => end === 'unsent'),
    ),
  '3 the authority has one document that counts': (world) => counted(world).length <= 1,
  '4 one record stands under a business key': ({ records }) =>
    records.filter(({ phase }) => phase !== 'voided' && phase !== 'invalid').length <= 1,
  '6 every copy of a revision is the same, byte for byte': (world) =>
    every(world, null, (of, { revision }) => {
      const sent = attemptsOf(world, of, revision).filter(
        ({ end }) => end !== 'unsent' && end !== 'confirmed_not_received',
      )
      return new Set(sent.map(({ bytes }) => bytes)).size <= 1
    }),
  '7 what is submitted, valid or cancelled is at the authority, byte for byte': (world) =>
    every(world, ['submitted', 'valid', 'cancelled'], (of, { authority, revision }) => {
      const entry = world.ledger.find(({ uuid }) => uuid === authority?.uuid)
      return entry !== undefined && attemptsOf(world, of, revision).some(({ bytes }) => bytes === entry.bytes)
    }),
  '8 what is cancelled is cancelled at the authority': (world) =>
    every(world, ['cancelled'], (_, { authority }) => entryOf(world, authority?.uuid)?.status === 'cancelled'),
  '8 what counts as not asked or refused was not cancelled by us, and no request for it is on its way': (world) =>
    every(world, ['valid'], (_, { authority, cancellation }) => {
      if (cancellation?.state !== 'requested' && cancellation?.state !== 'refused') return true
      const entry = entryOf(world, authority?.uuid)
      return entry?.cancelledBy !== 'us' && !mayStillCancel(world, entry)
    }),
  '9 an invalid document counts nowhere, and none of it is on its way': (world) =>
    every(
      world,
      ['invalid'],
      (of) =>
        !counted(world).some(isOf(of)) &&
        !world.attempts.some((attempt) => attempt.of === of && attempt.end === 'open') &&
        !mayCount(world, of),
    ),
  '10 whatever counts at the authority has a record that says so': (world) =>
    counted(world).every(({ of }) => {
      const record = world.records[of]
      return record !== undefined && record.phase !== 'voided' && record.everSent
    }),
  '13 every attempt that leaves is on record before': ({ requests, attempts }) =>
    requests.every(({ attemptId }) => attempts.some(({ id }) => id === attemptId)),
  '14 an attempt is open only while its record is being sent, and there is one': (world) =>
    world.attempts.every(({ id, of, end }) => {
      const record = world.records[of]
      return end !== 'open' || (record?.phase === 'sending' && record.attemptId === id)
    }),
  '15 a cancellation is asked for only of what is valid': ({ cancels, ledger }) =>
    cancels.every(({ uuid }) =>
      ['valid', 'cancelled'].includes(ledger.find((entry) => entry.uuid === uuid)?.status ?? ''),
    ),
  '21 Pending promises that nothing was accepted': (world) =>
    every(world, null, (of, record) => statusOf(record) !== 'Pending' || !counted(world).some(isOf(of))),
}

type Holds = (of: number, record: RecordState) => boolean

const every = ({ records }: World, phases: readonly string[] | null, holds: Holds): boolean =>
  records.every((record, of) => (phases !== null && !phases.includes(record.phase)) || holds(of, record))

/** A duplicate that the authority will find does not count. A cancelled document does: it was valid. */
export const counted = ({ ledger }: World) =>
  ledger.filter(
    ({ of, status, isDouble }) =>
      of >= 0 && (status === 'valid' || status === 'cancelled' || (status === 'pending' && !isDouble)),
  )

const isOf =
  (of: number) =>
  (thing: { readonly of: number }): boolean =>
    thing.of === of

const attemptsOf = ({ attempts }: World, of: number, revision: number) =>
  attempts.filter((attempt) => attempt.of === of && attempt.revision === revision)

const entryOf = ({ ledger }: World, uuid: string | undefined) => ledger.find((entry) => entry.uuid === uuid)

/** A request on its way that would cancel the document. */
const mayStillCancel = ({ cancels }: World, entry: Entry | undefined): boolean =>
  entry?.status === 'valid' && entry.validFor < ticks.cancelWindow && cancels.some(({ uuid }) => uuid === entry.uuid)

/** A request on its way that the authority would accept. */
const mayCount = (world: World, of: number): boolean =>
  world.requests.some((request) => request.of === of && !isCaught(world, request))

/** The authority will recognise it as a duplicate. */
const isCaught = ({ payloads, ledger }: World, { bytes, left }: Request): boolean =>
  payloads.some((payload) => payload.bytes === bytes && payload.age + left < ticks.payloadWindow) ||
  ledger.some((entry) => entry.bytes === bytes && entry.age + left < ticks.duplicateWindow)

/** What must be true of every move from one world to the next. */
export const stepInvariants: Readonly<Record<string, (before: World, after: World) => boolean>> = {
  '11 voided and cancelled are for ever': (before, after) =>
    before.records.every(
      ({ phase }, of) => !['voided', 'cancelled'].includes(phase) || after.records[of]?.phase === phase,
    ),
  '21 a status never goes back, unless nothing was sent after all': (before, after) =>
    before.records.every((was, of) => {
      const [from, to] = [statusOf(was), statusOf(after.records[of] ?? was)]
      if (from === 'Valid') return to === 'Valid' || to === 'Cancelled'
      return from !== 'InProgress' || to !== 'Pending' || !was.sentBefore
    }),
  '27 nothing stays in sending over a restart': (before, after) =>
    before.isUp || !after.isUp || after.records.every(({ phase }) => phase !== 'sending'),
  '28 no record disappears': (before, after) => after.records.length >= before.records.length,
}
