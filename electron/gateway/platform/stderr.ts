import { writeSync } from 'node:fs'

/** For a pipe that is full: whoever reads it has about a second. */
const mostPauses = 200
const pauseMs = 5

/**
 * Writes to stderr before it returns: the last line before a crash is the one that matters. What stderr does not take,
 * a file on a full disk say, is left out: tills go on where their log cannot be written, and it could be told nowhere
 * but here.
 */
export function writeStderr(text: string): void {
  let pauses = 0
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(process.stderr.fd, rest))
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EAGAIN' || pauses === mostPauses) return
      pauses += 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}
