import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { Copied } from '../port/port.ts'
import type { Said, Task } from './apart.ts'
import { copyPages } from './copy-pages.ts'
import { damagesSeen } from './damage.ts'
import { foldBeside } from './fold-beside.ts'
import { giveWay } from './give-way.ts'
import { checkPages } from './page-check.ts'

/** The thread that looks at all of a database beside the gateway that uses it; its words are how far a copy is, and what came of it. */
async function done(task: Task): Promise<readonly string[]> {
  const database = new Sqlite(task.file, { readonly: true, fileMustExist: true })
  try {
    if (task.part !== null) {
      await copyPages(database, task.part, (told: Copied) => parentPort?.postMessage(told))
      return []
    }
    database.pragma('cell_size_check = ON')
    return damagesSeen(() => [...checkPages(database)].flat())
  } finally {
    database.close()
  }
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
