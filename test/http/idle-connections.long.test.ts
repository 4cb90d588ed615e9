import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithBuyers } from '../support/buyer.ts'
import type { TestGateway } from '../support/gateway.ts'
import { holdIdle } from '../support/idle-connections.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startWithBuyers()
})
afterAll(() => gateway.close())

const hasSix = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
if (!hasSix) console.warn('what is said of [::1] is left out: this computer has no IPv6')

const listeners = [
  { name: 'the gateway', host: '127.0.0.1', at: () => gateway.port, path: '/healthz', status: 200 },
  ...(hasSix ? [{ name: '[::1]', host: '::1', at: () => gateway.port, path: '/healthz', status: 200 }] : []),
  { name: 'the page for buyers', host: '127.0.0.1', at: () => gateway.gateway.buyerPort(), path: '/r/x', status: 404 },
]

test.each(listeners)('$name answers while one program holds 1,100 idle connections to it (DS1)', async (listener) => {
  const port = listener.at() ?? 0
  const idle = holdIdle(1_100, { host: listener.host, port })
  await idle.stood
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const headers = { host: `localhost:${port}` }
      request({ host: listener.host, port, path: listener.path, headers, agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
        .on('error', reject)
        .end()
    })
  for (let n = 0; n < 10; n += 1) expect(await ask()).toBe(listener.status)
  idle.close()
})
