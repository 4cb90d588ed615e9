import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A till in its own thread, which asks for the state of a sale without a pause. After a message `take` it posts its
 * waiting times.
 */
const { url, headers } = workerData as { readonly url: string; readonly headers: Readonly<Record<string, string>> }
const pauseMs = 10
let waits: number[] = []
const own = monitorEventLoopDelay({ resolution: 2 })
own.enable()
parentPort?.on('message', () => {
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  parentPort?.postMessage({ count: sorted.length, p99Ms: at(0.99), longestMs: at(1), ownMs: own.max / 1e6 - 2 })
  waits = []
  own.reset()
})
for (;;) {
  const asked = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`how a sale stands was answered ${response.status}`)
  waits.push(performance.now() - asked)
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
}
