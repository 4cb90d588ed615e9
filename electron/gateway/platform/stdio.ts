import { writeSync } from 'node:fs'

/** For a pipe that is full: its reader has about a second. */
const mostPauses = 200
const pauseMs = 5

/**
 * What a gateway says is written before it goes on: the last line before a crash is the one that matters. What is not
 * taken, by a file on a full disk or by a reader that has stopped, is left out: tills go on where nothing can be
 * said, and it could be told nowhere but here.
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

interface Told {
  /** As in the log: 30 is news, 60 is the end. */
  readonly level: 30 | 60
  readonly msg: string
  readonly exit_code?: number
}

/** One line for stderr where no log is open yet, or none any more: JSON like the log where that was asked for (contract 1). */
export const stderrLine = (args: readonly string[], told: Told): string =>
  args.includes('--json') ? `${JSON.stringify({ ...told, time: Date.now(), pid: process.pid })}\n` : `${told.msg}\n`
