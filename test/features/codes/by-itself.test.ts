import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock, systemRandomness } from '../../../electron/gateway/platform/system.ts'
import { readSettings } from '../../../electron/gateway/settings/settings.ts'
import { type CodesServer, startCodesServer } from '../../support/codes-server.ts'
import { startGateway } from '../../support/gateway.ts'
import { operate } from '../../support/operator.ts'

let pages: CodesServer
beforeEach(async () => {
  pages = await startCodesServer()
})
afterEach(() => pages.close())

const atOnce = { ...systemRandomness, fraction: () => 0 }

test('a gateway that was off at night refreshes its lists at its start, and can be stopped while it does', async () => {
  const asked = pages.nextRequest()
  const env = { RESIT_CODES_URL: pages.url, RESIT_CODES_REFRESH: 'on' }
  const shop = await startGateway({ env, ports: { randomness: atOnce } })
  await asked
  // A caller gets the result of the running refresh or of the next one.
  const { body } = await operate<{ readonly items: readonly { readonly message: string | null }[] }>(
    shop,
    'POST',
    '/codes/refresh',
    {},
  )
  expect(body.items.every(({ message }) => message === null)).toBe(true)
  const tries = await shop.gateway.store.codes.tries('unit', 9)
  expect(tries.at(-1)?.by).toBe('gateway')
  pages.answer('unit', { kind: 'silence' })
  const refreshing = operate(shop, 'POST', '/codes/refresh', {}).catch(() => undefined)
  await pages.nextRequest()
  await shop.close()
  await refreshing
})

test('sixty days after the last refresh the doctor warns, until there is a new one', async () => {
  const later = 61 * 24 * 3_600_000
  const clock = { ...systemClock, now: () => systemClock.now() + later }
  const shop = await startGateway({ env: { RESIT_CODES_URL: pages.url }, ports: { clock } })
  interface Doctor {
    readonly checks: readonly { readonly name: string; readonly verdict: string; readonly message: string }[]
  }
  const check = async () =>
    (await operate<Doctor>(shop, 'GET', '/doctor')).body.checks.find(({ name }) => name === 'codes')
  expect(await check()).toMatchObject({
    verdict: 'warning',
    message: expect.stringContaining('For your software provider') as string,
  })
  await operate(shop, 'POST', '/codes/refresh', {})
  expect(await check()).toMatchObject({ verdict: 'good' })
  await shop.close()
})

test('only an administrator’s token may ask for a refresh; a reader may look', async () => {
  const shop = await startGateway({ env: { RESIT_CODES_URL: pages.url } })
  const headers = {
    authorization: `Bearer ${await shop.token({ scopes: ['read', 'submit'] })}`,
    'content-type': 'application/json',
  }
  const url = `http://127.0.0.1:${shop.port}/operator/v1/codes`
  expect((await fetch(`${url}/refresh`, { method: 'POST', headers, body: '{}' })).status).toBe(403)
  expect((await fetch(url, { headers })).status).toBe(200)
  expect(pages.asked.size).toBe(0)
  await shop.close()
})

const codesOf = (env: Record<string, string>) => readSettings([], env).codes
const sandbox = { RESIT_AUTHORITY: 'myinvois', RESIT_MYINVOIS_ENVIRONMENT: 'sandbox' }

test('in practice mode nothing is fetched by itself; otherwise every night, unless told otherwise', () => {
  const url = 'https://sdk.myinvois.hasil.gov.my/files'
  expect(codesOf({})).toEqual({ url, isReachable: false, isNightly: false })
  expect(codesOf({ RESIT_CODES_URL: 'http://127.0.0.1:7511' }).isReachable).toBe(true)
  expect(codesOf(sandbox).isReachable).toBe(true)
  expect(codesOf(sandbox).isNightly).toBe(true)
  expect(codesOf({ ...sandbox, RESIT_CODES_REFRESH: 'off' }).isNightly).toBe(false)
  expect(codesOf({ RESIT_CODES_REFRESH: 'on' }).isNightly).toBe(true)
  expect(codesOf({ RESIT_CODES_URL: 'http://127.0.0.1:8080/files/' }).url).toBe('http://127.0.0.1:8080/files')
})

test.each([
  { RESIT_CODES_REFRESH: 'nightly' },
  { RESIT_CODES_REFRESH: '' },
  { RESIT_CODES_URL: 'http://codes.example/files/' },
  { RESIT_CODES_URL: 'https://me:secret@codes.example/files/' },
  { RESIT_CODES_URL: 'ftp://127.0.0.1/files/' },
])('%o is refused at the start', (env) => {
  expect(() => codesOf(env)).toThrow(expect.objectContaining({ name: 'BadConfiguration' }) as Error)
})
