import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { sqliteReader } from '../engines/sqlite.ts'
import { type Verified, type VerifyDeps, verify } from '../log/verify.ts'
import { checkPages } from './page-check.ts'

/**
 * Proves a database of SQLite. Each look sees one state of it, and lets go of it: the write-ahead log can be folded back
 * in between, and other work of the thread comes.
 * @param asked what was proved before, and what is known from outside of the database
 */
export function verifyIn(database: Database, asked: Pick<VerifyDeps, 'from' | 'sealed'> = {}): Promise<Verified> {
  const reader = sqliteReader(database)
  return verify({
    ...reader,
    ...asked,
    pages: checkPages(database),
    moment: async (look) => {
      await turn()
      database.exec('BEGIN')
      try {
        return await look(reader)
      } finally {
        // If a page cannot be read, what began may have ended with it.
        if (database.inTransaction) database.exec('ROLLBACK')
      }
    },
  })
}
