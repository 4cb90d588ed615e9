import type { Database } from 'better-sqlite3'
import { checkpoint } from '../../platform/crash-points.ts'
import type { EventLine } from '../kept/line.ts'
import { ArchiveDetached, type ArchiveRow, type Archives } from './archives.ts'

/** Of so many records rows are taken away at once: a few milliseconds, in which no sale is written. */
const recordsAtOnce = 15

/** A record, and what an archive has of it. */
interface Read {
  readonly record: number
  readonly lines: readonly EventLine[]
}

interface EndedRecord {
  readonly version: number
  readonly last_event: number
}

/**
 * Takes away rows of records whose life is over and that an archive has whole, a few at a time. Each record is read back
 * from the archive right before, tills being heard between two of them, and only what stood there goes, in one
 * transaction: its journal lines, its events but the last, which others count from, its attempts, what became of them and
 * what they sent.
 * @returns a function, prepared once, that says whether nothing is left to take away
 */
export function prepareRemoval(database: Database, archives: Archives): (row: ArchiveRow) => Promise<boolean> {
  const ended = database.prepare<[number], EndedRecord>(
    `SELECT record.version, event.seq AS last_event FROM record
     JOIN event ON event.record_seq = record.seq AND event.version = record.version
     WHERE record.seq = ? AND (phase IN ('valid', 'voided', 'cancelled') OR phase = 'invalid' AND closed = 1)
       AND attention IS NULL
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.record_seq = record.seq)`,
  )
  const count = (table: string) =>
    database.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE record_seq = ?`).pluck()
  const [events, attempts] = [count('event'), count('attempt')]
  const drop = prepareDrops(database)
  const begin = database.prepare('UPDATE archive SET removing = 1 WHERE first_line = ?')
  const end = database.prepare('UPDATE archive SET removing = 0, removed_to = ? WHERE first_line = ?')

  /** One that goes on, or went on later, stays whole; a later archive may have all of it. */
  function endedBy(record: number, lastEvent: number): EndedRecord | null {
    const now = ended.get(record)
    return now && now.last_event <= lastEvent && events.get(record) !== 1 ? now : null
  }

  /** @param lines what the archive has of it, read before: whether that is all is asked of the rows as they are now */
  function remove(record: number, lines: readonly EventLine[], lastEvent: number): void {
    const now = endedBy(record, lastEvent)
    if (!now) return
    const tried = lines.flatMap(({ attempt }) => attempt ?? [])
    const isWhole =
      lines.length === now.version &&
      lines.every(({ version }, at) => version === at + 1) &&
      events.get(record) === lines.length &&
      tried.length === attempts.get(record)
    if (!isWhole) return
    drop(lines, now.last_event)
  }

  /** Unpacking takes longer than taking away; no transaction is open meanwhile, and no sale waits for more than one. */
  async function read(row: ArchiveRow): Promise<readonly Read[]> {
    const after = row.removed_to ?? 0
    const found: Read[] = []
    for (const record of archives.reading(row, (file) => file.recordsAfter(after, recordsAtOnce))) {
      found.push({ record, lines: endedBy(record, row.last_event) ? toldOf(record, archives) : [] })
      await new Promise((resolve) => setImmediate(resolve))
    }
    return found
  }

  const removeSome = database.transaction((row: ArchiveRow, found: readonly Read[]) => {
    begin.run(row.first_line)
    for (const { record, lines } of found) remove(record, lines, row.last_event)
    end.run(found.at(-1)?.record ?? null, row.first_line)
    checkpoint('archive_removing')
    return found.length === 0
  })

  return async (row) => {
    const found = await read(row)
    // Lines refer to events, attempts to payloads, and nothing there finds who refers to a row without looking at all:
    // whoever refers goes in the same transaction.
    database.pragma('foreign_keys = OFF')
    try {
      return removeSome.immediate(row, found)
    } finally {
      database.pragma('foreign_keys = ON')
      checkpoint('archive_removed')
    }
  }
}

/** What the archives have of a record; nothing where a part was detached, and then what is left of it stays. */
function toldOf(record: number, archives: Archives): readonly EventLine[] {
  try {
    return archives.eventsOf(record)
  } catch (cause) {
    if (cause instanceof ArchiveDetached) return []
    throw cause
  }
}

/** @returns takes away all that lines tell of, but for one event */
function prepareDrops(database: Database): (lines: readonly EventLine[], keptEvent: number) => void {
  const dropFrom = (table: string, key: string) => database.prepare(`DELETE FROM ${table} WHERE ${key} = ?`)
  const line = dropFrom('journal_line', 'line')
  const event = dropFrom('event', 'seq')
  const outcome = dropFrom('attempt_outcome', 'attempt_id')
  const attempt = dropFrom('attempt', 'id')
  const payload = dropFrom('payload', 'sha256')
  return (lines, keptEvent) => {
    for (const said of lines) {
      line.run(said.line)
      if (said.seq !== keptEvent) event.run(said.seq)
      if (said.outcome) outcome.run(said.outcome.attempt_id)
      if (said.attempt) attempt.run(said.attempt.id)
      if (said.attempt) payload.run(said.attempt.sha256)
    }
  }
}
