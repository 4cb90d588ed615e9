import { open, stat, statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface MachineProbe {
  /** @throws Error if the file system does not say */
  freeBytes(): Promise<number>
  /** Null if the database is not on this computer. @throws Error if the file system does not say */
  walBytes(): Promise<number | null>
  /** False if this process may open no more files and connections. */
  canOpen(): Promise<boolean>
  /** The 99th percentile since the last call. */
  takeEventLoopDelayMs(): number
  release(): void
}

/** Each measurement wakes an idle gateway, so it is rare. A till notices only longer delays. */
const resolutionMs = 50

export function thisMachine(paths: { readonly directory: string; readonly wal: string | null }): MachineProbe {
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
      const delayMs = Math.max(0, delays.percentile(99) / 1e6 - resolutionMs)
      delays.reset()
      return Math.round(delayMs)
    },
    release: () => delays.disable(),
  }
}
