import { parentPort, workerData } from 'node:worker_threads'
import Sqlite, { type Database } from 'better-sqlite3'
import { CopyWorker } from '../copy/copying.ts'
import { enableFullSync, openReader } from '../open.ts'
import { backUp } from '../recovery/backup.ts'
import { lowerThreadPriority } from '../recovery/lower-priority.ts'
import { verifyOpened } from '../recovery/verify-in.ts'
import { BackupFailure } from '../refusal.ts'
import { buildStore } from '../sqlite-store.ts'
import type { BackgroundOptions, BackgroundQuery, BackgroundTasks, TaskMessage, TaskRequest } from './background.ts'

/** Long tasks in slices, on connections of their own. */
const port = parentPort
if (!port) throw new Error('this file runs in a thread of its own')
const { file, givesWay } = workerData as BackgroundOptions
const say = (said: TaskMessage) => port.postMessage(said)

async function reading<Result>(read: (database: Database) => Result | Promise<Result>): Promise<Result> {
  const database = openReader(file)
  // Each page is read only once, so a large cache would be of no use.
  database.pragma('cache_size = -4096')
  try {
    return await read(database)
  } finally {
    database.close()
    foldLog()
  }
}

/**
 * Writes the log back into the database after a long read, which prevented it. Otherwise the next sale would have to do
 * it. If it fails here, the writer does it.
 */
function foldLog(): void {
  try {
    const database = new Sqlite(file, { fileMustExist: true, timeout: 0 })
    try {
      enableFullSync(database)
      database.pragma('wal_checkpoint(PASSIVE)')
    } finally {
      database.close()
    }
  } catch {
    // The connection that writes will fold the log back.
  }
}

type Looking = ReturnType<typeof opened>

let looking: Looking | null = null
let before: Promise<unknown> = Promise.resolve()

/** Each question sees one state of the database. */
function answerBackgroundQuery(look: BackgroundQuery): Promise<unknown> {
  looking ??= opened()
  const here = looking
  const answer = before.then(() => answered(here, look))
  before = answer.catch(() => undefined)
  return answer
}

async function answered({ database, store }: Looking, { area, method, args }: BackgroundQuery): Promise<unknown> {
  const asked = (store[area] as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[method]
  database.exec('BEGIN')
  try {
    return await asked?.(...args)
  } finally {
    if (database.inTransaction) database.exec('COMMIT')
  }
}

function opened() {
  const database = openReader(file)
  return { database, store: buildStore({ writer: database, reader: database }, { found: (found) => say({ found }) }) }
}

let copying: CopyWorker | null = null

function copyNow(): CopyWorker {
  if (!copying) throw new BackupFailure('the copy does not go on')
  return copying
}

type Doing = {
  readonly [Kind in keyof BackgroundTasks]: (
    given: BackgroundTasks[Kind][0],
    tell: (told: BackgroundTasks[Kind][1]) => void,
  ) => Promise<BackgroundTasks[Kind][2]>
}

const doing: Doing = {
  look: answerBackgroundQuery,
  verify: () => reading((database) => verifyOpened(database)),
  backUp: (into) => reading((database) => backUp(database, into)),
  copy(place, tell) {
    copying = new CopyWorker(file, place, tell)
    return copying.ended
  },
  async renewCopy() {
    await copying?.renew()
  },
  async stopCopy() {
    await copying?.stop()
  },
  backUpCopy: async () => copyNow().backUpNow(),
  tryCopy: async () => copyNow().tryOut(),
}

if (givesWay) lowerThreadPriority()
port.on('message', ({ id, kind, given }: TaskRequest) => {
  const done = doing[kind](given as never, (told: unknown) => say({ id, told }))
  done.then(
    (result) => say({ id, result }),
    (thrown: unknown) => {
      const { name, message, code } = thrown as Error & { readonly code?: unknown }
      say({ id, error: { name, message, code } })
    },
  )
})
