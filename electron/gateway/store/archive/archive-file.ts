import { existsSync, writeFileSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { syncFile } from '../../platform/durable-file.ts'
import {
  type ArchivedLine,
  type Block,
  blockOf,
  grouped,
  linesOf,
  recordNumber,
  recordsIn,
} from '../kept/archive-block.ts'
import { type EventLine, lineOf } from '../kept/line.ts'

/** Marks the file as an archive of ours: "RSAR". */
const applicationId = 0x52534152

/** Which lines of the journal a file holds, and between which chains they stand. */
export interface Extent {
  readonly first_line: number
  readonly last_line: number
  readonly chain_before: Buffer
  readonly chain_after: Buffer
}

const schema = `
CREATE TABLE extent (first_line INTEGER PRIMARY KEY, last_line INTEGER NOT NULL, chain_before BLOB NOT NULL,
  chain_after BLOB NOT NULL) STRICT;
CREATE TABLE block (first_line INTEGER PRIMARY KEY, last_line INTEGER NOT NULL, chain_before BLOB NOT NULL,
  chain_after BLOB NOT NULL, bytes BLOB NOT NULL) STRICT;
-- In which blocks there are lines of a record.
CREATE TABLE place (record_seq INTEGER NOT NULL, first_line INTEGER NOT NULL, PRIMARY KEY (record_seq, first_line))
  STRICT, WITHOUT ROWID;
`

/** Committed at once, and so synced. What waits for the disk unsynced, the sync of a sale waits behind. */
const mostUnsyncedBytes = 4 * 1024 * 1024

/**
 * Writes lines that follow from each other into a new file, down to the disk.
 * @param path of a file that is not there
 * @returns what is in it; null where there were no lines, and then there is no file
 */
export function writeArchive(path: string, lines: Iterable<ArchivedLine>): Extent | null {
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  const database = new Sqlite(path)
  try {
    for (const setting of [`application_id = ${applicationId}`, 'journal_mode = MEMORY', 'synchronous = NORMAL'])
      database.pragma(setting)
    database.exec('BEGIN')
    const extent = filled(database, lines)
    database.exec('COMMIT')
    database.close()
    syncFile(path)
    return extent
  } finally {
    database.close()
  }
}

function filled(database: Database, lines: Iterable<ArchivedLine>): Extent | null {
  database.exec(schema)
  const insertBlock = database.prepare('INSERT INTO block VALUES (?, ?, ?, ?, ?)')
  const insertPlace = database.prepare('INSERT INTO place VALUES (?, ?)')
  let extent: Extent | null = null
  let unsyncedBytes = 0
  for (const group of grouped(lines)) {
    const { first_line, last_line, chain_before, chain_after, bytes } = blockOf(group)
    insertBlock.run(first_line, last_line, chain_before, chain_after, bytes)
    for (const record of recordsIn(group)) insertPlace.run(record, first_line)
    extent = { ...(extent ?? { first_line, chain_before }), last_line, chain_after }
    unsyncedBytes += bytes.length
    if (unsyncedBytes < mostUnsyncedBytes) continue
    database.exec('COMMIT')
    database.exec('BEGIN')
    unsyncedBytes = 0
  }
  if (extent)
    database
      .prepare('INSERT INTO extent VALUES (?, ?, ?, ?)')
      .run(extent.first_line, extent.last_line, extent.chain_before, extent.chain_after)
  return extent
}

/** What an archive says is not what was kept. */
export class ArchiveDamage extends Error {
  override readonly name = 'ArchiveDamage'
}

/** An archive, open to be read; every line that it hands out was proved by its chain. */
export class ArchiveFile {
  readonly #database: Database
  readonly #blockAt
  readonly #places
  readonly #recordsAfter
  /** The last that were unpacked: records next to each other stand in the same ones. */
  readonly #unpacked = new Map<number, Unpacked>()

  /** @throws SqliteError where it cannot be read; ArchiveDamage where there is no such file, or it holds other lines */
  constructor(path: string, expected: Extent) {
    // Of a folder that is not there the library says so in an error of no kind of its own.
    if (!existsSync(path)) throw new ArchiveDamage('it is not there')
    this.#database = new Sqlite(path, { readonly: true, fileMustExist: true })
    try {
      this.#database.pragma('trusted_schema = OFF')
      this.#assertHolds(expected)
      this.#blockAt = this.#database.prepare<[number], Block>(
        'SELECT * FROM block WHERE first_line <= ? ORDER BY first_line DESC LIMIT 1',
      )
      this.#places = this.#database
        .prepare<[number], number>('SELECT first_line FROM place WHERE record_seq = ? ORDER BY first_line')
        .pluck()
      this.#recordsAfter = this.#database
        .prepare<[number, number], number>(
          'SELECT DISTINCT record_seq FROM place WHERE record_seq > ? ORDER BY record_seq LIMIT ?',
        )
        .pluck()
    } catch (cause) {
      this.#database.close()
      throw cause
    }
  }

  #assertHolds({ first_line, last_line, chain_before, chain_after }: Extent): void {
    const said = this.#database.prepare<[], Extent>('SELECT * FROM extent').all()
    const [only] = said
    const holds =
      said.length === 1 &&
      only?.first_line === first_line &&
      only.last_line === last_line &&
      only.chain_before.equals(chain_before) &&
      only.chain_after.equals(chain_after)
    if (!holds) throw new ArchiveDamage('it holds other lines')
  }

  /** The lines of the block with a line. */
  around(line: number): readonly ArchivedLine[] {
    return this.#unpackedAt(line).lines
  }

  #unpackedAt(line: number): Unpacked {
    const block = this.#blockAt.get(line)
    if (!block || block.last_line < line) throw new ArchiveDamage(`it has no line ${line}`)
    const known = this.#unpacked.get(block.first_line)
    if (known) return known
    const lines = linesOf(block)
    if (!lines) throw new ArchiveDamage(`its lines from ${block.first_line} on were changed`)
    const [oldest] = this.#unpacked.keys()
    if (oldest !== undefined && this.#unpacked.size >= mostUnpacked) this.#unpacked.delete(oldest)
    const unpacked = { lines, byRecord: Map.groupBy(lines, ({ head }) => recordNumber(head)) }
    this.#unpacked.set(block.first_line, unpacked)
    return unpacked
  }

  /** What happened to a record, as far as it stands here, in order. */
  eventsOf(record: number): readonly EventLine[] {
    return this.#places
      .all(record)
      .flatMap((first) => this.#unpackedAt(first).byRecord.get(record) ?? [])
      .flatMap((each) => {
        const said = lineOf(each)
        return said.kind === 'event' ? said : []
      })
  }

  recordsAfter(record: number, limit: number): readonly number[] {
    return this.#recordsAfter.all(record, limit)
  }

  /** Every block, one after the other, and whether each record is found where it stands. @throws ArchiveDamage, SqliteError */
  *prove({ first_line, last_line, chain_before, chain_after }: Extent): Generator<undefined> {
    const placed = this.#database.prepare<[number], number>('SELECT count(*) FROM place WHERE first_line = ?').pluck()
    let chain = chain_before
    for (let line = first_line; line <= last_line; ) {
      const lines = this.around(line)
      const [first] = lines
      const last = lines.at(-1)
      if (first?.line !== line || !last || !first.previous.equals(chain))
        throw new ArchiveDamage(`its line ${line} does not follow`)
      const records = recordsIn(lines)
      const isFound = [...records].every((record) => this.#places.all(record).includes(line))
      if (!isFound || placed.get(line) !== records.size)
        throw new ArchiveDamage(`its places of line ${line} were changed`)
      chain = last.chain
      line = last.line + 1
      yield
    }
    if (!chain.equals(chain_after)) throw new ArchiveDamage('it ends with another line')
  }

  close(): void {
    this.#database.close()
  }
}

const mostUnpacked = 4

interface Unpacked {
  readonly lines: readonly ArchivedLine[]
  /** Acts under null. */
  readonly byRecord: ReadonlyMap<number | null, readonly ArchivedLine[]>
}
