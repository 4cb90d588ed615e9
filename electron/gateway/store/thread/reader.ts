import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../open.ts'
import type { Store } from '../port/port.ts'
import { SearchIndex } from '../records/search-index.ts'
import { storeOver } from '../sqlite-store.ts'
import type { Read, StoreAsk } from './reads-apart.ts'
import { searching } from './searching.ts'

/** The thread that reads beside the store: every question sees the database as it is when it is asked. */
const port = parentPort
if (!port) throw new Error('this file runs in a thread of its own')

const file = workerData as string
const database = openReader(file)
const notAsWritten = (record: number) => {
  throw new Error(`the row of record ${record} is not what was written`)
}
const kept = storeOver({ writer: database, reader: database }, { notAsWritten })
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
async function answered({ area, method, args }: StoreAsk): Promise<Read['read']> {
  const asked = (store[area] as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[method]
  try {
    database.exec('BEGIN')
    return { answer: await asked?.(...args) }
  } catch {
    return null
  } finally {
    if (database.inTransaction) database.exec('COMMIT')
  }
}

let before: Promise<unknown> = Promise.resolve()
port.on('message', ({ id, ...ask }: StoreAsk & { readonly id: number }) => {
  before = before.then(() => answered(ask)).then((read) => port.postMessage({ id, read } satisfies Read))
})
keepUp()
