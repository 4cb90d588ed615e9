import Database from 'better-sqlite3'
import { migrate, newestVersion, type Step, steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'

/** As a later release may have them: there is one schema yet, and one step more. */
export const laterSteps: readonly Step[] = [
  ...steps,
  { version: newestVersion + 10, sql: 'ALTER TABLE setting ADD COLUMN more TEXT' },
]
export const laterVersion = newestVersion + 10

/** What a later release does at its start. @param all its steps */
export function upgrade(file: string, all = laterSteps): void {
  const database = new Database(file)
  try {
    migrate(database, file, all)
  } finally {
    database.close()
  }
}

/** A database of today with one setting to be found again: `kept`, which is `yes`. */
export function layDatabase(file: string): void {
  const database = openDatabase(file)
  database.exec("INSERT INTO setting (name, value) VALUES ('kept', 'yes')")
  database.close()
}
