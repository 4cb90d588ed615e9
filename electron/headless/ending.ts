import type { Log } from '../gateway/ports.ts'
import { exitCodes } from './exit-code.ts'

/** The process must not go on in an unknown state (reliability PR3). It ends at once, as in a power cut. */
export function exitOnUncaughtError(log: Log): void {
  const end = (err: unknown, origin: unknown) => {
    log.fatal({ err, origin }, 'an unforeseen error: the gateway ends; what it answered for is kept, start it again')
    process.exit(exitCodes.failed)
  }
  process.on('uncaughtException', end)
  // In Electron a rejection would only be a warning.
  process.on('unhandledRejection', (err) => end(err, 'unhandledRejection'))
}

/** SIGTERM has five seconds in all (contract 1). */
const stopWithinMs = 5_000

/** @param close everything, the database last */
export function stopOnSignal(close: () => Promise<void>, log: Log): void {
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping took too long; what was in flight is in doubt at the next start')
      process.exit(0)
    }, stopWithinMs).unref()
    close()
      .then(() => process.exit(0))
      .catch((err: unknown) => {
        log.fatal({ err }, 'stopping failed')
        process.exit(1)
      })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
