import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const isLinux = process.platform === 'linux'
if (!isLinux) console.warn('what gives way is left out: only Linux counts priorities by threads')

test.runIf(isLinux)('a thread that gives way leaves the others as they were (RD3)', async () => {
  const source = new URL('../../electron/gateway/store/recovery/give-way.ts', import.meta.url).href
  const worker = new Worker(
    `import(${JSON.stringify(source)}).then(({ giveWay }) => { giveWay(); require('node:worker_threads').parentPort.postMessage(1); setInterval(() => 0, 1000) })`,
    { eval: true },
  )
  await new Promise((resolve) => worker.once('message', resolve))
  // The nineteenth cell, counted behind the name, which may hold anything.
  const nice = (task: string) =>
    Number(readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16])
  const usual = nice(String(process.pid))
  const changed = readdirSync('/proc/self/task')
    .map(nice)
    .filter((each) => each !== usual)
  await worker.terminate()
  expect(changed).toEqual([10])
})
