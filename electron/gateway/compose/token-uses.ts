import type { Access } from '../http/access.ts'
import type { Log } from '../ports.ts'

const noteUsesMs = 60_000

/** When each token was last used, written down every minute and once more at the end. */
export function keepUsesNoted(access: Access, log: Log): { stop(): Promise<void> } {
  const note = async () => {
    await access.noteUses().catch((err: unknown) => log.error({ err }, 'uses of tokens could not be noted'))
  }
  const timer = setInterval(() => void note(), noteUsesMs)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return note()
    },
  }
}
