import { rmSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { amountIn, searchTermsOf } from '../kept/search-text.ts'

/** Taken up at once: whoever asks meanwhile waits no longer than for that. */
const atOnce = 500

/** Events: some thousand sales. */
const mostBehind = 20_000

/** How far the index is: first every record there was when it was begun, then whatever happened since. */
interface Progress {
  readonly seq: number
  readonly until_seq: number
  readonly event_seq: number
  /** When that event was: of another database it is another moment. */
  readonly event_at: number
}

const fresh: Progress = { seq: 0, until_seq: 0, event_seq: 0, event_at: 0 }

/**
 * Which records may have words in them, by their groups of three letters. It is beside the database and made of nothing
 * but it, some way behind: no sale pays for it, a backup does not hold it, and where it is lost or of another database it
 * is made anew. What it finds is looked at by whoever asks, since three letters each are found in any order.
 */
export class SearchIndex {
  readonly #file: string
  /** Null while there is none that can be asked. */
  #index: Database | null = null
  /** What is there failed, and is not opened again. */
  #isDamaged = false
  readonly #newest
  readonly #eventAt
  readonly #page
  readonly #changed
  readonly #touched

  /** @param records the database, to read from */
  constructor(file: string, records: Database) {
    this.#file = file
    this.#newest = records.prepare<[], Omit<Progress, 'seq'>>(
      `SELECT (SELECT coalesce(max(seq), 0) FROM record) AS until_seq, coalesce(max(seq), 0) AS event_seq,
         coalesce((SELECT at FROM event ORDER BY seq DESC LIMIT 1), 0) AS event_at FROM event`,
    )
    this.#eventAt = records.prepare<[number], number>('SELECT at FROM event WHERE seq = ?').pluck()
    const text = `search_text || char(10) || lower(coalesce(uuid, '')) || char(10) || total_payable AS text`
    this.#page = records.prepare<[number, number, number], Row>(
      `SELECT seq, ${text} FROM record WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    )
    this.#changed = records.prepare<[number, number], ChangedRow>(
      `SELECT event.seq AS event_seq, event.at AS event_at, event.type IN ('received', 'revised', 'converted', 'taken',
         'found', 'adopted', 'covered') AS is_named, record.seq, ${text}
       FROM event CROSS JOIN record ON record.seq = record_seq WHERE event.seq > ? ORDER BY event.seq LIMIT ?`,
    )
    this.#touched = records
      .prepare<[number, number], number>('SELECT record_seq FROM event WHERE seq > ? ORDER BY seq LIMIT ?')
      .pluck()
  }

  /**
   * Goes on a little, and makes it anew where there is none.
   * @returns whether there is nothing more to do for now: everything that has happened is in it, or it failed
   * @throws SqliteError where the database cannot be read, which says nothing of the index
   */
  goOn(): boolean {
    const index = this.#index ?? this.#open()
    const progress = index && this.#inIndex(progressOf)
    if (!progress) return true
    const step = this.#nextAfter(progress)
    if (!step) return true
    const isKept = this.#inIndex((kept) => keep(kept, step)) !== null
    return step.isLast || !isKept
  }

  /**
   * Records of which something was written that is not in the index yet.
   * @returns null where it is not made yet, cannot be asked, or is so far behind that it is no help
   */
  behind(): readonly number[] | null {
    const progress = this.#inIndex(progressOf)
    if (!progress || progress.seq < progress.until_seq) return null
    const { event_seq } = progress
    const seqs = this.#touched.all(event_seq, mostBehind)
    return seqs.length === mostBehind ? null : [...new Set(seqs)]
  }

  /**
   * Records that may match, as far as the index knows.
   * @returns null where no word is long enough to tell, or the index cannot be asked
   */
  candidates(text: string, most: number): readonly number[] | null {
    const groups = searchTermsOf(text).flatMap((term) => matchOf(term) ?? [])
    if (groups.length === 0) return null
    return this.#inIndex((index) =>
      index
        .prepare<unknown[], number>('SELECT rowid FROM found WHERE found MATCH ? LIMIT ?')
        .pluck()
        .all(groups.join(' AND '), most),
    )
  }

  /** @returns null where nothing has happened since */
  #nextAfter(progress: Progress): Step | null {
    if (progress.seq < progress.until_seq) {
      const rows = this.#page.all(progress.seq, progress.until_seq, atOnce)
      return { rows, reached: { ...progress, seq: rows.at(-1)?.seq ?? progress.until_seq }, isLast: false }
    }
    const changes = this.#changed.all(progress.event_seq, atOnce)
    const last = changes.at(-1)
    if (!last) return null
    const named = new Map(changes.filter(({ is_named }) => is_named === 1).map((row) => [row.seq, row]))
    const reached = { ...progress, event_seq: last.event_seq, event_at: last.event_at }
    return { rows: [...named.values()], reached, isLast: changes.length < atOnce }
  }

  /** @returns null where there is none, or it fails: then it is given up, and made anew when it is gone on with next */
  #inIndex<Result>(query: (index: Database) => Result): Result | null {
    if (!this.#index) return null
    try {
      return query(this.#index)
    } catch (cause) {
      if (!(cause instanceof Sqlite.SqliteError)) throw cause
      this.#index.close()
      this.#index = null
      this.#isDamaged = true
      return null
    }
  }

  /** @returns null where none can be made now */
  #open(): Database | null {
    const kept = this.#isDamaged ? null : tried(() => connect(this.#file, progressOf))
    if (kept) {
      const { event_seq, event_at } = kept.result
      this.#index = kept.index
      const isThere = event_seq === 0 || this.#eventAt.get(event_seq) === event_at
      if (isThere) return kept.index
      this.#index = null
      kept.index.close()
    }
    const newest = this.#newest.get() ?? fresh
    this.#index = tried(() => made(this.#file, newest))
    this.#isDamaged = this.#index === null
    return this.#index
  }
}

interface Step {
  readonly rows: readonly Row[]
  readonly reached: Progress
  readonly isLast: boolean
}

const progressOf = (index: Database): Progress => index.prepare<[], Progress>('SELECT * FROM progress').get() ?? fresh

function keep(index: Database, { rows, reached: { seq, until_seq, event_seq, event_at } }: Step): void {
  const put = index.prepare('INSERT OR REPLACE INTO found (rowid, text) VALUES (?, ?)')
  const set = index.prepare('UPDATE progress SET seq = ?, until_seq = ?, event_seq = ?, event_at = ?')
  index.transaction(() => {
    for (const row of rows) put.run(row.seq, row.text)
    set.run(seq, until_seq, event_seq, event_at)
  })()
}

/** Nothing is lost where there is no index, whatever the reason. */
function tried<Result>(task: () => Result): Result | null {
  try {
    return task()
  } catch {
    return null
  }
}

function made(file: string, { until_seq, event_seq, event_at }: Omit<Progress, 'seq'>): Database {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  return connect(file, (index) => {
    index.exec(`CREATE VIRTUAL TABLE found USING fts5 (text, content = '', contentless_delete = 1, detail = none,
        tokenize = 'trigram case_sensitive 1');
      CREATE TABLE progress (seq INTEGER NOT NULL, until_seq INTEGER NOT NULL, event_seq INTEGER NOT NULL,
        event_at INTEGER NOT NULL) STRICT;`)
    index.prepare('INSERT INTO progress VALUES (0, ?, ?, ?)').run(until_seq, event_seq, event_at)
  }).index
}

/** Opens it and begins with something; it is closed where that fails. */
function connect<Result>(file: string, begin: (index: Database) => Result) {
  const index = new Sqlite(file, { timeout: 1_000 })
  try {
    index.pragma('journal_mode = WAL')
    // It is made anew where it is lost.
    index.pragma('synchronous = NORMAL')
    return { index, result: begin(index) }
  } catch (cause) {
    index.close()
    throw cause
  }
}

interface Row {
  readonly seq: number
  readonly text: string
}

interface ChangedRow extends Row {
  readonly event_seq: number
  readonly event_at: number
  readonly is_named: number
}

/** In the words of the index: all groups of the term, or all of the amount that it may be. @returns null where it has none */
function matchOf(term: string): string | null {
  const amount = amountIn(term)
  const ways = [term, ...(amount === null ? [] : [amount])].map(groupsOf)
  return ways.some((groups) => groups.length === 0)
    ? null
    : `(${ways.map((each) => `(${each.join(' AND ')})`).join(' OR ')})`
}

const groupSize = 3

function groupsOf(term: string): readonly string[] {
  const letters = [...term]
  const groups = letters.slice(groupSize - 1).map((_, at) => letters.slice(at, at + groupSize).join(''))
  return [...new Set(groups)].map((group) => `"${group.replaceAll('"', '""')}"`)
}
