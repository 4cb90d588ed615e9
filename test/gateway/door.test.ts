import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorEndpoint } from '../../shared/api/axes.ts'
import { operatorApi } from '../../shared/api/operator.ts'
import { scopes } from '../../shared/api/scopes.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { raw } from '../support/raw.ts'
import { invoice } from '../support/till.ts'

let shop: TestGateway
let api: Api
let token: string
beforeAll(async () => {
  shop = await startGateway({ env: { RESIT_ALLOWED_ORIGINS: 'https://till.example' } })
  token = await shop.token()
  api = apiOf(shop, token)
})
afterAll(() => shop.close())

const codeOf = (text: string) => (JSON.parse(text) as { readonly code: string }).code
const bearer = () => ({ authorization: `Bearer ${token}` })

describe('the door', () => {
  test.each(['127.1', '2130706433', '0.0.0.0', '127.0.0.1.nip.io', '[::1]'])(
    'does not answer as %s (LO1)',
    async (name) => {
      const answer = await raw(shop.port, {
        path: '/v1/version',
        headers: { ...bearer(), host: `${name}:${shop.port}` },
      })
      expect([answer.status, codeOf(answer.text)]).toEqual([421, 'host_not_allowed'])
    },
  )

  test('answers as localhost and as 127.0.0.1, with its port only (LO1)', async () => {
    const status = async (host: string) =>
      (await raw(shop.port, { path: '/v1/version', headers: { ...bearer(), host } })).status
    expect(await status(`localhost:${shop.port}`)).toBe(200)
    expect(await status(`127.0.0.1:${shop.port}`)).toBe(200)
    expect(await status('127.0.0.1')).toBe(421)
  })

  test('wants exactly one Host (LO1, LO2)', async () => {
    const send = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(shop.port, '127.0.0.1', () => socket.write(head))
        let text = ''
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          socket.end()
        })
        socket.on('end', () => resolve(text))
        socket.on('error', reject)
      })
    const here = `127.0.0.1:${shop.port}`
    expect(await send(`GET /v1/version HTTP/1.1\r\nHost: ${here}\r\nHost: ${here}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 4(00|21)/,
    )
    expect(await send('GET /v1/version HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 421/)
    expect(await send(`GET http://${here}/v1/version HTTP/1.1\r\nHost: ${here}\r\n\r\n`)).toMatch(/^HTTP\/1.1 400/)
    expect(await send(`GET /v1/%zz HTTP/1.1\r\nHost: ${here}\r\n\r\n`)).toMatch(/bad_request_target/)
    expect(await send(`GET /v1/%zz HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).toMatch(/^HTTP\/1.1 421/)
  })

  test('turns away other pages, also from another port of this machine (LO4)', async () => {
    const answer = await raw(shop.port, { path: '/healthz', headers: { 'sec-fetch-site': 'same-site' } })
    expect([answer.status, codeOf(answer.text)]).toEqual([403, 'origin_not_allowed'])
    expect((await raw(shop.port, { path: '/healthz', headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  })

  test('tells a page of an origin the owner allowed what it may send, and no other (LO5)', async () => {
    const preflight = (origin: string) =>
      raw(shop.port, { method: 'OPTIONS', path: '/v1/version', headers: { origin } })
    const allowed = await preflight('https://till.example')
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, 'https://till.example'])
    // The desktop's page sends its requests by the main process, so it needs no CORS headers.
    for (const other of ['https://other.example', 'https://till.example.evil.example', 'app://resit', 'null']) {
      const { status, headers } = await preflight(other)
      expect([status, headers['access-control-allow-origin']], other).toEqual([403, undefined])
    }
  })

  test('knows no path but its own, and says what a path takes (IN27)', async () => {
    expect(codeOf((await raw(shop.port, { path: '/v1/nothing', headers: bearer() })).text)).toBe('route_not_found')
    expect(codeOf((await raw(shop.port, { path: '/v1/version//', headers: bearer() })).text)).toBe('route_not_found')
    expect((await raw(shop.port, { path: '/v1/version/', headers: bearer() })).status).toBe(200)
    const posted = await raw(shop.port, { method: 'POST', path: '/docs', headers: bearer() })
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET'])
  })

  test('takes no compressed and no doubly typed body (IN25)', async () => {
    const send = (headers: Record<string, string | readonly string[]>) =>
      raw(shop.port, {
        method: 'POST',
        path: '/v1/sale/invoice_submission',
        headers: { ...bearer(), ...headers },
        body: '{}',
      })
    expect((await send({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await send({ 'content-type': 'application/json; charset=latin1' })).status).toBe(415)
    expect((await send({ 'content-type': 'application/json; charset=UTF-8' })).status).toBe(422)
  })

  test('reads amounts as decimals, however many digits they have (IN6)', async () => {
    const body = JSON.stringify(invoice('digits')).replace('"UNIT_PRICE":3.5', '"UNIT_PRICE":3.50000000000000000')
    const kept = await api.post('/sale/invoice_submission', body)
    expect(kept.status).toBe(202)
    await api.until(kept.body, 'Valid')
    const odd = body.replace('3.50000000000000000', '3.50000000000000001')
    const told = await api.post('/sale/invoice_submission', odd)
    expect(told.body.errors?.[0]).toMatchObject({ pointer: '/LINES/0/UNIT_PRICE', code: 'too_many_places' })
  })

  test('skips one byte order mark, and keeps the sale without it', async () => {
    const body = JSON.stringify(invoice('marked', { PAYMENT_METHOD: '01' }))
    const kept = await api.post('/sale/invoice_submission', `\ufeff${body}`)
    expect(kept.status).toBe(202)
    const stored = await shop.gateway.store.records.byGuid(kept.body.SALE_GUID)
    expect(Buffer.from((await shop.gateway.store.records.body(stored?.seq ?? 0, 1)) ?? []).toString()).toBe(body)
    expect((await api.post('/sale/invoice_submission', body)).status).toBe(200)
  })

  test.each([
    ['\ufeff\ufeff{}', 'malformed_json'],
    ['{"SALE_GUID":"a","SALE_GUID":"b"}', 'duplicate_key'],
    ['{"a":"\\ud800"}', 'bad_encoding'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'bad_encoding'],
    [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'too_deep'],
    ['[1', 'malformed_json'],
  ])('refuses %s as %s (IN1, IN2, IN3, IN4)', async (body, code) => {
    const headers = { ...bearer(), 'content-type': 'application/json' }
    const answer = await raw(shop.port, { method: 'POST', path: '/v1/sale/invoice_submission', headers, body })
    expect([answer.status, codeOf(answer.text)]).toEqual([400, code])
  })

  test('lets a page of an allowed origin read what the answers say in their heads, also where it is refused', async () => {
    const seen = 'link, idempotency-replayed, preference-applied, retry-after, etag, x-request-id'
    const ask = (origin: string, path = '/v1/version') => raw(shop.port, { path, headers: { ...bearer(), origin } })
    for (const path of ['/v1/version', '/v1/nothing'])
      expect((await ask('https://till.example', path)).headers['access-control-expose-headers']).toBe(seen)
    expect((await ask('https://other.example')).headers['access-control-expose-headers']).toBeUndefined()
    const preflight = await raw(shop.port, {
      method: 'OPTIONS',
      path: '/v1/taxauth/currency_code',
      headers: { origin: 'https://till.example' },
    })
    expect(String(preflight.headers['access-control-allow-headers']).split(', ')).toContain('if-none-match')
  })

  test('keeps a sale of any age that e-invoicing has, and lists any days of the calendar', async () => {
    const issued = (ISSUED_AT: string) => api.post('/sale/invoice_submission', { ...invoice('any-age'), ISSUED_AT })
    for (const dead of ['1980-01-01T00:00:00+08:00', '2006-06-06T06:06:06Z', '2024-07-31T23:59:59.999+08:00'])
      expect((await issued(dead)).body).toMatchObject({
        status: 422,
        errors: [{ pointer: '/ISSUED_AT', code: 'before_e_invoicing' }],
      })
    const kept = await issued('2024-08-01T00:00:00+08:00')
    expect([kept.status, kept.body.ISSUED_AT]).toEqual([202, '2024-07-31T16:00:00.000Z'])
    await api.until(kept.body, 'Valid')
    const days = { submission_from: '0001-01-01', submission_to: '9999-12-31' }
    const headers = { ...bearer(), company_guid: kept.body.COMPANY_GUID, ...days }
    const listed = await raw(shop.port, { path: '/v1/sale/invoice_checkstatus/by_submission', headers })
    expect([listed.status, listed.text]).toEqual([200, expect.stringContaining(kept.body.SALE_GUID)])
  })

  test('takes null for what only a sibling of the document has, and knows the sale again without it', async () => {
    const plain = invoice('siblings')
    const kept = await api.post('/sale/invoice_submission', { ...plain, ORIGINALS: null, SUPPLIER: null })
    expect(kept.status).toBe(202)
    expect((await api.post('/sale/invoice_submission', plain)).status).toBe(200)
    await api.until(kept.body, 'Valid')
  })
})

describe('the operator API', () => {
  // Calls without a token are tested in people-and-roles.test.ts.
  const calls = Object.values(operatorApi)
    .map(({ method, path, scope, alsoScope }: OperatorEndpoint) => ({ method, path, scope, alsoScope }))
    .filter(({ scope }) => scope !== 'open')
  const filled = (path: string) => path.replace(/\{\w+\}/g, '99999999-0000-4000-8000-000000000000')

  test.each(calls)(
    '$method $path is closed to who has no token, and to who has not its scope',
    async ({ method, path, scope, alsoScope }) => {
      const ask = (headers: Record<string, string>) =>
        raw(shop.port, {
          method,
          path: `/operator/v1${filled(path)}`,
          headers: { 'content-type': 'application/json', ...headers },
        })
      expect(codeOf((await ask({})).text)).toBe('unauthorized')
      // The scope admin may call everything.
      const others = scopes.filter((each) => each !== scope && each !== alsoScope && each !== 'admin')
      const token = await shop.token({ scopes: others })
      expect(codeOf((await ask({ authorization: `Bearer ${token}` })).text)).toBe('insufficient_scope')
    },
  )

  test('monitoring reads metrics and health with a scope of its own, and nothing else by it', async () => {
    const monitor = { authorization: `Bearer ${await shop.token({ scopes: ['monitor'] })}` }
    const ask = async (path: string, headers = monitor) => raw(shop.port, { path, headers })
    expect((await ask('/metrics')).text).toContain('resit_outbox_records')
    expect((await ask('/operator/v1/health')).status).toBe(200)
    expect((await ask('/v1/version/')).status).toBe(200)
    for (const path of ['queue', 'changes', 'doctor', 'tokens', 'records', 'proof'])
      expect([path, codeOf((await ask(`/operator/v1/${path}`)).text)]).toEqual([path, 'insufficient_scope'])
    const ofOne = await shop.token({ scopes: ['monitor'], companyGuid: '11111111-1111-4111-8111-111111111111' })
    const refused = await ask('/metrics', { authorization: `Bearer ${ofOne}` })
    expect([refused.status, codeOf(refused.text)]).toEqual([403, 'insufficient_scope'])
    expect(refused.text).toContain('for one company only')
    expect((await ask('/operator/v1/health', { authorization: `Bearer ${ofOne}` })).status).toBe(200)
  })

  test('a place after the last change is refused, with what to do', async () => {
    const ask = (path: string) => raw(shop.port, { path: `/operator/v1/${path}`, headers: bearer() })
    const { next } = JSON.parse((await ask('changes')).text) as { readonly next: number }
    expect((await ask(`changes?after=${next}`)).status).toBe(200)
    const refused = await ask(`changes?after=${next + 1000}`)
    expect([refused.status, codeOf(refused.text)]).toEqual([400, 'bad_cursor'])
    expect(refused.text).toContain('Ask again with after=0')
  })

  test('metrics need the scope admin; health says nothing but that it is there', async () => {
    expect((await raw(shop.port, { path: '/metrics' })).status).toBe(401)
    expect((await raw(shop.port, { path: '/metrics', headers: bearer() })).text).toContain('resit_outbox_records')
    expect((await raw(shop.port, { path: '/healthz' })).text).toBe('{"status":"ok"}')
  })

  test('whether a sale would be taken is told by any name, also by HEAD, and why if not', async () => {
    const ask = (method: string) => raw(shop.port, { method, path: '/readyz', headers: { host: '10.1.2.3:7510' } })
    expect(await ask('GET')).toMatchObject({ status: 200, text: '{"status":"ready"}' })
    expect(await ask('HEAD')).toMatchObject({ status: 200, text: '' })
    const upstream = {
      RESIT_AUTHORITY: 'gateway',
      RESIT_UPSTREAM_URL: 'https://head.example',
      RESIT_UPSTREAM_TOKEN: 't',
    }
    const empty = await startGateway({ env: upstream })
    try {
      const answer = await raw(empty.port, { path: '/readyz' })
      expect(answer).toMatchObject({ status: 503, text: '{"status":"not_ready","reason":"no_company"}' })
    } finally {
      await empty.close()
    }
  })

  test('changes come in order, once each, as soon as they are there', async () => {
    type Changes = { readonly items: readonly WireRecord[]; readonly next: number }
    const ask = async (query: string) => {
      const { text } = await raw(shop.port, { path: `/operator/v1/changes?${query}`, headers: bearer() })
      return JSON.parse(text) as Changes
    }
    const start = await ask('')
    expect(start.items).toEqual([])
    const waiting = ask(`after=${start.next}&wait=10`)
    const { body } = await api.submit('sale', 'invoice', invoice('changes'))
    const first = await waiting
    expect(first.items.map(({ SALE_GUID }) => SALE_GUID)).toEqual([body.SALE_GUID])
    await api.until(body, 'Valid')
    const rest = await ask(`after=${first.next}`)
    expect(rest.items.map(({ SALE_GUID, STATUS }) => [SALE_GUID, STATUS])).toEqual([[body.SALE_GUID, 'Valid']])
    expect((await ask(`after=${rest.next}`)).items).toEqual([])
  })
})
