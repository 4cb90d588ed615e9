import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, faultsOf, type Person, pins, send, signIn, tryPin } from '../support/people.ts'
import { raw } from '../support/raw.ts'

const minute = 60_000
const wrong = '999888'

let shop: TestGateway
afterEach(() => shop.close())

const setUp = (code: string, more: object = {}) =>
  send(shop, 'POST', '/operator/v1/setup', {
    body: { code, name: 'Aminah', pin: pins.Aminah, language: 'ms', ...more },
  })

describe('the first start', () => {
  test('says that an owner is missing and makes one with the code, once', async () => {
    shop = await startGateway()
    const before = await send(shop, 'GET', '/operator/v1/setup')
    expect(before.body).toMatchObject({ needed: true, authority: 'practice', environment: null })
    const code = shop.gateway.setupCode() ?? ''
    expect(code).toHaveLength(11)

    expect(faultsOf(await setUp(code, { pin: '123456' }))).toEqual(['/pin weak_pin'])
    expect(faultsOf(await setUp(code, { name: 'Aminah for person:Siti' }))).toEqual(['/name bad_name'])
    const made = await setUp(code)
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({
      operator: { name: 'Aminah', language: 'ms' },
      role: 'owner',
      scopes: ['submit', 'read', 'taxpayer', 'void', 'cancel', 'admin'],
      idle_lock_ms: 600_000,
      locked: false,
    })
    const bearer = String(made.body['token'])
    expect((await send(shop, 'GET', '/operator/v1/people', { bearer })).status).toBe(200)
    expect((await send(shop, 'GET', '/v1/version/', { bearer })).status).toBe(200)

    expect(shop.gateway.setupCode()).toBeNull()
    expect((await setUp(code)).body.code).toBe('route_not_found')
    expect((await send(shop, 'GET', '/operator/v1/setup')).body).toMatchObject({ needed: false })
  })

  test('takes no other code, and its own however many wrong ones came before it (DS3)', async () => {
    shop = await startGateway()
    const code = shop.gateway.setupCode() ?? ''
    for (let n = 0; n < 20; n += 1) expect(faultsOf(await setUp('AAAAA-AAAAA'))).toEqual(['/code wrong_setup_code'])
    expect((await setUp('AAAAA-AAAAA')).status).toBe(429)
    expect((await setUp(code)).status).toBe(200)
  })

  test('needs no code once the command line has made an owner', async () => {
    shop = await startGateway()
    await addPerson(shop, 'Aminah', 'owner')
    expect(shop.gateway.setupCode()).toBeNull()
    expect((await setUp('AAAAA-AAAAA')).status).toBe(404)
  })
})

describe('signing in', () => {
  test('by name or id gives a session for both APIs; nothing else gives one', async () => {
    shop = await startGateway()
    const siti = await addPerson(shop, 'Siti', 'cashier')
    for (const operator of [siti.name, 'siti', siti.id, siti.id.toUpperCase()])
      expect((await tryPin(shop, operator, siti.pin)).status).toBe(200)
    expect(faultsOf(await tryPin(shop, 'Siti', wrong))).toEqual(['/pin wrong_pin'])
    expect(faultsOf(await tryPin(shop, 'Ravi', siti.pin))).toEqual(['/operator unknown_person'])
    expect(faultsOf(await tryPin(shop, 'Siti', ''))).toEqual(['/pin too_short'])
    expect((await send(shop, 'GET', '/operator/v1/people/names')).body).toEqual({
      items: [{ id: siti.id, name: 'Siti', role: 'cashier', pin_digits: 6 }],
    })
  })

  test('is for pages of the gateway itself and programs of this machine, not for other pages', async () => {
    shop = await startGateway()
    for (const [method, path] of [
      ['GET', '/operator/v1/people/names'],
      ['GET', '/operator/v1/setup'],
      ['POST', '/operator/v1/sign_in'],
      ['POST', '/operator/v1/setup'],
    ] as const)
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await raw(shop.port, { method, path, headers })
        expect([path, answer.status]).toEqual([path, 403])
      }
  })

  test('is locked after the idle time until the PIN is entered, and over after the sign-out', async () => {
    const clock = aMovableClock()
    shop = await startGateway({ ports: { clock }, env: { RESIT_IDLE_LOCK_MS: '60000' } })
    const bearer = await signIn(shop, await addPerson(shop, 'Siti', 'cashier'))
    const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
      send(shop, method, `/operator/v1${path}`, { bearer, ...(body !== undefined && { body }) })
    expect((await ask('GET', '/queue')).status).toBe(200)
    clock.pass(minute)
    const refused = await ask('GET', '/queue')
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized'])
    expect(refused.body.detail).toContain('PIN')
    expect((await send(shop, 'GET', '/v1/version/', { bearer })).status).toBe(401)
    expect((await ask('GET', '/session')).body).toMatchObject({ locked: true, operator: { name: 'Siti' } })
    expect(faultsOf(await ask('POST', '/session/unlock', { pin: wrong }))).toEqual(['/pin wrong_pin'])
    expect((await ask('POST', '/session/unlock', { pin: pins.Siti })).body).toMatchObject({ locked: false })
    expect((await ask('GET', '/queue')).status).toBe(200)
    expect((await ask('POST', '/session/lock', {})).body).toMatchObject({ locked: true })
    expect((await ask('GET', '/queue')).status).toBe(401)
    expect((await ask('POST', '/sign_out', {})).body).toEqual({ signed_out: true })
    expect((await ask('GET', '/session')).status).toBe(401)
  })

  test('is locked although the screen goes on asking by itself (UI10)', async () => {
    const clock = aMovableClock()
    shop = await startGateway({ ports: { clock }, env: { RESIT_IDLE_LOCK_MS: '60000' } })
    const bearer = await signIn(shop, await addPerson(shop, 'Siti', 'cashier'))
    const headers = { 'x-unattended': '1' }
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) {
      clock.pass(25_000)
      statuses.push((await send(shop, 'GET', '/operator/v1/queue', { bearer, headers })).status)
    }
    expect(statuses).toEqual([200, 200, 401])
  })

  test('with wrong PINs by anybody on this machine locks nobody out of the session that is open', async () => {
    shop = await startGateway()
    const siti = await addPerson(shop, 'Siti', 'cashier')
    const bearer = await signIn(shop, siti)
    for (let n = 0; n < 5; n += 1) expect(faultsOf(await tryPin(shop, 'Siti', wrong))).toEqual(['/pin wrong_pin'])
    expect((await tryPin(shop, 'Siti', siti.pin)).status).toBe(429)
    const unlock = (pin: string) => send(shop, 'POST', '/operator/v1/session/unlock', { bearer, body: { pin } })
    expect((await unlock(siti.pin)).status).toBe(200)
    for (let n = 0; n < 5; n += 1) expect(faultsOf(await unlock(wrong))).toEqual(['/pin wrong_pin'])
    expect((await unlock(siti.pin)).status).toBe(429)
  })

  test('is paused after five wrong PINs, over a restart and jumps of the clock, for nobody else (UI7, DS3)', async () => {
    const clock = aMovableClock()
    shop = await startGateway({ ports: { clock } })
    const siti = await addPerson(shop, 'Siti', 'cashier')
    const ravi = await addPerson(shop, 'Ravi', 'supervisor')
    for (let n = 0; n < 5; n += 1) expect(faultsOf(await tryPin(shop, 'Siti', wrong))).toEqual(['/pin wrong_pin'])
    const expectPaused = async () => {
      const paused = await tryPin(shop, 'Siti', siti.pin)
      expect([paused.status, paused.body.code]).toEqual([429, 'too_many_requests'])
      expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(50)
      expect((await tryPin(shop, 'Ravi', ravi.pin)).status).toBe(200)
    }
    await expectPaused()
    clock.beWrongBy(365 * 24 * 60 * minute)
    await expectPaused()
    await shop.close({ keep: true })
    shop = await startGateway({ ports: { clock }, dataDir: shop.dataDir })
    await expectPaused()
    clock.beWrongBy(-365 * 24 * 60 * minute)
    clock.pass(minute)
    expect((await tryPin(shop, 'Siti', siti.pin)).status).toBe(200)
  })
})

test('neither PINs nor tokens nor names of people reach the log', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  shop = await startGateway({ ports: { log: pino({ level: 'trace' }, sink) } })
  const siti: Person = await addPerson(shop, 'Siti', 'cashier')
  const bearer = await signIn(shop, siti)
  for (let n = 0; n < 6; n += 1) await tryPin(shop, 'Siti', wrong)
  await setUp(`${shop.gateway.setupCode()}x`)
  const body = { act: 'void', records: [], supervisor: 'Siti', pin: siti.pin }
  await send(shop, 'POST', '/operator/v1/approvals', { bearer, body })
  await shop.close({ keep: true })
  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(0)
  for (const secret of [siti.pin, wrong, bearer, 'rss_', 'Siti', pins.Aminah]) expect(log).not.toContain(secret)
})
