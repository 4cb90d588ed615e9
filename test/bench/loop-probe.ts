// Loaded into a gateway at its start. It writes the longest pause of the event loop since it was last asked.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env['LOOP_PROBE_FILE']
const resolutionMs = 2
if (isMainThread && file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  process.on('SIGUSR2', () => {
    // The histogram counts whole ticks, so one tick is subtracted.
    const longestMs = Math.max(0, delays.max / 1e6 - resolutionMs)
    const p99Ms = Math.max(0, delays.percentile(99) / 1e6 - resolutionMs)
    delays.reset()
    appendFileSync(file, `${JSON.stringify({ longestMs, p99Ms })}\n`)
  })
}
