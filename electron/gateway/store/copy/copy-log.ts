import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { unpacked } from '../kept/packed.ts'
import type { LogEnd } from '../log/log.ts'
import { lookAt } from '../recovery/page-check.ts'
import type { CopiedLine } from './replay.ts'

interface Row extends LogEnd {
  /** Null for the line that the copy begins behind. */
  readonly head: string | null
  readonly rest: Buffer | null
}

/** A line to be copied. */
export interface LineToCopy extends LogEnd {
  readonly head: string
  readonly rest: Uint8Array | null
}

const logIn = (folder: string): string => join(folder, 'log.db')
/** A copy that was torn off is begun again; what can be read of it stays beside. */
export function isLogSpoiled(folder: string): boolean {
  try {
    return lookAt(logIn(folder)).damage !== null
  } catch {
    return true
  }
}

export const hasLog = (folder: string): boolean => existsSync(logIn(folder))

/** The second SQLite file: lines of the journal that are appended while the gateway works. */
export class CopyLog {
  readonly #database: Database.Database
  readonly #insert: Database.Statement<[number, Uint8Array, string | null, Uint8Array | null]>
  readonly #last: Database.Statement<[], LogEnd>
  readonly #after: Database.Statement<[number], Row>

  /** @param base the line that the copy begins behind, if there is no file yet; absent to open only what is there */
  constructor(folder: string, base?: LogEnd) {
    this.#database = new Database(logIn(folder), { timeout: 0, fileMustExist: base === undefined })
    try {
      // One writer alone: then the log needs no memory that processes share, which network shares do not have.
      this.#database.pragma('locking_mode = EXCLUSIVE')
      this.#database.pragma('journal_mode = WAL')
      // Never torn by a power cut, and no sync for a sale; what was copied last may be missing then.
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

  /** The last line that it has. */
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

  /** @returns every line behind one of them, in order; it ends before a line that cannot be read */
  *after(seq: number): Generator<CopiedLine> {
    for (let from = seq; ; ) {
      const rows = this.#after.all(from)
      for (const row of rows) {
        const rest = row.rest === null ? Buffer.alloc(0) : unpacked(row.rest)?.plain
        if (row.seq !== from + 1 || row.head === null || rest === undefined) return
        yield { chain: row.chain, head: row.head, rest }
        from = row.seq
      }
      if (rows.length === 0) return
    }
  }

  /** A backup has everything up to this line. The last line stays, because the next one is chained to it. */
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
