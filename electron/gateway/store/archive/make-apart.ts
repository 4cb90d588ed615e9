import { Worker } from 'node:worker_threads'
import type { Packing } from '../journal/pack.ts'
import { readingApart } from '../recovery/apart.ts'
import type { Made, Making, Proving } from './make.ts'
import type { FoldingBack, MakeSaid } from './make-thread.ts'

/**
 * Makes an archive, proves one, or packs a file of the journal in a thread of its own, and folds the log of the database
 * back there; whoever closes the database ends it.
 * @throws Error where anything does not hold, it was ended, or of the file system
 */
export function makeApart(task: Making | Proving | Packing | FoldingBack): Promise<Made | null> {
  const worker = new Worker(new URL('./make-thread.ts', import.meta.url), { workerData: task })
  const ended = readingApart(task.file, worker)
  return new Promise((resolve, reject) => {
    worker.once('message', (said: MakeSaid) => {
      if (!said.ok) reject(Object.assign(new Error(said.message), said.code !== null && { code: said.code }))
      // Chains come as plain bytes out of another thread.
      else resolve(said.made && withBuffers(said.made))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(ended() ?? `the making of an archive ended with ${code}`)))
  })
}

const withBuffers = (made: Made): Made => ({
  ...made,
  chain_before: Buffer.from(made.chain_before),
  chain_after: Buffer.from(made.chain_after),
})
