import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendRequest } from '../../../electron/gateway/platform/outgoing/exchange.ts'
import { proxyTrouble, setProxyLog } from '../../../electron/gateway/platform/outgoing/proxy.ts'
import { makeCertificateAuthority } from '../../support/certificates.ts'
import { type ConnectProxy, startConnectProxy } from '../../support/connect-proxy.ts'

const trusted = makeCertificateAuthority('An authority that the machine trusts')
const standard = getCACertificates('default')
const heard: string[] = []
const server = createServer(trusted.issue({ names: ['authority.example'] }), (request, response) => {
  void text(request).then((body) => {
    heard.push(`${request.method} ${request.url} ${body}`)
    response.end('taken')
  })
})
const logged: string[] = []
const note = (...said: readonly unknown[]) => void logged.push(JSON.stringify(said))
let proxy: ConnectProxy

beforeAll(async () => {
  setDefaultCACertificates([...standard, trusted.certificatePem])
  setProxyLog({ warn: note, info: note })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(async () => {
  proxy = await startConnectProxy(`https://localhost:${(server.address() as AddressInfo).port}`, 'shop:s3cret')
  heard.length = 0
  logged.length = 0
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await proxy.close()
})
afterAll(() => {
  server.close()
  setDefaultCACertificates([...standard])
})

const url = 'https://authority.example/documents'
const post = (mayStillSend?: () => boolean) =>
  sendRequest({ method: 'POST', url, headers: {}, body: 'a document', ...(mayStillSend && { mayStillSend }) }, 60_000)

test('a request goes through a proxy that asks for a password, and the proxy reads nothing of it', async () => {
  vi.stubEnv('HTTPS_PROXY', `http://shop:s3cret@${proxy.address}`)
  expect(await post(() => true)).toMatchObject({ kind: 'answered', status: 200, body: Buffer.from('taken') })
  expect(heard).toEqual(['POST /documents a document'])
  expect(proxy.asked).toEqual(['authority.example:443'])
  expect(proxy.passed()).not.toContain('a document')
  expect(proxyTrouble()).toBe(null)
})

test('without the password nothing is sent, and the proxy is named without it', async () => {
  vi.stubEnv('HTTPS_PROXY', `http://shop:wr0ng@${proxy.address}`)
  expect(await post()).toEqual({ kind: 'not_connected' })
  expect(await post()).toEqual({ kind: 'not_connected' })
  expect(heard).toEqual([])
  expect(proxyTrouble()).toEqual({ kind: 'refused', proxy: proxy.address, status: 407 })
  expect(logged.filter((line) => line.includes('407') && line.includes(proxy.address))).toHaveLength(1)
  expect(logged.join()).not.toMatch(/wr0ng|shop/)
})

test('a proxy that nothing answers at, and a variable that names none, let nothing out another way', async () => {
  vi.stubEnv('HTTPS_PROXY', `http://shop:s3cret@${proxy.address}`)
  await proxy.close()
  expect(await post()).toEqual({ kind: 'not_connected' })
  expect(proxyTrouble()).toEqual({ kind: 'silent', proxy: proxy.address })
  vi.stubEnv('HTTPS_PROXY', 'socks5://shop:s3cret@127.0.0.1:9')
  expect(await post()).toEqual({ kind: 'not_connected' })
  expect(proxyTrouble()).toEqual({ kind: 'unreadable', variable: 'HTTPS_PROXY' })
  proxy = await startConnectProxy('https://localhost:9', null)
})

test('no byte leaves through a tunnel before it is known that it may', async () => {
  vi.stubEnv('HTTPS_PROXY', `http://shop:s3cret@${proxy.address}`)
  expect(await post(() => false)).toEqual({ kind: 'too_late' })
  expect(heard).toEqual([])
})

test('a server behind the proxy with a certificate for another name is not trusted', async () => {
  vi.stubEnv('HTTPS_PROXY', `http://shop:s3cret@${proxy.address}`)
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const ask = { method: 'POST', url: 'https://other.example/', headers: {}, body: 'a document' } as const
  expect(await sendRequest(ask, 60_000)).toEqual({ kind: 'not_connected' })
  expect(heard).toEqual([])
  expect(proxyTrouble()).toBe(null)
})
