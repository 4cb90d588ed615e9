import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { Store } from '../port/port.ts'
import { SearchIndex } from '../records/search-index.ts'
import { methodOf, type StoreAsk } from '../recovery/storage-asks.ts'
import { storeOver } from '../sqlite-store.ts'
import type { Ask } from './messages.ts'
import type { Read } from './reads-apart.ts'
import { searching } from './searching.ts'

/** The thread that reads beside the store: every question sees the database as it is when it is asked. */
const port = parentPort
if (!port) throw new Error('this file runs in a thread of its own')

function openToLook(file: string): Database.Database {
  const database = new Database(file, { readonly: true, timeout: 1_000 })
  database.pragma('trusted_schema = OFF')
  database.pragma('cell_size_check = ON')
  database.pragma('mmap_size = 0')
  database.pragma('cache_size = -16384')
  return database
}

const file = workerData as string
const database = openToLook(file)
const kept = storeOver(database, null, (record) => {
  throw new Error(`the row of record ${record} is not what was written`)
})
const index = new SearchIndex(`${file}-search`, database)
const store: Store = { ...kept, records: { ...kept.records, ...searching(kept.records, index) } }

/** The index of letters is made and kept up while nothing is asked, and never takes more than a quarter of a core. */
const restMs = 5_000
const pausesToStep = 3
function keepUp(): void {
  const begunMs = performance.now()
  let isUpToDate = true
  try {
    isUpToDate = index.goOn()
  } catch {
    // A page of a record that cannot be read: whoever asks for it is told.
  }
  const pauseMs = isUpToDate ? restMs : pausesToStep * (performance.now() - begunMs)
  setTimeout(keepUp, pauseMs).unref()
}

/** Of one state of the database, however many statements it takes. */
async function answered(ask: StoreAsk): Promise<Uint8Array | null> {
  try {
    database.exec('BEGIN')
    return serialize(await methodOf(store, ask)(...ask.args))
  } catch {
    return null
  } finally {
    if (database.inTransaction) database.exec('COMMIT')
  }
}

let before: Promise<unknown> = Promise.resolve()
port.on('message', ({ id, ...ask }: Ask) => {
  before = before.then(() => answered(ask)).then((bytes) => port.postMessage({ id, bytes } satisfies Read))
})
keepUp()
