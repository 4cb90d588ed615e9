import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import type { LogEnd } from '../log/chain.ts'
import { inspectDatabase } from '../recovery/page-check.ts'
import { unpack } from '../rows/compression.ts'
import type { CopiedLine } from './replay.ts'

interface Row extends LogEnd {
  /** Null for the line before the first. */
  readonly head: string | null
  readonly rest: Buffer | null
}

export interface LineToCopy extends LogEnd {
  readonly head: string
  readonly rest: Uint8Array | null
}

const logIn = (folder: string): string => join(folder, 'log.db')
/** A damaged copy is set aside and begun again. */
export const isCopyLogDamaged = (folder: string): boolean =>
  nullIfThrown(() => inspectDatabase(logIn(folder)).damage !== null) ?? true

export const hasCopyLog = (folder: string): boolean => existsSync(logIn(folder))

/** A second SQLite file, to which lines of the journal are appended. */
export class CopyLog {
  readonly #database: Database.Database
  readonly #insert: Database.Statement<[number, Uint8Array, string | null, Uint8Array | null]>
  readonly #last: Database.Statement<[], LogEnd>
  readonly #after: Database.Statement<[number], Row>

  /** @param base the line before the first, for a new file; absent to open only an existing one */
  constructor(folder: string, base?: LogEnd) {
    this.#database = new Database(logIn(folder), { timeout: 0, fileMustExist: base === undefined })
    try {
      // One writer: so the log needs no shared memory, which network shares do not have.
      this.#database.pragma('locking_mode = EXCLUSIVE')
      this.#database.pragma('journal_mode = WAL')
      // Safe in a power cut without a sync for each sale; the last lines may be missing then.
      this.#database.pragma('synchronous = NORMAL')
      this.#database.pragma('cache_size = -1024')
      this.#database.exec(
        'CREATE TABLE IF NOT EXISTS line (seq INTEGER PRIMARY KEY, chain BLOB NOT NULL, head TEXT, rest BLOB) STRICT',
      )
      this.#insert = this.#database.prepare('INSERT INTO line (seq, chain, head, rest) VALUES (?, ?, ?, ?)')
      this.#last = this.#database.prepare('SELECT seq, chain FROM line ORDER BY seq DESC LIMIT 1')
      this.#after = this.#database.prepare(
        'SELECT seq, chain, head, rest FROM line WHERE seq > ? AND head IS NOT NULL ORDER BY seq LIMIT 500',
      )
      if (base && !this.#last.get()) this.#insert.run(base.seq, base.chain, null, null)
    } catch (cause) {
      this.#database.close()
      throw cause
    }
  }

  get end(): LogEnd {
    const end = this.#last.get()
    if (!end) throw new Error('the log of the copy is empty')
    return end
  }

  append(lines: readonly LineToCopy[]): void {
    this.#database.transaction(() => {
      for (const { seq, chain, head, rest } of lines) this.#insert.run(seq, chain, head, rest)
    })()
  }

  /** @returns the lines after this one; it ends before a line that cannot be read */
  *after(seq: number): Generator<CopiedLine> {
    for (let from = seq; ; ) {
      const rows = this.#after.all(from)
      for (const row of rows) {
        const rest = row.rest === null ? Buffer.alloc(0) : unpack(row.rest)?.plain
        if (row.seq !== from + 1 || row.head === null || rest === undefined) return
        yield { chain: row.chain, head: row.head, rest }
        from = row.seq
      }
      if (rows.length === 0) return
    }
  }

  /** The last line stays: the next one is chained to it. */
  forgetUpTo(backedUp: number): void {
    const seq = Math.min(backedUp, this.end.seq)
    this.#database.transaction(() => {
      this.#database.prepare('DELETE FROM line WHERE seq < ?').run(seq)
      this.#database.prepare('UPDATE line SET head = NULL, rest = NULL WHERE seq = ?').run(seq)
    })()
  }

  close(): void {
    this.#database.close()
  }
}
