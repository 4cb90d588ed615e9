import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoCompanyRequest } from '../../electron/gateway/features/companies/demo-company.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, type Person, send, signIn } from '../support/people.ts'

let clock: ReturnType<typeof aMovableClock>
let shop: TestGateway
let owner: Person
let bearer: string
let siti: Person

beforeEach(async () => {
  clock = aMovableClock()
  shop = await startGateway({ ports: { clock }, env: { RESIT_IDLE_LOCK_MS: '3600000' } })
  owner = await addPerson(shop, 'Aminah', 'owner')
  siti = await addPerson(shop, 'Siti', 'cashier')
  bearer = await signIn(shop, owner)
})
afterEach(() => shop.close())

const withPin = () => ({ 'x-owner-pin': owner.pin })
const post = async (path: string, body: object, more: object = {}) =>
  (await send(shop, 'POST', `/operator/v1${path}`, { bearer, body, ...more })).status
const limit = (more: object = {}) => post(`/people/${siti.id}/outlets`, { outlets: [] }, more)

test('one PIN of an owner opens the settings to that session for ten minutes', async () => {
  expect(await limit()).toBe(403)
  expect(await limit({ headers: withPin() })).toBe(200)
  expect(await limit()).toBe(200)
  expect(await limit({ bearer: await signIn(shop, owner) })).toBe(403)
  clock.pass(599_000)
  expect(await limit()).toBe(200)
  clock.pass(2_000)
  expect(await limit()).toBe(403)
})

test('a company is changed with the PIN of an owner, or while the settings are open', async () => {
  expect(await post('/companies', demoCompanyRequest)).toBe(403)
  expect(await post('/companies', demoCompanyRequest, { headers: withPin() })).toBe(200)
  expect(await post('/companies', demoCompanyRequest)).toBe(200)
})

test('a lock closes the settings, and unlocking does not open them', async () => {
  expect(await limit({ headers: withPin() })).toBe(200)
  expect(await post('/session/lock', {})).toBe(200)
  expect(await post('/session/unlock', { pin: owner.pin })).toBe(200)
  expect(await limit()).toBe(403)
})

test('what is dangerous asks for the PIN each time, also while the settings are open', async () => {
  expect(await limit({ headers: withPin() })).toBe(200)
  const dangerous = [
    ['/people', { name: 'Ravi', role: 'cashier' }],
    [`/people/${siti.id}/pin`, {}],
    [`/people/${siti.id}/role`, { role: 'supervisor' }],
    [`/people/${siti.id}/disable`, {}],
    [`/people/${siti.id}/enable`, {}],
    ['/tokens', { name: 'Till 2', scopes: ['submit'] }],
    ['/companies/credentials', { COMPANY_CODE: 'DEMO', CLIENT_ID: 'a', CLIENT_SECRET: 'b' }],
  ] as const
  for (const [path, body] of dangerous) expect([path, await post(path, body)]).toEqual([path, 403])
  expect(await limit()).toBe(200)
})
