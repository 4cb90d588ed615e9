import { parentPort, workerData } from 'node:worker_threads'
import { type Packing, packFile } from '../journal/pack.ts'
import { foldBeside } from '../recovery/fold-beside.ts'
import { giveWay } from '../recovery/give-way.ts'
import { type Made, type Making, makeArchive, type Proving, proveArchive } from './make.ts'

/** Only folds the log back of a database from which many rows went. */
export interface FoldingBack {
  /** The database. */
  readonly file: string
}

/** What the thread says, once. */
export type MakeSaid =
  | { readonly ok: true; readonly made: Made | null }
  | { readonly ok: false; readonly message: string; readonly code: string | null }

/** The thread that makes an archive, proves one, or packs a file of the journal, beside whoever uses the database. */
function done(task: Making | Proving | Packing | FoldingBack): Made | null {
  if ('endedBefore' in task) return makeArchive(task)
  if ('row' in task) proveArchive(task)
  if ('part' in task) packFile(task)
  return null
}

giveWay()
const task = workerData as Making | Proving | Packing | FoldingBack
let said: MakeSaid
try {
  said = { ok: true, made: done(task) }
} catch (thrown) {
  const { message, code = null } = thrown as Error & { readonly code?: string }
  said = { ok: false, message, code }
}
// While a month was read, what tills sold meanwhile could not be folded back.
foldBeside(task.file)
parentPort?.postMessage(said)
