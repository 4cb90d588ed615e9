import Database from 'better-sqlite3'
import { steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { applicationId } from '../../electron/gateway/store/open.ts'

/** Of the first release there is. */
export const firstVersion = steps[0].version

/** A database as a version left it whose last step was this one, and open: the test writes the rows of that time. */
export function olderDatabase(file: string, lastStep = firstVersion): Database.Database {
  const database = new Database(file)
  database.pragma('foreign_keys = OFF')
  database.pragma(`application_id = ${applicationId}`)
  for (const { version, sql } of steps) if (version <= lastStep) database.exec(sql)
  database.pragma(`user_version = ${lastStep}`)
  return database
}

/** As the first release left it, with one setting to be found again: `kept`, which is `yes`. */
export function layOldDatabase(file: string): void {
  const database = olderDatabase(file)
  database.exec("INSERT INTO setting (name, value) VALUES ('kept', 'yes')")
  database.close()
}

/** @param cells by the names of their columns */
export function insertInto(database: Database.Database, table: string, cells: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(cells)
  const places = names.map(() => '?')
  database.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${places.join()})`).run(...Object.values(cells))
}
