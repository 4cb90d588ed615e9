import { setTimeout as pause } from 'node:timers/promises'
import { rollbackFinding } from '../../../../shared/domain/journal-finding.ts'
import type { GatewayPorts } from '../../ports.ts'
import type { WorkerThread } from '../engines/background.ts'
import type { ContinuousCopy, CopyChoice, CopyTimes } from '../port/copy.ts'
import type { Journal } from '../port/journal.ts'
import { readBackups } from './backups.ts'
import type { CopyMessage, CopyPace, CopyTaskInput } from './copying.ts'

export interface CopyDeps extends Pick<GatewayPorts, 'log'> {
  readonly journal: Pick<Journal, 'found' | 'verify'>
  readonly pace?: CopyPace
  /** Until the copy begins again, if its thread ended or could not be started. */
  readonly againMs?: number
}

export interface CopyPlacement extends Pick<ContinuousCopy, 'folderFor'> {
  readonly choice: CopyChoice
}

const usualPace: CopyPace = { everyMs: 1_000, backupAfterMs: 30_000 }
const comparisonMs = 3_000
const stopMs = 2_000
const usualAgainMs = 10_000
const noTimes: CopyTimes = { copiedAt: null, backedUpAt: null, chosenAt: null }

/**
 * Copies new lines of the journal every second, and the whole database every day, or every hour while it is small.
 * Only the thread of the copy waits for the folder.
 */
export function startContinuousCopy(
  background: Pick<WorkerThread, 'ask'>,
  { choice: first, folderFor }: CopyPlacement,
  { log, journal, pace = usualPace, againMs = usualAgainMs }: CopyDeps,
): ContinuousCopy {
  let place: Omit<CopyTaskInput, keyof CopyPace> = { ...first, folder: folderFor(first) }
  let times = noTimes
  const begun = Promise.withResolvers<void>()
  let told: Promise<void> = Promise.resolve()
  let problem: string | null = null
  /** Why the last thread ended; a thread that begins makes the same failure news again. */
  let lastFailure = ''
  let damaged: string | null = null
  const hear = (said: CopyMessage) => {
    switch (said.kind) {
      case 'begun':
        lastFailure = ''
        return void told.then(begun.resolve, begun.resolve)
      case 'times':
        return void (times = { ...times, ...said.times })
      case 'ahead':
        log.error({ line: said.line }, 'the copy has what the database has lost: nothing is sent')
        return void (told = journal.found([rollbackFinding(said.line)]))
      case 'damaged':
        // Looks whether the database is damaged, too, or only the disk of the copy.
        if (said.where === place.folder && damaged !== place.folder) journal.verify().catch(() => undefined)
        return void (damaged = said.where)
      case 'problem':
        problem = said.message
        if (problem) log.error({ folder: place.folder, why: problem }, 'the copy of the database does not go on')
    }
  }
  const over = new AbortController()
  const copyOn = () => {
    problem = null
    return background.ask('copy', { ...pace, ...place }, hear)
  }
  const ended = untilStopped(copyOn, { signal: over.signal, againMs }, (err) => {
    problem = err.message
    if (problem !== lastFailure) log.error({ err }, 'the thread of the copy ended; the next try is in ten seconds')
    lastFailure = problem
    begun.resolve()
  })
  return {
    ...tasksOf(background),
    status: () => ({ ...times, folder: place.folder, problem, damaged }),
    compared: Promise.race([begun.promise, pause(comparisonMs, undefined, { ref: false })]),
    backups: () => readBackups(place.folder),
    folderFor,
    choose(choice, at) {
      damaged = null
      place = { ...choice, folder: folderFor(choice), isNew: folderFor(choice) !== place.folder }
      if (place.isNew) times = { ...noTimes, chosenAt: at }
      // The copy of the thread ends, and begins again there.
      void background.ask('stopCopy', null).catch(() => undefined)
    },
    async stop() {
      over.abort()
      background.ask('stopCopy', null).catch(() => undefined)
      // A folder that hangs must not delay a stop.
      await Promise.race([ended, pause(stopMs, null, { ref: false })])
    },
  }
}

const tasksOf = (background: Pick<WorkerThread, 'ask'>): Pick<ContinuousCopy, 'backUp' | 'tryOut' | 'renew'> => ({
  backUp: () => background.ask('backUpCopy', null),
  tryOut: () => background.ask('tryCopy', null),
  renew: () => void background.ask('renewCopy', null).catch(() => undefined),
})

/** A copy that ended without a failure begins again, because another place was chosen. */
async function untilStopped(
  copy: () => Promise<void>,
  { signal, againMs }: { readonly signal: AbortSignal; readonly againMs: number },
  failed: (cause: Error) => void,
): Promise<void> {
  while (!signal.aborted)
    try {
      await copy()
    } catch (cause) {
      if (signal.aborted) return
      failed(cause as Error)
      await pause(againMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
}
