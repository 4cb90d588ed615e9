import type { Database } from 'better-sqlite3'
import { checkpoint } from '../../platform/crash-points.ts'
import { copyBefore, forgetOlderCopies } from '../recovery/storage-copy.ts'
import { type Step, steps, stepsAfter } from './steps.ts'

/**
 * Brings the schema of SQLite up to date, all steps in one transaction, after a backup of what was there. The backup stays
 * until the next change of the schema has succeeded.
 * @param all the steps there are; a test adds one
 * @throws StoreRefusal if another Resit wrote the file, or the backup does not open clean
 */
export function migrate(database: Database, file: string, all: readonly Step[] = steps): void {
  const version = database.pragma('user_version', { simple: true }) as number
  const { newest, missing, rewrites } = stepsAfter(version, all)
  if (missing.length === 0) return
  const copy = version > 0 ? copyBefore(database, { file, version, newest, rewrites }) : null
  database.transaction(() => {
    for (const { sqlite } of missing) {
      database.exec(sqlite)
      checkpoint('migration_step')
    }
    database.pragma(`user_version = ${newest}`)
  })()
  if (copy !== null) forgetOlderCopies(file, copy)
}
