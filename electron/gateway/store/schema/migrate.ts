import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { checkpoint } from '../../platform/crash-points.ts'
import { syncFile, syncFolder, tempNameFor } from '../../platform/durable-file.ts'
import { inspectDatabase } from '../recovery/page-check.ts'
import { StoreRefusal } from '../refusal.ts'
import { findMissingSteps, type Step, steps } from './steps.ts'

/**
 * All steps in one transaction, after a copy of the file. @param all a test adds a step @throws StoreRefusal if another
 * Resit wrote the file, or the copy is damaged
 */
export function migrate(database: Database, file: string, all: readonly Step[] = steps): void {
  const version = database.pragma('user_version', { simple: true }) as number
  const { newest, missing } = findMissingSteps(version, all)
  if (missing.length === 0) return
  if (version > 0) copyInto(database, `${file}.before-${newest}-from-${version}`)
  database.transaction(() => {
    for (const { sqlite } of missing) {
      database.exec(sqlite)
      checkpoint('migration_step')
    }
    database.pragma(`user_version = ${newest}`)
  })()
}

/** The copy gets its name only when it is complete and sound. */
function copyInto(database: Database, copy: string): void {
  const part = tempNameFor(copy)
  try {
    // SQLite keeps the rights of an existing empty file: only its owner may read it.
    writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
    database.prepare('VACUUM INTO ?').run(part)
    const { damage } = inspectDatabase(part)
    if (damage !== null)
      throw new StoreRefusal('unsafe', `the copy of the database before its change is not sound: ${damage}`)
    // VACUUM INTO does not sync.
    syncFile(part)
    renameSync(part, copy)
    syncFolder(dirname(copy))
  } finally {
    rmSync(part, { force: true })
  }
}
