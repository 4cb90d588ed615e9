import Database from 'better-sqlite3'
import { applicationId, schema, schemaVersion } from './schema.ts'

/**
 * Opens the authority's memory.
 * @param file null keeps it in memory
 * @throws Error where the file is another program's, or of another version of the practice authority
 */
export function openLedgerFile(file: string | null): Database.Database {
  const database = new Database(file ?? ':memory:', { timeout: 250 })
  try {
    const id = database.pragma('application_id', { simple: true })
    const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
    if (tables !== 0 && id !== applicationId) throw new Error('the practice ledger belongs to another program')
    database.pragma('journal_mode = WAL')
    // Less than the shop's store asks for, on purpose: this is what the authority remembers, not what the shop does,
    // and after a power cut the real one would still be there.
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    // 4 MB: it shares the memory of a shop's computer, and nobody waits for it.
    database.pragma('cache_size = -4096')
    if (tables === 0) create(database)
    const version = database.pragma('user_version', { simple: true })
    if (version !== schemaVersion)
      throw new Error(`the practice ledger is of version ${String(version)}, not ${schemaVersion}`)
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

function create(database: Database.Database): void {
  database.transaction(() => {
    database.pragma(`application_id = ${applicationId}`)
    database.exec(schema)
    database.pragma(`user_version = ${schemaVersion}`)
  })()
}
