import { setTimeout as pause } from 'node:timers/promises'
import { finding } from '../../../../shared/domain/journal-finding.ts'
import type { GatewayPorts } from '../../ports.ts'
import type { Background } from '../engines/background.ts'
import { startHeartbeat } from '../engines/heartbeat.ts'
import type { ContinuousCopy } from '../port/copy.ts'
import type { Journal } from '../port/journal.ts'
import type { CopyPace, CopySaid } from './copying.ts'

export interface CopyDeps extends Pick<GatewayPorts, 'log'> {
  readonly journal: Pick<Journal, 'found'>
  readonly pace?: CopyPace
  /** Until the copy begins again, if its thread ended or could not be started. */
  readonly againMs?: number
}

const usualPace: CopyPace = { everyMs: 1_000, backupAfterMs: 30_000 }
const comparisonMs = 3_000
const stopMs = 2_000
const usualAgainMs = 10_000

/**
 * Copies new lines of the journal every second, and the whole database every night, or every hour while it is small.
 * Only the thread of the copy waits for the folder.
 */
export function keepCopied(
  background: Pick<Background, 'ask'>,
  folder: string,
  { log, journal, pace = usualPace, againMs = usualAgainMs }: CopyDeps,
): ContinuousCopy {
  const times = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT))
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const beating = startHeartbeat(beats)
  const begun = Promise.withResolvers<void>()
  let told: Promise<void> = Promise.resolve()
  let problem: string | null = null
  /** Why the last thread ended; a thread that begins makes the same failure news again. */
  let lastFailure = ''
  let damaged: string | null = null
  const look = async () => {
    const damages = await background.ask('check', null)
    await journal.found(damages.map((detail) => finding('database_damaged', { detail })))
  }
  const hear = (said: CopySaid) => {
    switch (said.kind) {
      case 'begun':
        lastFailure = ''
        return void told.then(begun.resolve, begun.resolve)
      case 'ahead':
        log.error({ line: said.line }, 'the copy has what the database has lost: nothing is sent')
        told = journal.found([finding('rolled_back', { line: said.line, detail: `the copy goes on to ${said.line}` })])
        return
      case 'damaged':
        // Looks whether the database is damaged, too, or only the disk of the copy.
        if (said.where === folder && damaged !== folder) void look().catch(() => undefined)
        damaged = said.where
        return
      case 'problem':
        problem = said.message
        if (problem !== null) log.error({ folder, why: problem }, 'the copy of the database does not go on')
    }
  }
  const over = new AbortController()
  const copyOn = () => {
    problem = null
    return background.ask('copy', { ...pace, folder, times, beats }, hear)
  }
  const ended = untilStopped(copyOn, { signal: over.signal, againMs }, (err) => {
    problem = err.message
    if (problem !== lastFailure)
      log.error({ err }, 'the thread of the copy ended; another one is tried every ten seconds')
    lastFailure = problem
    begun.resolve()
  })
  const [copiedAt, backedUpAt] = [0, 1].map((at) => () => times[at] || null)
  return {
    status: () => ({ folder, copiedAt: copiedAt?.() ?? null, backedUpAt: backedUpAt?.() ?? null, problem, damaged }),
    compared: Promise.race([begun.promise, pause(comparisonMs, undefined, { ref: false })]),
    renew: () => void background.ask('renewCopy', null).catch(() => undefined),
    async stop() {
      clearInterval(beating)
      over.abort()
      background.ask('stopCopy', null).catch(() => undefined)
      // A folder that hangs must not delay a stop.
      await Promise.race([ended, pause(stopMs, null, { ref: false })])
    },
  }
}

interface Again {
  readonly signal: AbortSignal
  readonly againMs: number
}

async function untilStopped(
  copy: () => Promise<void>,
  { signal, againMs }: Again,
  failed: (cause: Error) => void,
): Promise<void> {
  while (!signal.aborted)
    try {
      return await copy()
    } catch (cause) {
      if (signal.aborted) return
      failed(cause as Error)
      await pause(againMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
}
