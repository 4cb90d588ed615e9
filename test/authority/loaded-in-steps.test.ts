import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

test('what the first request has to load comes in two steps, and whoever asks is answered between them', async () => {
  const source = new URL('../../electron/gateway/authority/http-client.ts', import.meta.url).href
  const worker = new Worker(
    `import(${JSON.stringify(source)}).then(async ({ exchange }) => {
      const told = (said) => require('node:worker_threads').parentPort.postMessage(said)
      // Axios looks for a browser's navigator; Node loads its fetch when somebody looks at what belongs to that.
      let isAxiosLoaded = false
      const look = (name, get) => Object.defineProperty(globalThis, name, { configurable: true, get })
      look('navigator', () => { isAxiosLoaded = true })
      look('Request', () => { setImmediate(() => told({ isAxiosLoaded })) })
      await exchange({ method: 'GET', url: 'http://127.0.0.1:9', headers: {} }, 10_000)
      told({ isAxiosLoaded })
    })`,
    { eval: true },
  )
  const said: unknown[] = []
  worker.on('message', (each) => said.push(each))
  await once(worker, 'exit')
  expect([said[0], said.at(-1)]).toEqual([{ isAxiosLoaded: false }, { isAxiosLoaded: true }])
})
