import { open, stat, statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The computer underneath. */
export interface Machine {
  /** @throws Error where the file system does not say */
  freeBytes(): Promise<number>
  /** How long the database's log is; null where it is not here. @throws Error where the file system does not say */
  walBytes(): Promise<number | null>
  /** False if this process may open no more files and connections. */
  canOpen(): Promise<boolean>
  /** How late the event loop was since it was last asked, 99th percentile. */
  takeEventLoopDelayMs(): number
  /** It is not asked any more. */
  release(): void
}

/** Each look wakes a gateway that rests; a delay that a till notices is longer. */
const resolutionMs = 50

/** @param paths the directory everything is kept in, and the log of the database, which need not be there; null for none */
export function thisMachine(paths: { readonly directory: string; readonly wal: string | null }): Machine {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  return {
    async freeBytes() {
      const { bavail, bsize } = await statfs(paths.directory)
      return bavail * bsize
    },
    async walBytes() {
      if (paths.wal === null) return null
      try {
        return (await stat(paths.wal)).size
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return 0
        throw cause
      }
    },
    canOpen: () =>
      open(paths.directory).then(
        async (opened) => (await opened.close(), true),
        (cause: unknown) => !['EMFILE', 'ENFILE'].includes(String((cause as NodeJS.ErrnoException).code)),
      ),
    takeEventLoopDelayMs() {
      // The histogram counts from one of its ticks to the next.
      const delayMs = Math.max(0, delays.percentile(99) / 1e6 - resolutionMs)
      delays.reset()
      return Math.round(delayMs)
    },
    release() {
      delays.disable()
    },
  }
}
