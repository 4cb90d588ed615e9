import type { Log } from '../gateway/ports.ts'
import { exitCodes } from './exit-code.ts'

/**
 * Ends the process after an unforeseen error: it does not go on in an unknown state (reliability PR3). At
 * once, like a power cut, which a start puts in order.
 */
export function endOnSurprise(log: Log): void {
  const end = (err: unknown, origin: unknown) => {
    log.fatal({ err, origin }, 'an unforeseen error: the gateway ends; what it answered for is kept, start it again')
    process.exit(exitCodes.failed)
  }
  process.on('uncaughtException', end)
  // In Node one becomes the other; in a process of Electron's it would be a warning.
  process.on('unhandledRejection', (err) => end(err, 'unhandledRejection'))
}

/** SIGTERM has five seconds in all (contract 1). */
const stopWithinMs = 5_000

/** Ends the process in order when it is told to. @param close everything, the database last */
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
