import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sqliteReader } from '../../electron/gateway/store/engines/sqlite.ts'
import { emptyLogEnd, type LogEnd } from '../../electron/gateway/store/log/chain.ts'
import { isSameHash, readLinesAfter, rechainLine } from '../../electron/gateway/store/log/read-log.ts'
import { inspectDatabase } from '../../electron/gateway/store/recovery/page-check.ts'

export interface Survivors {
  /** Acknowledged with 202, but not in the database. Must be empty. */
  readonly lost: readonly string[]
  /** Acknowledged with 202, but without a line in the chain. Must be empty. */
  readonly unlined: readonly string[]
  /** The findings of the database itself. Must be empty. */
  readonly findings: readonly string[]
}

export async function survivors(dataDir: string, acknowledged: readonly string[]): Promise<Survivors> {
  const file = join(dataDir, 'resit.db')
  // A copy is read, so that the files stay as the power cut left them.
  const copies = mkdtempSync(join(tmpdir(), 'resit-left-'))
  try {
    for (const end of ['', '-wal'])
      if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, join(copies, `resit.db${end}`))
    const database = new Database(join(copies, 'resit.db'))
    const kept = new Set(database.prepare<[], string>('SELECT sale_guid FROM record').pluck().all())
    const lined = await linedIn(database)
    database.close()
    const { damage } = inspectDatabase(database.name)
    return {
      lost: acknowledged.filter((saleGuid) => !kept.has(saleGuid)),
      unlined: acknowledged.filter((saleGuid) => !lined.has(saleGuid)),
      findings: damage === null ? [] : [damage],
    }
  } finally {
    rmSync(copies, { recursive: true })
  }
}

/** The sales whose events are in the chain, verified from its first line. */
async function linedIn(database: Database.Database): Promise<ReadonlySet<string>> {
  const guidOf = database.prepare<[number], string>('SELECT sale_guid FROM record WHERE seq = ?').pluck()
  const lined = new Set<string>()
  let previous: LogEnd = emptyLogEnd
  for (const kept of await readLinesAfter(sqliteReader(database), 0, { limit: Number.MAX_SAFE_INTEGER })) {
    if (!isSameHash(rechainLine(kept, previous.chain)?.chain, kept.chain)) break
    previous = kept
    const guid = kept.record === null ? undefined : guidOf.get(kept.record)
    if (guid !== undefined) lined.add(guid)
  }
  return lined
}
