import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const isLinux = process.platform === 'linux'
if (!isLinux) console.warn('what gives way is left out: only Linux counts priorities by threads')

// The 19th value of the line. Values are counted after the name, which may contain anything.
const niceOf = (task: string) =>
  Number(readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16])
const priorities = () => new Map(readdirSync('/proc/self/task').map((task) => [task, niceOf(task)]))

test.runIf(isLinux)('a thread that gives way leaves the others as they were (RD3)', async () => {
  const source = new URL('../../electron/gateway/store/recovery/lower-priority.ts', import.meta.url).href
  // Threads of other test files in this process may have lowered their priority before.
  const before = priorities()
  const worker = new Worker(
    `import(${JSON.stringify(source)}).then(({ lowerThreadPriority }) => { lowerThreadPriority(); require('node:worker_threads').parentPort.postMessage(1); setInterval(() => 0, 1000) })`,
    { eval: true },
  )
  await new Promise((resolve) => worker.once('message', resolve))
  const after = priorities()
  await worker.terminate()
  const usual = niceOf(String(process.pid))
  const others = [...after].filter(([task]) => before.has(task))
  expect(others).toEqual(others.map(([task]) => [task, before.get(task)]))
  const changed = [...after].filter(([task, nice]) => !before.has(task) && nice !== usual)
  expect(changed.map(([, nice]) => nice)).toEqual([10])
})
