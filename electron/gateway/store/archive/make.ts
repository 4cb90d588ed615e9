import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { monthOf } from '../../../../shared/domain/archive-month.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import { partBeside, partsBeside, syncFile, syncFolder } from '../../platform/durable-file.ts'
import { prepareLineRows } from '../journal/line-rows.ts'
import { placeOf, walk } from '../journal/walk.ts'
import type { ArchivedLine } from '../kept/archive-block.ts'
import { frameAt } from '../kept/frame.ts'
import { type Line, lineOf } from '../kept/line.ts'
import { ArchiveFile, type Extent, writeArchive } from './archive-file.ts'
import { type ArchiveRow, archiveFolder, archivesOf, closeArchives } from './archives.ts'
import { refuseWithoutRoom } from './room.ts'

export interface Making {
  /** The database. */
  readonly file: string
  /** The journal's. */
  readonly directory: string
  /** Only months that ended before this. */
  readonly endedBefore: Instant
  readonly now: Instant
}

/** A file that is relied on already. */
export interface Proving {
  /** The database. */
  readonly file: string
  readonly row: Extent & Pick<ArchiveRow, 'name'>
}

export type Made = Omit<ArchiveRow, 'removed_to' | 'made_at'>

/**
 * Writes the lines of the oldest month that is still in the database into a file beside it, and proves that file: each
 * line against the rows it tells of, the whole against the journal's files, and both against what can be read back.
 * Nothing is taken away here. What is read are rows that never change, each proved by its line's chain: no one state of
 * the database is held meanwhile, or what tills sell could not be folded back until the end, and a sale would do it all.
 * @returns null where no month is over yet
 * @throws Error where anything does not hold, or of the file system
 */
export function makeArchive(making: Making): Made | null {
  const database = new Sqlite(making.file, { readonly: true, fileMustExist: true })
  try {
    return made(database, making)
  } finally {
    closeArchives(database)
    database.close()
  }
}

function made(database: Database, making: Making): Made | null {
  const folder = archiveFolder(making.file)
  const before = archivesOf(database).last()
  const lines = new MonthOfLines(database, before, making)
  if (lines.month === null) return null
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  syncFolder(dirname(folder))
  refuseWithoutRoom(folder)
  const base = join(folder, 'making')
  // What a crash left of one that was never named.
  for (const part of partsBeside(base)) rmSync(part, { force: true })
  const part = partBeside(base)
  try {
    const extent = writeArchive(part, lines.read())
    checkpoint('archive_written')
    if (!extent || lines.firstRecord === null) return null
    prove(part, extent)
    assertInJournal(making.directory, extent)
    const name = `${lines.month}-${extent.chain_after.toString('hex').slice(0, 8)}.archive`
    const file = join(folder, name)
    if (!isThere(file, extent)) {
      quarantine(file, making.now)
      renameSync(part, file)
    }
    checkpoint('archive_named')
    syncFile(file)
    syncFolder(folder)
    return { ...extent, name, bytes: statSync(file).size, ...lines.told(), first_record: lines.firstRecord }
  } finally {
    rmSync(part, { force: true })
  }
}

/** Made before a crash, or by a database that was put back: its name says how its lines end. */
function isThere(file: string, extent: Extent): boolean {
  if (!existsSync(file)) return false
  try {
    prove(file, extent)
    return true
  } catch {
    // Whatever it is, it is not what is kept now.
    return false
  }
}

/** What nobody relies on is not written over: it may hold what nothing else does. */
function quarantine(file: string, now: Instant): void {
  if (existsSync(file)) renameSync(file, `${file}.set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`)
}

/** @throws ArchiveDamage, SqliteError where it is not what was kept */
export function proveArchive({ file, row }: Proving): void {
  const { chain_before, chain_after } = row
  prove(join(archiveFolder(file), row.name), {
    ...row,
    chain_before: Buffer.from(chain_before),
    chain_after: Buffer.from(chain_after),
  })
}

/** Every line of it, read back from the disk. @throws ArchiveDamage, SqliteError */
function prove(path: string, extent: Extent): void {
  const file = new ArchiveFile(path, extent)
  try {
    for (const _ of file.prove(extent));
  } finally {
    file.close()
  }
}

/** The other copy of what will be taken away. @throws Error where it does not say the same */
function assertInJournal(directory: string, { first_line, last_line, chain_before, chain_after }: Extent): void {
  const start = placeOf(directory, first_line - 1)
  if (!start?.chain.equals(chain_before)) throw new Error(`the journal has no line ${first_line - 1} that was archived`)
  for (const { place } of walk(directory, start)) {
    if (place.line < last_line) continue
    if (place.chain.equals(chain_after)) return
    break
  }
  throw new Error(`the journal does not have the lines up to ${last_line} that were archived`)
}

/** The lines of one month, from the last archive on, as the rows of the database tell them. */
class MonthOfLines {
  /** Null where it is not over. */
  readonly month: string | null
  firstRecord: number | null = null
  #lastRecord = 0
  #lastEvent
  readonly #rows
  readonly #from
  readonly #chain: Buffer
  readonly #upTo
  readonly #making

  constructor(database: Database, before: ArchiveRow | null, making: Making) {
    this.#rows = prepareLineRows(database)
    this.#from = before?.last_line ?? 0
    this.#chain = before?.chain_after ?? Buffer.alloc(32)
    this.#lastEvent = before?.last_event ?? 0
    this.#making = making
    // The newest event keeps its line: whatever comes next is counted from it.
    this.#upTo =
      database
        .prepare<[], number>('SELECT line - 1 FROM journal_line WHERE event_seq IS NOT NULL ORDER BY line DESC LIMIT 1')
        .pluck()
        .get() ?? 0
    this.month = this.#oldest()
  }

  #oldest(): string | null {
    const { endedBefore, now } = this.#making
    for (const { said } of this.#said()) {
      // What people did before anything was sold goes with the first month in which something was.
      if (said.kind !== 'event' || said.at >= now) continue
      const { name, endsAt } = monthOf(said.at)
      return endsAt <= endedBefore ? name : null
    }
    return null
  }

  *read(): Generator<ArchivedLine> {
    const { now } = this.#making
    for (const { said, archived } of this.#said()) {
      // A line that a wrong clock dated ahead of all others holds none of them up.
      const isLater = said.at < now && this.month !== null && monthOf(said.at).name > this.month
      if (isLater && this.firstRecord !== null) return
      if (said.kind === 'event') {
        this.#lastEvent = said.seq
        this.firstRecord = Math.min(this.firstRecord ?? said.record, said.record)
        this.#lastRecord = Math.max(this.#lastRecord, said.record)
      }
      yield archived
    }
  }

  told() {
    return { last_event: this.#lastEvent, last_record: this.#lastRecord }
  }

  /** @throws Error where the rows do not say what was written */
  *#said(): Generator<{ readonly said: Line; readonly archived: ArchivedLine }> {
    let previous = this.#chain
    for (const kept of this.#rows.after(this.#from, this.#upTo)) {
      const frame = kept.frame(previous)
      const read = frame && kept.chain && frame.chain.equals(kept.chain) ? frameAt(frame.bytes, 0) : null
      if (!read) throw new Error(`line ${kept.line} of the database does not say what was written`)
      const { head, rest, chain } = read
      yield { said: lineOf(read), archived: { line: kept.line, previous, chain, head, rest } }
      previous = chain
    }
  }
}
