import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { syncFile } from '../../platform/durable-file.ts'
import type { Copied } from '../port/port.ts'
import type { Said, Task } from './apart.ts'
import { damagesSeen } from './damage.ts'
import { foldBeside } from './fold-beside.ts'
import { giveWay } from './give-way.ts'
import { checkPages } from './page-check.ts'

/** Copied at once, and then synced: four megabytes. What waits for the disk unsynced, the sync of a sale waits behind. */
const pagesAtOnce = 1_024

/** The thread that looks at all of a database beside whoever uses it; its words are how far a copy is, and what came of it. */
async function done(task: Task): Promise<readonly string[]> {
  const database = new Sqlite(task.file, { readonly: true, fileMustExist: true })
  try {
    if (task.part !== null) {
      await copy(database, task.part)
      return []
    }
    database.pragma('cell_size_check = ON')
    return damagesSeen(() => [...checkPages(database)].flat())
  } finally {
    database.close()
  }
}

async function copy(database: Sqlite.Database, part: string): Promise<void> {
  // One state of it from the first page to the last: else every sale would make the copy begin anew.
  database.exec('BEGIN')
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
  const pageBytes = Number(database.pragma('page_size', { simple: true }))
  const tell = ({ totalPages, remainingPages }: Sqlite.BackupMetadata) => {
    const told: Copied = { doneBytes: (totalPages - remainingPages) * pageBytes, totalBytes: totalPages * pageBytes }
    parentPort?.postMessage(told)
  }
  const end = await database.backup(part, {
    progress: (now) => {
      tell(now)
      syncFile(part)
      return pagesAtOnce
    },
  })
  // Of its last pages it tells when it is over.
  tell(end)
  syncFile(part)
}

const failed = (thrown: unknown): Said => {
  const { message, code = null } = thrown as Error & { readonly code?: string }
  return { found: null, message, code }
}

giveWay()
const task = workerData as Task
const said = await done(task).then((found): Said => ({ found }), failed)
// What was written meanwhile could not be folded back into the database.
foldBeside(task.file)
parentPort?.postMessage(said)
