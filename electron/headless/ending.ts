import type { Gateway } from '../gateway/gateway.ts'
import type { Log } from '../gateway/ports.ts'
import { exitCodes } from './exit-code.ts'

/**
 * Ends the process where nobody foresaw what happened: it does not go on in a state that nobody knows (reliability
 * PR3). At once, like a power cut, which a start puts in order; unhandled rejections come here too.
 */
export function endOnSurprise(log: Log): void {
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'nobody foresaw this: the gateway ends; what it answered for is kept, start it again')
    process.exit(exitCodes.failed)
  })
}

/** Ends it where the thread with the database has: only a new process opens and checks the database again. */
export function endWithStore({ storeLost }: Pick<Gateway, 'storeLost'>, log: Log): void {
  void storeLost.then((err) => {
    log.fatal({ err }, 'the store has ended: the gateway ends; what it answered for is kept, start it again')
    process.exit(exitCodes.storageUnsafe)
  })
}
