import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { sqliteReader } from '../engines/sqlite.ts'
import { verifyStore } from '../log/verify.ts'
import type { JournalHead, VerifyReport } from '../port/journal.ts'
import { checkPages } from './page-check.ts'

/** Each question is a transaction of its own, so that the log can be written back and other work can run. */
export function verifyOpened(database: Database, sealed: JournalHead | null = null): Promise<VerifyReport> {
  const reader = sqliteReader(database)
  return verifyStore({
    ...reader,
    sealed,
    pages: checkPages(database),
    moment: async (look) => {
      await turn()
      database.exec('BEGIN')
      try {
        return await look(reader)
      } finally {
        // A page that cannot be read may have ended the transaction.
        if (database.inTransaction) database.exec('ROLLBACK')
      }
    },
  })
}
