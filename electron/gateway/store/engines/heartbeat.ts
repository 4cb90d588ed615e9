import { writeSync } from 'node:fs'

const everyBeatMs = 1_000
/** Counted, not timed: a clock runs on while the computer sleeps. */
const mostSilentLooks = 10

/** Counts while the event loop runs. A sync that hangs stops it. */
export const countEventLoopBeats = (beats: Int32Array, everyMs = everyBeatMs): NodeJS.Timeout =>
  setInterval(() => Atomics.add(beats, 0, 1), everyMs).unref()

/**
 * A thread that writes to stderr if the main thread stops for ten beats, and when it goes on. Meanwhile the gateway
 * answers nothing, not even /healthz.
 */
export function watchHeartbeat(beats: Int32Array, write: (line: string) => void = toStderr, everyMs = everyBeatMs) {
  let seen = -1
  let silentLooks = 0
  return setInterval(() => {
    const now = Atomics.load(beats, 0)
    const wasSilent = silentLooks >= mostSilentLooks
    silentLooks = now === seen ? silentLooks + 1 : 0
    seen = now
    if (silentLooks === mostSilentLooks) write(lineOf(60, 'the gateway does not answer: perhaps its disk hangs'))
    else if (wasSilent && silentLooks === 0) write(lineOf(30, 'the gateway answers again'))
  }, everyMs).unref()
}

/** A line in the form of the log. */
const lineOf = (level: number, msg: string): string =>
  `${JSON.stringify({ level, time: Date.now(), pid: process.pid, msg })}\n`

function toStderr(line: string): void {
  try {
    writeSync(2, line)
  } catch {
    // There is no other place to report it.
  }
}
