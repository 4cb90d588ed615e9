import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { foldBeside } from '../recovery/fold-beside.ts'
import { giveWay } from '../recovery/give-way.ts'
import type { End } from './journal-lines.ts'
import { type Verified, type VerifyDeps, verifyJournal } from './verify.ts'
import type { Verifying, VerifySaid } from './verify-apart.ts'

/** Each step sees one state of the database, and lets go of it: the log can be folded back in between. */
function verified(database: Sqlite.Database, deps: Omit<VerifyDeps, 'database'>): Verified {
  const steps = verifyJournal({ database, ...deps })
  for (;;) {
    database.exec('BEGIN')
    const step = steps.next()
    // Where a page cannot be read, what began may have ended with it.
    if (database.inTransaction) database.exec('ROLLBACK')
    if (step.done) return step.value
  }
}

function done({ file, end, from }: Verifying): Verified {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('cell_size_check = ON')
    database.pragma('cache_size = -4096')
    return verified(database, { ...(end && { end: withBuffer(end) }), ...(from && { from: withBuffer(from) }) })
  } finally {
    database.close()
  }
}

/** Chains come as plain bytes out of another thread. */
const withBuffer = (end: End): End => ({ ...end, chain: Buffer.from(end.chain) })

giveWay()
const task = workerData as Verifying
let said: VerifySaid
try {
  said = { ok: true, verified: done(task) }
} catch (thrown) {
  const { message, code = null } = thrown as Error & { readonly code?: string }
  said = { ok: false, message, code }
}
// Of its largest table a check of the pages holds one state for long.
foldBeside(task.file)
parentPort?.postMessage(said)
