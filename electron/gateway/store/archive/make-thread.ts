import { parentPort, workerData } from 'node:worker_threads'
import { type Made, type Making, makeArchive, type Proving, proveArchive } from './make.ts'

/** What the thread says, once. */
export type MakeSaid =
  | { readonly ok: true; readonly made: Made | null }
  | { readonly ok: false; readonly message: string; readonly code: string | null }

/** The thread that makes an archive, or proves one, beside whoever uses the database. */
function done(task: Making | Proving): Made | null {
  if ('endedBefore' in task) return makeArchive(task)
  proveArchive(task)
  return null
}

let said: MakeSaid
try {
  said = { ok: true, made: done(workerData as Making | Proving) }
} catch (thrown) {
  const { message, code = null } = thrown as Error & { readonly code?: string }
  said = { ok: false, message, code }
}
parentPort?.postMessage(said)
