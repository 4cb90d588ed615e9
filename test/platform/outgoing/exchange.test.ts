import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { sendRequest } from '../../../electron/gateway/platform/outgoing/exchange.ts'

/** A server that always gives the same answer. @returns its address, and the headers of the requests */
async function answering(answer: (response: ServerResponse) => void) {
  const heads: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    heads.push(headers)
    answer(response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heads }
}

const ask = (url: string) => ({ method: 'POST', url, headers: { accept: 'application/json' }, body: '“é”' }) as const

test('a request says who asks, how long it is in bytes, and that nothing comes after it', async () => {
  const { url, heads } = await answering((response) => void response.end('{}'))
  expect(await sendRequest(ask(url), 60_000)).toMatchObject({ kind: 'answered', status: 200, body: Buffer.from('{}') })
  expect(heads).toEqual([
    {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      connection: 'close',
      'content-length': '8',
      host: expect.any(String) as unknown,
      'user-agent': 'Resit',
    },
  ])
})

test('a packed answer is unpacked, and is too large by what it is then', async () => {
  const packed = gzipSync('0123456789'.repeat(1_000))
  const { url } = await answering((response) => void response.setHeader('content-encoding', 'gzip').end(packed))
  const answered = await sendRequest(ask(url), 60_000)
  expect(answered.kind === 'answered' && answered.body.length).toBe(10_000)
  const mostAnswerBytes = 9_999
  expect(await sendRequest(ask(url), 60_000, { mostAnswerBytes })).toEqual({ kind: 'broken', reason: 'too_large' })
})

test('an answer that ends in the middle, and one that never does, are none', async () => {
  const half = await answering((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 50)
  })
  expect(await sendRequest(ask(half.url), 60_000)).toEqual({ kind: 'broken', reason: 'connection_broken' })
  const endless = await answering((response) => void response.writeHead(200).write('half'))
  expect(await sendRequest(ask(endless.url), 300)).toEqual({ kind: 'broken', reason: 'timed_out' })
})

test('whoever breaks it off waits no longer', async () => {
  const { url } = await answering(() => undefined)
  const stopping = AbortSignal.timeout(100)
  expect(await sendRequest(ask(url), 30_000, { stopping })).toEqual({ kind: 'broken', reason: 'connection_broken' })
})

test('a request that was ended before it began, or is too large, reaches no server', async () => {
  const { url, heads } = await answering((response) => void response.end())
  const notConnected = { kind: 'not_connected' }
  expect(await sendRequest(ask(url), 60_000, { stopping: AbortSignal.abort() })).toEqual(notConnected)
  expect(await sendRequest({ ...ask(url), body: 'x'.repeat(6 * 1024 * 1024 + 1) }, 60_000)).toEqual(notConnected)
  expect(heads).toEqual([])
})

test('no other server is asked instead of this one', async () => {
  const other = await answering((response) => void response.end())
  const { url } = await answering((response) => void response.writeHead(307, { location: other.url }).end())
  expect(await sendRequest(ask(url), 60_000)).toMatchObject({ kind: 'answered', status: 307 })
  expect(other.heads).toEqual([])
})
