import { setTimeout as pause } from 'node:timers/promises'
import { finding } from '../../../../shared/domain/journal-finding.ts'
import type { GatewayPorts } from '../../ports.ts'
import type { Background } from '../engines/background.ts'
import { keepBeating } from '../engines/beats.ts'
import type { ContinuousCopy } from '../port/copy.ts'
import type { Journal } from '../port/journal.ts'
import type { CopyPace } from './copying.ts'

export interface CopyDeps extends Pick<GatewayPorts, 'log'> {
  readonly journal: Pick<Journal, 'found'>
  readonly pace?: CopyPace
}

const usualPace: CopyPace = { everyMs: 1_000, backupAfterMs: 30_000 }
const comparisonMs = 3_000
const stopMs = 2_000

/**
 * Copies new lines of the journal every second, and the whole database every night, or every hour while it is small.
 * Only the thread of the copy waits for the folder.
 */
export function keepCopied(
  background: Background,
  folder: string,
  { log, journal, pace = usualPace }: CopyDeps,
): ContinuousCopy {
  const times = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT))
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const beating = keepBeating(beats)
  const begun = Promise.withResolvers<void>()
  let told: Promise<void> = Promise.resolve()
  let problem: string | null = null
  let damaged: string | null = null
  const look = async () => {
    const damages = await background.ask('check', null)
    await journal.found(damages.map((detail) => finding('database_damaged', { detail })))
  }
  const copied = background.ask('copy', { ...pace, folder, times, beats }, (said) => {
    switch (said.kind) {
      case 'begun':
        return void told.then(begun.resolve, begun.resolve)
      case 'ahead': {
        const { line } = said
        log.error({ line }, 'the copy has what the database has lost: nothing is sent')
        told = journal.found([finding('rolled_back', { line, detail: `the copy goes on to line ${line}` })])
        return
      }
      case 'damaged':
        // Looks whether the database is damaged, too, or only the disk of the copy.
        if (said.where === folder && damaged !== folder) void look().catch(() => undefined)
        damaged = said.where
        return
      case 'problem':
        problem = said.message
        if (problem !== null) log.error({ folder, why: problem }, 'the copy of the database does not go on')
    }
  })
  const ended = copied.catch((err: unknown) => {
    problem = (err as Error).message
    log.error({ err }, 'the thread of the copy ended')
    begun.resolve()
  })
  const [copiedAt, backedUpAt] = [0, 1].map((at) => () => times[at] || null)
  return {
    status: () => ({ folder, copiedAt: copiedAt?.() ?? null, backedUpAt: backedUpAt?.() ?? null, problem, damaged }),
    compared: Promise.race([begun.promise, pause(comparisonMs, undefined, { ref: false })]),
    renew: () => void background.ask('renewCopy', null).catch(() => undefined),
    async stop() {
      clearInterval(beating)
      background.ask('stopCopy', null).catch(() => undefined)
      // A folder that hangs must not delay a stop.
      await Promise.race([ended, pause(stopMs, null, { ref: false })])
    },
  }
}
