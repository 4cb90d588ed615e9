import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Why strace cannot be used here; null if it can. */
export const noStrace: string | null = (() => {
  if (process.platform !== 'linux') return 'strace runs on Linux only'
  const { status } = spawnSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' })
  return status === 0 ? null : 'strace is not installed, or may not trace here'
})()

export interface Injection {
  /** As in `fsync,fdatasync:error=EIO:when=1+`. Each thread has its own count. */
  readonly inject: string
  /** Only calls on these files. */
  readonly paths?: readonly string[]
}

/** The arguments of strace for an injection. */
export function injecting({ inject, paths = [] }: Injection): readonly string[] {
  const [calls = ''] = inject.split(':')
  return ['-f', '-qq', '-e', `trace=${calls}`, '-e', `inject=${inject}`, ...paths.flatMap((path) => ['-P', path])]
}

export interface Tracer {
  /** Ends the tracing. The process goes on. */
  detach(): Promise<void>
}

const patienceMs = 2_000

/** Begins to inject faults into a running process. Resolves when they take effect. */
export async function attach(pid: number, injection: Injection): Promise<Tracer> {
  const [follow, , ...rest] = injecting(injection)
  const child = spawn('strace', [follow ?? '-f', ...rest, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  await said(child, 'attached')
  return {
    async detach() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      // If the process was killed, strace may wait for a thread that never comes back.
      const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await ended
      clearTimeout(impatience)
    },
  }
}

/** Its output is read to the end: a tracer that cannot print dies and leaves a call half done. */
function said({ stderr }: ChildProcess, word: string): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    stderr?.on('data', (chunk: Buffer) => {
      if (text.length < 4_096) text += chunk.toString()
      if (text.includes(word)) resolve()
    })
    stderr?.on('end', () => reject(new Error(`strace did not attach: ${text}`)))
  })
}
