import { rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Wanted } from '../features/evidence/gather.ts'
import type { PackMade } from '../features/evidence/write-pack.ts'
import type { EvidenceMaker } from '../features/upkeep/evidence.ts'
import { partsBeside } from '../platform/durable-file.ts'
import type { Copied } from '../store/port/port.ts'
import { type AtRest, journalBytes } from './journal-at-rest.ts'

/** What the thread is given. */
export interface EvidenceTask extends Wanted {
  readonly where: AtRest
  readonly file: string
  /** As the manifest says it, in milliseconds. */
  readonly madeAt: number
}

/** What came of it. */
export type EvidenceSaid =
  | { readonly made: PackMade }
  | { readonly made: null; readonly message: string; readonly code: string | null }

/** What a pack on the disk of the sales leaves free for those that come meanwhile. */
const roomForSales = 64 * 1024 * 1024

/**
 * Makes packs of evidence in a thread, one after the other in the same file of the data directory, which must be held:
 * what an earlier gateway left there is removed.
 * @param file under which the last one is kept until the next, or until the gateway ends
 */
export function evidenceApart(where: AtRest, file: string): EvidenceMaker {
  let running: Worker | null = null
  forgetPacks(file)
  return {
    file,
    make(wanted, madeAt, tell) {
      forgetPacks(file)
      refuseWithoutRoom(where, dirname(file))
      const task: EvidenceTask = { ...wanted, where, file, madeAt }
      running = new Worker(new URL('./evidence-thread.ts', import.meta.url), { workerData: task })
      return made(running, tell).finally(() => {
        running = null
      })
    },
    async stop() {
      await running?.terminate()
      forgetPacks(file)
    },
  }
}

function made(worker: Worker, tell: (copied: Copied) => void): Promise<PackMade> {
  return new Promise((resolve, reject) => {
    worker.on('message', (said: EvidenceSaid | Copied) => {
      if ('doneBytes' in said) tell(said)
      else if (said.made) resolve(said.made)
      else reject(Object.assign(new Error(said.message), said.code !== null && { code: said.code }))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that makes evidence ended and said nothing')))
  })
}

/** They tell what a shop sold: none lies there longer than somebody can save it on the screens. */
function forgetPacks(file: string): void {
  forget(() => [file])
  forget(() => partsBeside(file))
}

function forget(paths: () => readonly string[]): void {
  try {
    for (const path of paths()) rmSync(path, { force: true })
  } catch {
    // No reason to keep tills waiting: it is tried again at the next pack, stop and start.
  }
}

/** A pack, with what stands beside it while it is made, is never larger than the journal it is made of was written. */
function refuseWithoutRoom(where: AtRest, folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < journalBytes(where) + roomForSales)
    throw Object.assign(new Error(`${folder} has no room for evidence`), { code: 'ENOSPC' })
}
