import { writeSync } from 'node:fs'

/** The reader of a full pipe has about a second. */
const mostPauses = 200
const pauseMs = 5

/**
 * Written synchronously: the last line before a crash matters most. A line that a full disk or a stopped reader does
 * not take is dropped, because tills must go on.
 */
function write(fd: number, text: string): void {
  let pauses = 0
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EAGAIN' || pauses === mostPauses) return
      pauses += 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}

export const writeStdout = (text: string): void => write(process.stdout.fd, text)
export const writeStderr = (text: string): void => write(process.stderr.fd, text)

interface StderrEntry {
  /** As in the log: 30 is information, 60 is fatal. */
  readonly level: 30 | 60
  readonly msg: string
  readonly exit_code?: number
}

/** For times without an open log: JSON like the log if --json was given (contract 1). */
export const formatStderrLine = (args: readonly string[], told: StderrEntry): string =>
  args.includes('--json') ? `${JSON.stringify({ ...told, time: Date.now(), pid: process.pid })}\n` : `${told.msg}\n`
