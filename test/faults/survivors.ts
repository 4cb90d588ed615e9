import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { firstPlace } from '../../electron/gateway/store/journal/files.ts'
import { walk } from '../../electron/gateway/store/journal/walk.ts'
import { damagesOf } from '../../electron/gateway/store/recovery/storage-file.ts'

export interface Survivors {
  /** Answered with 202 and gone from the database: must be empty. */
  readonly lost: readonly string[]
  /** Answered with 202 and not in the journal: must be empty. */
  readonly unlined: readonly string[]
  /** What the database itself says: must be empty. */
  readonly findings: readonly string[]
}

/** In each of the two alone: what one of them lost the other might bring back, and would hide. */
export function survivors(dataDir: string, acknowledged: readonly string[]): Survivors {
  const file = join(dataDir, 'resit.db')
  // As it lies there: a copy is read, so that the gateway finds what the cut left.
  const copies = mkdtempSync(join(tmpdir(), 'resit-left-'))
  try {
    for (const end of ['', '-wal'])
      if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, join(copies, `resit.db${end}`))
    const database = new Database(join(copies, 'resit.db'))
    const kept = new Set(database.prepare<[], string>('SELECT sale_guid FROM record').pluck().all())
    const findings = damagesOf(database)
    database.close()
    const lined = linesIn(join(dataDir, 'journal'))
    return {
      lost: acknowledged.filter((saleGuid) => !kept.has(saleGuid)),
      unlined: acknowledged.filter((saleGuid) => !lined.includes(saleGuid)),
      findings,
    }
  } finally {
    rmSync(copies, { recursive: true })
  }
}

/** The heads of all lines of a journal, as far as one follows from the other. */
const linesIn = (directory: string): string =>
  [...walk(directory, firstPlace)].map(({ frame }) => frame.head).join('\n')
