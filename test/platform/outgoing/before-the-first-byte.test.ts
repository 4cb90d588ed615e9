import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendRequest } from '../../../electron/gateway/platform/outgoing/exchange.ts'

/** A server that records all received bytes and answers every request. */
async function heard() {
  const bytes: string[] = []
  const connected = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    connected.resolve()
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      bytes.push(String(chunk))
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const post = (mayStillSend: () => Promise<boolean>, timeoutMs = 60_000) =>
    sendRequest({ method: 'POST', url, headers: {}, body: 'a document', mayStillSend }, timeoutMs)
  return { bytes, connected: connected.promise, post }
}

test('no byte leaves before it is known that it may', async () => {
  const { bytes, connected, post } = await heard()
  const answer = Promise.withResolvers<boolean>()
  const sent = post(() => answer.promise)
  await connected
  expect(bytes).toEqual([])
  answer.resolve(true)
  expect(await sent).toMatchObject({ kind: 'answered', status: 200 })
  expect(bytes.join('')).toContain('a document')
})

test('no byte leaves where it may not', async () => {
  const { bytes, post } = await heard()
  expect(await post(async () => false)).toEqual({ kind: 'too_late' })
  expect(bytes).toEqual([])
})

test('what was given up while nobody answered whether it may is unsent, and stays so', async () => {
  const { bytes, post } = await heard()
  const answer = Promise.withResolvers<boolean>()
  expect(await post(() => answer.promise, 50)).toEqual({ kind: 'not_connected' })
  answer.resolve(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(bytes).toEqual([])
})
