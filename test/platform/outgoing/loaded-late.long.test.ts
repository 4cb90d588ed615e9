import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const source = (path: string) => JSON.stringify(new URL(`../../../electron/gateway/${path}`, import.meta.url).href)

test('the client for what leaves is loaded by no part of a gateway before it is asked for', async () => {
  const worker = new Worker(
    `const loaded = []
    require('node:module').registerHooks({
      load(url, context, next) {
        if (/node_modules.(axios|https-proxy-agent)/.test(url)) loaded.push(url)
        return next(url, context)
      },
    })
    const told = () => require('node:worker_threads').parentPort.postMessage(loaded.length > 0)
    Promise.all([import(${source('gateway.ts')}), import(${source('compose/sqlite.ts')})])
      .then(told)
      .then(() => import(${source('platform/outgoing/exchange.ts')}))
      .then(({ prepareHttpClient }) => prepareHttpClient({ info() {}, warn() {} }))
      .then(told)`,
    { eval: true },
  )
  const said: unknown[] = []
  worker.on('message', (each) => said.push(each))
  await once(worker, 'exit')
  expect(said).toEqual([false, true])
})
