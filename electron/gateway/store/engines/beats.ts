import { writeSync } from 'node:fs'

const everyBeatMs = 1_000
/** Looks are counted, and not time: a clock runs on while the computer sleeps. */
const mostSilentLooks = 10

/** The thread that answers counts on as long as its timers run. A sync that does not come back stops them. */
export const keepBeating = (beats: Int32Array, everyMs = everyBeatMs): NodeJS.Timeout =>
  setInterval(() => Atomics.add(beats, 0, 1), everyMs).unref()

/**
 * Says on stderr, in another thread, that the one that answers has stood still for ten beats, and when it goes on again:
 * the gateway itself cannot be asked meanwhile, not even at /healthz.
 */
export function watchBeats(beats: Int32Array, write: (line: string) => void = toStderr, everyMs = everyBeatMs) {
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

/** As every line of the log. */
const lineOf = (level: number, msg: string): string =>
  `${JSON.stringify({ level, time: Date.now(), pid: process.pid, msg })}\n`

function toStderr(line: string): void {
  try {
    writeSync(2, line)
  } catch {
    // Where nothing takes it there is no other place to say it.
  }
}
