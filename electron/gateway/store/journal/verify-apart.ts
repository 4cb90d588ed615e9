import { Worker } from 'node:worker_threads'
import { isAlone, readingApart } from '../recovery/apart.ts'
import { type Verified, type VerifyDeps, verifyJournal } from './verify.ts'

/** What the thread is given: the file of the database in the place of a connection of this thread. */
export interface Verifying extends Omit<VerifyDeps, 'database'> {
  readonly file: string
}

/** What it says, once. */
export type VerifySaid =
  | { readonly ok: true; readonly verified: Verified }
  | { readonly ok: false; readonly message: string; readonly code: string | null }

/**
 * Proves what is kept in a thread of its own: a few hundred lines that no memory holds any more take a disk half a
 * second, and a sale at that moment would wait for it. The thread ends when the database is closed.
 * @throws Error if it was ended, or the database cannot be read at all
 */
export function verifyApart({ database, ...deps }: VerifyDeps): Promise<Verified> {
  if (isAlone(database)) return inSteps(verifyJournal({ database, ...deps }))
  const workerData: Verifying = { ...deps, file: database.name }
  // A small young generation keeps the memory of the thread small.
  const resourceLimits = { maxYoungGenerationSizeMb: 8 }
  const worker = new Worker(new URL('./verify-thread.ts', import.meta.url), { workerData, resourceLimits })
  const ended = readingApart(database.name, worker)
  return new Promise((resolve, reject) => {
    worker.once('message', (said: VerifySaid) => {
      if (said.ok) resolve(withBuffer(said.verified))
      else reject(Object.assign(new Error(said.message), said.code !== null && { code: said.code }))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(ended() ?? `the proof ended with ${code} and said nothing`)))
  })
}

/** Chains come as plain bytes out of another thread. */
const withBuffer = ({ verification, reached }: Verified): Verified => ({
  verification,
  reached: reached && { ...reached, chain: Buffer.from(reached.chain) },
})

/** Other questions come in between. */
async function inSteps(steps: Generator<undefined, Verified>): Promise<Verified> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}
