import type { Database } from 'better-sqlite3'
import { finding } from '../../../shared/domain/journal-finding.ts'
import { CompanyIds } from './areas/company-ids.ts'
import { sqliteEngine } from './engines/sqlite.ts'
import type { FolderLock } from './folder-lock.ts'
import { GroupCommit } from './group-commit.ts'
import { prepareJournal } from './journal/area.ts'
import type { Journal, JournalOptions } from './journal/journal.ts'
import { openJournal, readJournal, withoutJournal } from './journal/open.ts'
import { openDatabase, refusalOfDamage } from './open.ts'
import type { Store, Upkeep } from './port/port.ts'
import { damagesInUse, endReadingApart } from './recovery/apart.ts'
import { backUp, copiedOf } from './recovery/backup.ts'
import { isDamage } from './recovery/damage.ts'
import { storedOf } from './tables/stored-of.ts'
import { tablesOver } from './tables/tables.ts'

/**
 * The store behind SQLite, for one process alone.
 * @param file the database; made where there is none
 * @param journal null to read only
 * @param lock of whoever holds it for longer than the store is open
 * @throws StoreRefusal where it must not be used
 */
export function openSqliteStore(
  file: string,
  journal: JournalOptions | null = { now: 0, after: 0 },
  lock?: FolderLock,
): Store {
  const database = openDatabase(file, lock)
  try {
    return storeOver(database, journal)
  } catch (cause) {
    database.close()
    throw isDamage(cause) ? refusalOfDamage(file, cause) : cause
  }
}

/**
 * The store over a database that is open already; it closes it.
 * @param options null where it is only read
 * @param notAsWritten what is kept of a record is not what was written, and there is no journal to write that down in
 */
export function storeOver(
  database: Database,
  options: JournalOptions | null = null,
  notAsWritten: (record: number) => void = () => undefined,
): Store {
  const ids = new CompanyIds(database)
  const opened = options && openJournal(database, ids, options)
  const within = opened?.within ?? withoutJournal(database)
  const commit = new GroupCommit(database, opened?.journal.lines)
  const found = (code: 'row_damaged' | 'body_damaged') => (record: number) =>
    opened ? opened.journal.found([finding(code, { record })]) : notAsWritten(record)
  const damaged = found('row_damaged')
  const bodyDamaged = found('body_damaged')
  const engine = sqliteEngine(database, commit, within)
  const isTrusted = () => opened?.journal.isTrusted ?? true
  const tables = tablesOver(engine, { stored: storedOf(engine, damaged), damaged, bodyDamaged, isTrusted })
  return {
    ...tables,
    companies: {
      ...tables.companies,
      async save(company, by) {
        const saved = await tables.companies.save(company, by)
        ids.reload()
        return saved
      },
    },
    upkeep: prepareUpkeep(database, commit, opened?.journal ?? null),
    journal: opened ? prepareJournal(opened.journal, commit, opened.deps) : readJournal(database),
  }
}

function prepareUpkeep(database: Database, commit: GroupCommit, journal: Journal | null): Upkeep {
  return {
    backup: (file) => backUp(database, file),
    backupProgress: async (file) => copiedOf(file),
    async bytes() {
      return (
        Number(database.pragma('page_count', { simple: true })) * Number(database.pragma('page_size', { simple: true }))
      )
    },
    async integrity() {
      const damages = await damagesInUse(database)
      // Whoever found it: nothing goes out of a damaged database.
      journal?.found(damages.map((detail) => finding('database_damaged', { detail })))
      return damages
    },
    async close() {
      try {
        // Behind every write that was asked for before: from here on this run is known to have stopped.
        await commit.write(() => journal?.session.end())
        await endReadingApart(database.name)
        // Whoever reads it even now keeps nobody waiting.
        database.pragma('busy_timeout = 0')
        database.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        // What cannot be written any more is let go all the same: it is opened anew.
        database.close()
      }
    },
  }
}
