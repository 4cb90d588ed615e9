import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { damagesSeen } from './damage.ts'
import { checkPages } from './page-check.ts'

/** The thread that looks at a copy of the database; its only word is what it finds. */
function damagesOf(copy: string): readonly string[] {
  const database = new Sqlite(copy, { fileMustExist: true })
  try {
    database.pragma('cell_size_check = ON')
    return damagesSeen(() => [...checkPages(database)].flat())
  } finally {
    database.close()
  }
}

parentPort?.postMessage(damagesOf(workerData as string))
