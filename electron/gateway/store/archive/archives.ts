import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { isPastRetention } from '../../../../shared/domain/archive-month.ts'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { ArchivedLine } from '../kept/archive-block.ts'
import type { EventLine } from '../kept/line.ts'
import { ArchiveDamage, ArchiveFile, type Extent } from './archive-file.ts'

/** A row of `archive`: a file that the database relies on. */
export interface ArchiveRow extends Extent {
  readonly name: string
  readonly last_event: number
  readonly first_record: number
  readonly last_record: number
  readonly bytes: number
  readonly made_at: number
  /** Up to which record the rows were taken away that the file has; null once that is done. */
  readonly removed_to: number | null
}

/** A file of the archive is not there, or is not what was kept. */
export class ArchiveLost extends Error {
  override readonly name = 'ArchiveLost'
  readonly findings: readonly JournalFinding[]

  constructor({ name, first_line }: Pick<ArchiveRow, 'name' | 'first_line'>, cause: unknown = null) {
    super(`${name} of the archive cannot be read`, { cause })
    this.findings = [finding('archive_lost', { line: first_line, detail: name })]
  }
}

/** It was taken away after its time: nothing is told of it. */
export class ArchiveDetached extends ArchiveLost {
  override readonly findings = []
}

/** Where the archives of a database are: beside it. */
export const archiveFolder = (databaseFile: string): string => join(dirname(databaseFile), 'archive')

/** A file is not there, and the law asks for it no more either: whoever took it away was free to. */
export const isDetachedFrom = (folder: string, { name }: Pick<ArchiveRow, 'name'>, now: Instant): boolean =>
  isPastRetention(name, now) && !statSync(join(folder, name), { throwIfNoEntry: false })

/** The closed months of a database, in files of their own. */
export class Archives {
  /** When the database was opened: what was detached by then. Where nobody says it, the law asks for all. */
  openedAt: Instant = 0
  readonly #folder: string
  readonly #rows
  readonly #ofRecord
  readonly #end
  readonly #before
  readonly #asked = new Set<string>()
  #open: { readonly name: string; readonly file: ArchiveFile } | null = null

  constructor(database: Database, folder: string) {
    this.#folder = folder
    this.#rows = database.prepare<[], ArchiveRow>('SELECT * FROM archive ORDER BY first_line')
    this.#ofRecord = database.prepare<[number, number], ArchiveRow>(
      'SELECT * FROM archive WHERE first_record <= ? AND last_record >= ? ORDER BY first_line',
    )
    this.#before = database.prepare<[number], ArchiveRow>(
      'SELECT * FROM archive WHERE first_line <= ? ORDER BY first_line DESC LIMIT 1',
    )
    this.#end = database.prepare<[], ArchiveRow>('SELECT * FROM archive ORDER BY first_line DESC LIMIT 1')
  }

  rows(): readonly ArchiveRow[] {
    return this.#rows.all()
  }

  /** The newest; null where nothing was archived. */
  last(): ArchiveRow | null {
    return this.#end.get() ?? null
  }

  /** What happened to a record, as far as it was archived, in order. @throws ArchiveLost */
  eventsOf(record: number): readonly EventLine[] {
    return this.#ofRecord.all(record, record).flatMap((row) => this.reading(row, (file) => file.eventsOf(record)))
  }

  /** @returns null where no archive has that line. @throws ArchiveLost */
  chainAt(line: number): Buffer | null {
    const row = this.#with(line)
    if (!row) return null
    if (row.last_line === line) return row.chain_after
    return this.reading(row, (file) => file.around(line)).find((each) => each.line === line)?.chain ?? null
  }

  /** The lines of a block, from this one on; or of which archive they cannot be read. @returns null as above */
  from(line: number): { readonly row: ArchiveRow; readonly lines: readonly ArchivedLine[] | ArchiveLost } | null {
    const row = this.#with(line)
    if (!row) return null
    try {
      return { row, lines: this.reading(row, (file) => file.around(line)).filter((each) => each.line >= line) }
    } catch (cause) {
      if (!(cause instanceof ArchiveLost)) throw cause
      return { row, lines: cause }
    }
  }

  #with(line: number): ArchiveRow | undefined {
    const row = this.#before.get(line)
    return row && line <= row.last_line ? row : undefined
  }

  /** @throws ArchiveLost where the file is not there, or is not what was kept */
  reading<Read>(row: ArchiveRow, read: (file: ArchiveFile) => Read): Read {
    try {
      if (this.#open?.name !== row.name) {
        this.close()
        this.#open = { name: row.name, file: new ArchiveFile(join(this.#folder, row.name), row) }
      }
      return read(this.#open.file)
    } catch (cause) {
      // Whatever was unpacked of it may be found sound again once somebody has put the file back.
      this.close()
      if (!(cause instanceof ArchiveDamage) && !(cause instanceof Sqlite.SqliteError)) throw cause
      throw this.isDetached(row) ? new ArchiveDetached(row, cause) : new ArchiveLost(row, cause)
    }
  }

  isDetached(row: ArchiveRow): boolean {
    return isDetachedFrom(this.#folder, row, this.openedAt)
  }

  /** Of every file whether it is there and as large as it was; years of them are told apart in a millisecond. */
  absent(): readonly JournalFinding[] {
    return this.rows().flatMap((row) => {
      const found = statSync(join(this.#folder, row.name), { throwIfNoEntry: false })
      return found?.size === row.bytes || this.isDetached(row) ? [] : new ArchiveLost(row).findings
    })
  }

  /** Whether a file is there and says what it holds. */
  lost(row: ArchiveRow): readonly JournalFinding[] {
    try {
      this.reading(row, (file) => file.around(row.first_line))
      return []
    } catch (cause) {
      if (!(cause instanceof ArchiveLost)) throw cause
      return cause.findings
    }
  }

  /** The same of one that was not asked yet since this was opened. @returns null where all were */
  nextLost(): readonly JournalFinding[] | null {
    const row = this.rows().find(({ name }) => !this.#asked.has(name))
    if (!row) return null
    const found = this.lost(row)
    this.#asked.add(row.name)
    return found
  }

  close(): void {
    this.#open?.file.close()
    this.#open = null
  }
}

const known = new WeakMap<Database, Archives>()

/** @param folder where it is not beside the database, said when the database is opened */
export function archivesOf(database: Database, folder = archiveFolder(database.name)): Archives {
  const archives = known.get(database) ?? new Archives(database, folder)
  known.set(database, archives)
  return archives
}

/** Of a database that is about to be closed: no file of its archives is open any more. */
export const closeArchives = (database: Database): void => known.get(database)?.close()
