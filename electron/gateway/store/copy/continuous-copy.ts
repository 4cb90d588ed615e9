import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { finding } from '../../../../shared/domain/journal-finding.ts'
import type { GatewayPorts } from '../../ports.ts'
import type { ContinuousCopy } from '../port/copy.ts'
import type { Journal } from '../port/journal.ts'

export interface CopyPace {
  /** Between two looks at what is new. */
  readonly everyMs: number
  /** Between the start and the first backup. */
  readonly backupAfterMs: number
}

export interface CopyPlace extends CopyPace {
  /** The database. */
  readonly file: string
  readonly folder: string
  /** When the copy last had everything, and when its last backup was made, as the thread writes it; 0 for never. */
  readonly times: Float64Array
}

export type CopyAsk = { readonly kind: 'renew' } | { readonly kind: 'stop' }

export type CopySaid =
  | { readonly kind: 'begun' }
  /** It has lines that the database does not have. */
  | { readonly kind: 'ahead'; readonly line: number }
  /** Why it does not go on; null if it does. */
  | { readonly kind: 'problem'; readonly message: string | null }

interface CopyDeps extends Pick<GatewayPorts, 'log'> {
  readonly journal: Pick<Journal, 'found'>
  readonly pace?: CopyPace
}

const usualPace: CopyPace = { everyMs: 1_000, backupAfterMs: 30_000 }
const comparisonMs = 3_000
const stopMs = 2_000
/** It holds a few hundred lines at a time. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 }

/**
 * Keeps a copy of the database in a folder, on another disk perhaps: new lines of the journal about once a second, all of
 * it every night, and every hour while it is small. Only the thread of the copy ever waits for that folder.
 */
export function keepCopied(file: string, folder: string, { log, journal, pace = usualPace }: CopyDeps): ContinuousCopy {
  const times = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT))
  const place: CopyPlace = { ...pace, file, folder, times }
  const worker = new Worker(new URL('./copy-thread.ts', import.meta.url), { workerData: place, resourceLimits })
  worker.unref()
  const tell = (ask: CopyAsk) => worker.postMessage(ask)
  const begun = Promise.withResolvers<void>()
  let told: Promise<void> = Promise.resolve()
  let problem: string | null = null
  worker.on('message', (said: CopySaid) => {
    switch (said.kind) {
      case 'begun':
        return void told.then(begun.resolve, begun.resolve)
      case 'ahead': {
        const { line } = said
        log.error({ line }, 'the copy has what the database has lost: nothing is sent')
        told = journal.found([finding('rolled_back', { line, detail: `the copy goes on to line ${line}` })])
        return
      }
      case 'problem':
        problem = said.message
        if (problem !== null) log.error({ folder, why: problem }, 'the copy of the database does not go on')
    }
  })
  worker.on('error', (err: Error) => {
    problem = err.message
    log.error({ err }, 'the thread of the copy ended')
  })
  worker.once('exit', () => begun.resolve())
  const [copiedAt, backedUpAt] = [0, 1].map((at) => () => times[at] || null)
  return {
    status: () => ({ folder, copiedAt: copiedAt?.() ?? null, backedUpAt: backedUpAt?.() ?? null, problem }),
    compared: Promise.race([begun.promise, pause(comparisonMs, undefined, { ref: false })]),
    renew: () => tell({ kind: 'renew' }),
    async stop() {
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      tell({ kind: 'stop' })
      await Promise.race([ended, pause(stopMs, null, { ref: false })])
      await Promise.race([worker.terminate(), pause(stopMs, null, { ref: false })])
    },
  }
}
