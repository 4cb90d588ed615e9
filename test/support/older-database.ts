import Database from 'better-sqlite3'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { migrate } from '../../electron/gateway/store/schema/migrate.ts'
import { newestVersion, type Step, steps } from '../../electron/gateway/store/schema/steps.ts'

const addColumn = 'ALTER TABLE setting ADD COLUMN more TEXT'
/** As a later release may have them: there is one schema yet, and one step more. */
export const laterSteps: readonly Step[] = [
  ...steps,
  { version: newestVersion + 10, sqlite: addColumn, postgres: addColumn },
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
