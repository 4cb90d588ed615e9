import { once } from 'node:events'
import { Agent, METHODS, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf, type Told } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { raw } from '../support/raw.ts'
import { companyGuid, invoice } from '../support/till.ts'

let shop: TestGateway
let api: Api
let token: string
beforeAll(async () => {
  shop = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  token = await shop.token()
  api = apiOf(shop, token)
})
afterAll(() => shop.close())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function opened(): Promise<Socket> {
  const socket = connect(shop.port, '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Reads until the other side closes. */
async function until(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
  let text = ''
  for await (const piece of socket) {
    text += String(piece)
    if (isEnough(text)) break
  }
  return text
}
const statusLines = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g) ?? []

/** @param lines of the header, without Host, which is added */
const heading = (target: string, lines: readonly string[]) =>
  [target, `Host: 127.0.0.1:${shop.port}`, ...lines, '', ''].join('\r\n')
const known = () => `Authorization: Bearer ${token}`
const submission = 'POST /v1/sale/invoice_submission HTTP/1.1'
const json = 'Content-Type: application/json'

/** The newest hundred records. @param headers with the search text */
async function listed(headers: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const authorization = `Bearer ${shop.gateway.controlToken}`
  const { text } = await raw(shop.port, {
    path: '/operator/v1/records?page_size=100',
    headers: { authorization, ...headers },
  })
  const { items } = JSON.parse(text) as { readonly items: readonly { readonly record: WireRecord }[] }
  return items.map(({ record }) => record.SALE_CODE)
}

describe('a request that hides another one', () => {
  const hidden = () => {
    const body = JSON.stringify(invoice('smuggled'))
    return `${heading(submission, [known(), json, `Content-Length: ${Buffer.byteLength(body)}`])}${body}`
  }
  test.each([
    ['is measured twice', ['Content-Length: 0', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['has two lengths', ['Content-Length: 2', 'Content-Length: 0'], '{}'],
    ['has a list of lengths', ['Content-Length: 0, 2'], '{}'],
    ['has a length with a sign', ['Content-Length: +2'], '{}'],
    ['has a length in hexadecimal', ['Content-Length: 0x2'], '{}'],
    ['is chunked by another name', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['is chunked, and something else after that', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['has chunks of no number', ['Transfer-Encoding: chunked'], '0x2\r\n{}\r\n0\r\n\r\n'],
    ['has a space before a colon', ['Transfer-Encoding : chunked', 'Content-Length: 0'], ''],
    ['folds a header over two lines', ['X: a', ' Transfer-Encoding: chunked', 'Content-Length: 0'], ''],
    ['ends its lines without a return', ['X: a\nTransfer-Encoding: chunked', 'Content-Length: 0'], ''],
  ])('because it %s is refused, its connection ends, and what it hides is nothing (IN28)', async (_, lines, body) => {
    const socket = await opened()
    socket.write(`${heading(submission, [known(), json, ...lines])}${body}${hidden()}`)
    const text = await until(socket, () => false)
    expect(statusLines(text)).toEqual(['HTTP/1.1 400'])
    expect(await listed()).not.toContain('smuggled')
  })

  test('would not be needed: what it hides is taken where it is asked for openly', async () => {
    const socket = await opened()
    socket.write(hidden())
    expect(statusLines(await until(socket, (text) => text.includes('smuggled')))).toEqual(['HTTP/1.1 202'])
  })
})

test('requests that come together on one connection are answered one after the other, also after a refusal (IN30)', async () => {
  const socket = await opened()
  const ask = (path: string) => heading(`GET ${path} HTTP/1.1`, [known()])
  socket.write(`${ask('/v1/nothing')}${ask('/healthz')}${heading('GET /v1/version HTTP/1.1', [])}${ask('/healthz')}`)
  const text = await until(socket, (sofar) => statusLines(sofar).length === 4)
  expect(statusLines(text).map((line) => line.slice(-3))).toEqual(['404', '200', '401', '200'])
})

test('who asks whether to go on is told so, and what was announced is taken once (IN30)', async () => {
  const socket = await opened()
  const body = JSON.stringify(invoice('continued'))
  const lines = [
    known(),
    json,
    'Expect: 100-continue',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.write(heading(submission, lines))
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(String(first)).toMatch(/^HTTP\/1\.1 100 /)
  socket.write(body)
  expect(statusLines(await until(socket, () => false))).toEqual(['HTTP/1.1 202'])
  expect((await listed()).filter((code) => code === 'continued')).toHaveLength(1)
})

test.each(['websocket', 'h2c'])('nobody gets another protocol than HTTP/1.1: %s is not spoken (LO18)', async (name) => {
  const wanted = [
    'Connection: Upgrade',
    `Upgrade: ${name}`,
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${'x'.repeat(22)}==`,
  ]
  for (const path of ['/', '/healthz', '/v1/version', '/operator/v1/changes']) {
    const socket = await opened()
    socket.write(heading(`GET ${path} HTTP/1.1`, wanted))
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(String(first), path).toMatch(/^HTTP\/1\.1 (?!101)\d{3} /)
    expect(String(first), path).not.toMatch(/sec-websocket-accept/i)
  }
})

test('no path takes another method than its own, whatever that is called (IN26)', async () => {
  // CONNECT asks for a tunnel and has no path. OPTIONS is the preflight of browsers.
  const others = METHODS.filter((method) => !['CONNECT', 'OPTIONS'].includes(method))
  for (const { method: own, path } of interfaceCatalogue)
    for (const method of others.filter((each) => each !== own)) {
      const { status } = await raw(shop.port, {
        method,
        path: `/v1${path}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(status, `${method} ${path}`).toBe(405)
    }
  const socket = await opened()
  socket.write(`CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1:${shop.port}\r\n\r\n`)
  expect(statusLines(await until(socket, () => false)).filter((line) => line.endsWith('200'))).toEqual([])
})

test('a thousand sales that are sent at once are each kept once (LO20)', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const send = (at: number) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const asked = request(
        { agent, headers, host: '127.0.0.1', port: shop.port, method: 'POST', path: '/v1/sale/invoice_submission' },
        (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
      )
      asked.once('error', reject)
      asked.end(JSON.stringify(invoice(`at once ${at}`)))
    })
  const before = await sizeOfShop()
  const told = await Promise.all(Array.from({ length: 1_000 }, (_, at) => send(at)))
  agent.destroy()
  expect(told.filter((status) => status !== 202)).toEqual([])
  expect((await sizeOfShop()) - before).toBe(1_000)
})

/** The number of all stored sales. */
const sizeOfShop = async (): Promise<number> =>
  (await operate<{ readonly all: number }>(shop, 'GET', '/record_counts')).body.all

test('a field whose name is written in another case is no field of a sale (IN9)', async () => {
  const sale = invoice('in another case')
  for (const field of Object.keys(sale))
    for (const other of [field.toLowerCase(), `${field.charAt(0)}${field.slice(1).toLowerCase()}`]) {
      const { [field]: value, ...rest } = sale
      const { status, body }: Told = await api.submit('sale', 'invoice', { ...rest, [other]: value })
      expect(status, other).toBe(422)
      expect(JSON.stringify(body), other).toContain(`/${other}`)
    }
})

test('a range of a hundred years is answered like any other, a page at a time (IN15)', async () => {
  const headers = { company_guid: companyGuid, submission_from: '1980-01-01', submission_to: '2080-12-31' }
  for (let n = 0; n < 26; n += 1) await api.submit('sale', 'invoice', invoice(`of a century ${n}`))
  const { status, body } = await api.get<{ readonly items: readonly unknown[] }>(
    '/sale/invoice_checkstatus/by_submission',
    headers,
  )
  expect([status, body.items.length]).toEqual([200, 25])
})

test('SQL in a text is a text, wherever it is sent and looked for (IN22)', async () => {
  const bad = [`'; DROP TABLE record; --`, `" OR 1=1 --`, `%' UNION SELECT 1 --`, '*) OR (1=1', 'a" NEAR b', `x') /*`]
  for (const text of bad) {
    const { status, body } = await api.submit('sale', 'invoice', invoice(text, { OUTLET_NAME: text }))
    expect([status, body.SALE_CODE], text).toEqual([202, text])
    expect(await listed({ search_text: encodeURIComponent(text) }), text).toEqual([text])
    const headers = { company_guid: companyGuid, submission_from: '2020-01-01', submission_to: '2080-12-31' }
    const { body: page } = await api.get<{ readonly items: readonly WireRecord[] }>(
      '/sale/invoice_checkstatus/by_submission',
      { ...headers, outlet_name: encodeURIComponent(text) },
    )
    expect(
      page.items.map(({ SALE_CODE }) => SALE_CODE),
      text,
    ).toEqual([text])
  }
})
