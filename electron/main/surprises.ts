import { writeSync } from 'node:fs'
import type { Log } from './log.ts'

let log: Pick<Log, 'error'> | null = null

/** From now on surprises go into the log; before, they go to stderr. */
export function logSurprises(to: Pick<Log, 'error'>): void {
  log = to
}

/**
 * The last handler of the main process. Without one Electron opens a modal box, which stands over the till until a
 * person clicks. Tills are the gateway's, in a process of its own, and go on after any error here.
 */
export function surviveSurprises(): void {
  process.on('uncaughtException', (err) => noteSurprise(err, 'an exception was caught by nothing'))
  process.on('unhandledRejection', (err) => noteSurprise(err, 'a rejection was caught by nothing'))
}

export function noteSurprise(err: unknown, said: string): void {
  if (log !== null) return log.error({ err }, said)
  try {
    writeSync(process.stderr.fd, `${said}: ${err instanceof Error ? err.stack : String(err)}\n`)
  } catch {
    // Nothing listens to stderr, and there is nowhere else to say it.
  }
}
