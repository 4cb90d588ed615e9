import type { Instant } from '../../../../shared/domain/record.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { EventLine } from '../../store/kept/line.ts'
import type { Lease } from '../../store/port/processes.ts'
import { type Ask, numbersCell, textsCell } from '../ask.ts'
import type { Transaction, Writer } from '../writer.ts'
import { type ArchivedHistory, archivedHistories, blockAt } from './blocks.ts'
import { type ArchivedMonth, nameOf } from './months.ts'

/** Of so many records rows are taken away at once: a few milliseconds, in which no sale is written. */
const recordsAtOnce = 15

interface EndedRecord {
  readonly seq: number
  readonly version: number
  readonly last_event: number
  readonly events: number
  readonly attempts: number
}

/** Records whose life is over and of which there is more than their last event. One that goes on, or went on later, stays whole. */
const ended = `SELECT record.seq, record.version, event.seq AS last_event,
    (SELECT count(*) FROM event each WHERE each.record_seq = record.seq) AS events,
    (SELECT count(*) FROM attempt WHERE attempt.record_seq = record.seq) AS attempts
  FROM record JOIN event ON event.record_seq = record.seq AND event.version = record.version
  WHERE record.seq = ANY ($1::bigint[]) AND company_id = $2 AND event.seq <= $3 AND attention IS NULL
    AND (phase IN ('valid', 'voided', 'cancelled') OR phase = 'invalid' AND closed = 1)
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.record_seq = record.seq)
    AND EXISTS (SELECT 1 FROM event earlier WHERE earlier.record_seq = record.seq AND earlier.version < record.version)`

const endedOf = (ask: Ask, { chain_id, last_event }: ArchivedMonth, records: readonly number[]) =>
  ask<EndedRecord>(ended, numbersCell(records), chain_id, last_event)

interface Removing {
  readonly read: Ask
  readonly writer: Writer
  readonly now: Instant
}

/**
 * Takes away rows of the next block's records, those whose life is over and that the archives have whole, a few in each
 * transaction. What stands in the archive is read right before, and only that goes: lines, events but the last with its
 * line, which others count from, attempts, what became of them and what they sent.
 * @returns whether nothing is left to take away of the month
 * @throws Error where its block is not there; StorageFailure
 */
export async function removeBlock({ read, writer, now }: Removing, row: ArchivedMonth): Promise<boolean> {
  const lease = writer.lease()
  const from = Math.max((row.removed_to ?? 0) + 1, row.first_line)
  const block = await blockAt(read, row, from)
  if (block?.first_line !== from) throw new Error(`the block of line ${from} of ${nameOf(row)} is not there`)
  const records = JSON.parse(block.records) as readonly number[]
  const here = (await endedOf(read, row, records)).map(({ seq }) => seq)
  const isDone = block.last_line === row.last_line
  for (let at = 0; at === 0 || at < here.length; at += recordsAtOnce) {
    const some = here.slice(at, at + recordsAtOnce)
    const histories = await archivedHistories(read, some, now)
    const isLast = at + recordsAtOnce >= here.length
    const end = isLast ? { removedTo: isDone ? null : block.last_line } : null
    await removeSome(writer, { row, lease, histories, end })
    checkpoint('archive_removed')
  }
  return isDone
}

interface Some {
  readonly row: ArchivedMonth
  readonly lease: Lease
  readonly histories: ReadonlyMap<number, ArchivedHistory>
  /** Up to where all is taken away after it; null where that is not written down yet. */
  readonly end: { readonly removedTo: number | null } | null
}

/** Under the lock of writers, and only while nobody has taken over: what is asked here is what is taken away. */
const removeSome = (writer: Writer, { row, lease, histories, end }: Some): Promise<void> =>
  writer.write(async (transaction) => {
    const { ask } = transaction
    const where = 'WHERE chain_id = $1 AND first_line = $2'
    const begun = await ask(
      `UPDATE archive SET removing = true ${where} AND removed_to = $3 RETURNING 1 AS is`,
      row.chain_id,
      row.first_line,
      row.removed_to,
    )
    // Another process went on with it meanwhile.
    if (begun.length === 0) return
    const endedRecords = await endedOf(ask, row, [...histories.keys()])
    const whole = endedRecords.flatMap((now) => {
      const history = histories.get(now.seq)
      return history && isWhole(now, history) ? [{ now, lines: history.lines }] : []
    })
    if (whole.length > 0) await drop(transaction, row, whole)
    if (end)
      await ask(
        `UPDATE archive SET removing = false, removed_to = $3 ${where}`,
        row.chain_id,
        row.first_line,
        end.removedTo,
      )
    else await ask(`UPDATE archive SET removing = false ${where}`, row.chain_id, row.first_line)
    checkpoint('archive_removing')
  }, lease)

/** Whether the archives have all that the tables have of a record. */
const isWhole = ({ version, events, attempts }: EndedRecord, { lines, isLost }: ArchivedHistory): boolean =>
  !isLost &&
  lines.length === version &&
  lines.every((line, at) => line.version === at + 1) &&
  events === version &&
  lines.filter(({ attempt }) => attempt).length === attempts

interface Whole {
  readonly now: EndedRecord
  readonly lines: readonly EventLine[]
}

/** Whoever refers to a row goes before it. @throws Error where something else is there than the archives have */
async function drop({ ask }: Transaction, { chain_id }: ArchivedMonth, whole: readonly Whole[]): Promise<void> {
  const lines = whole.flatMap((each) => each.lines)
  const kept = new Set(whole.map(({ now }) => now.last_event))
  const going = lines.filter(({ seq }) => !kept.has(seq))
  const outcomes = lines.flatMap(({ outcome }) => outcome?.attempt_id ?? [])
  const attempts = lines.flatMap(({ attempt }) => attempt ?? [])
  const among = (place: string) => `IN (SELECT jsonb_array_elements_text(${place}::jsonb))`
  const gone = await Promise.all([
    ask(
      'DELETE FROM journal_line WHERE chain_id = $1 AND line = ANY ($2::bigint[])',
      chain_id,
      numbersCell(going.map(({ line }) => line)),
    ),
    ask('DELETE FROM event WHERE seq = ANY ($1::bigint[])', numbersCell(going.map(({ seq }) => seq))),
    ask(`DELETE FROM attempt_outcome WHERE attempt_id ${among('$1')}`, textsCell(outcomes)),
    ask(`DELETE FROM attempt WHERE id ${among('$1')}`, textsCell(attempts.map(({ id }) => id))),
  ])
  const counts = gone.map(({ count }) => count)
  if (counts.join() !== [going.length, going.length, outcomes.length, attempts.length].join())
    throw new Error(`other rows are there than the archives have: ${counts.join()} of ${lines.length} lines`)
  await ask(
    `DELETE FROM payload WHERE sha256 ${among('$1')} AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.sha256 = payload.sha256)`,
    textsCell(attempts.map(({ sha256 }) => sha256)),
  )
}
