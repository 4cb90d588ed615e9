import Database from 'better-sqlite3'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { migrate } from '../../electron/gateway/store/schema/migrate.ts'
import { newestVersion, type Step, steps } from '../../electron/gateway/store/schema/steps.ts'

const addColumn = 'ALTER TABLE setting ADD COLUMN more TEXT'
/** The steps of an invented later release: the schema of today and one more. */
export const laterSteps: readonly Step[] = [
  ...steps,
  { version: newestVersion + 10, sqlite: addColumn, postgres: addColumn },
]
export const laterVersion = newestVersion + 10

/**
 * Opens the database as a later release does.
 * @param all its steps
 */
export function upgrade(file: string, all = laterSteps): void {
  const database = new Database(file)
  try {
    migrate(database, file, all)
  } finally {
    database.close()
  }
}

/** Makes a database of today with the setting `kept` = `yes`, to be found again. */
export function layDatabase(file: string): void {
  const database = openDatabase(file)
  database.exec("INSERT INTO setting (name, value) VALUES ('kept', 'yes')")
  database.close()
}
