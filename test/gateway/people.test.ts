import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, faultsOf, type Person, pins, send, signIn, tryPin } from '../support/people.ts'

let shop: TestGateway
let owner: Person
let bearer: string
beforeAll(async () => {
  shop = await startGateway()
  owner = await addPerson(shop, 'Aminah', 'owner')
  bearer = await signIn(shop, owner)
})
afterAll(() => shop.close())

const ask = (path: string, body: unknown) => send(shop, 'POST', `/operator/v1/people${path}`, { bearer, body })
const statusOf = async (session: string) =>
  (await send(shop, 'GET', '/operator/v1/session', { bearer: session })).status

test('an owner lets somebody in, changes the PIN and the role, and shows the door', async () => {
  const siti = await addPerson(shop, 'Siti', 'cashier')
  let session = await signIn(shop, siti)

  expect((await ask(`/${siti.id}/pin`, { pin: '314159' })).body).toMatchObject({ name: 'Siti', wrong_pins: 0 })
  expect(await statusOf(session)).toBe(401)
  expect(faultsOf(await tryPin(shop, 'Siti', siti.pin))).toEqual(['/pin wrong_pin'])
  session = await signIn(shop, { ...siti, pin: '314159' })

  expect((await ask(`/${siti.id}/role`, { role: 'supervisor' })).body).toMatchObject({ role: 'supervisor' })
  expect(await statusOf(session)).toBe(401)
  session = await signIn(shop, { ...siti, pin: '314159' })

  expect((await ask(`/${siti.id}/disable`, {})).body['disabled_at']).toMatch(/Z$/)
  expect(await statusOf(session)).toBe(401)
  expect(faultsOf(await tryPin(shop, 'Siti', '314159'))).toEqual(['/operator unknown_person'])
  const names = (await send(shop, 'GET', '/operator/v1/people/names')).body['items']
  expect(names).toEqual([{ id: owner.id, name: 'Aminah', role: 'owner' }])
  const everybody = (await send(shop, 'GET', '/operator/v1/people', { bearer })).body['items']
  expect(everybody).toMatchObject([{ name: 'Aminah' }, { name: 'Siti', role: 'supervisor' }])

  expect((await ask(`/${siti.id}/enable`, {})).body['disabled_at']).toBeNull()
  expect((await tryPin(shop, 'Siti', '314159')).status).toBe(200)
})

test('the last owner stays, and keeps the session in which the PIN was changed', async () => {
  expect(faultsOf(await ask(`/${owner.id}/role`, { role: 'cashier' }))).toEqual(['/role last_owner'])
  expect(faultsOf(await ask(`/${owner.id}/disable`, {}))).toEqual([' last_owner'])
  expect(await statusOf(bearer)).toBe(200)
  const other = await signIn(shop, owner)
  expect((await ask(`/${owner.id}/pin`, { pin: pins.Aminah })).status).toBe(200)
  expect([await statusOf(bearer), await statusOf(other)]).toEqual([200, 401])
})

test('what cannot be is refused with its reason', async () => {
  const refused = async (body: object) =>
    faultsOf(await ask('', { name: 'Ravi', role: 'cashier', pin: pins.Ravi, ...body }))
  expect(await refused({ name: 'AMINAH' })).toEqual(['/name name_taken'])
  expect(await refused({ name: 'Ravi:2' })).toEqual(['/name bad_name'])
  expect(await refused({ name: ' Ravi' })).toEqual(['/name bad_text'])
  expect(await refused({ role: 'boss' })).toEqual(['/role not_listed'])
  expect(await refused({ pin: '123' })).toEqual(['/pin bad_pin'])
  expect(await refused({ pin: '000000' })).toEqual(['/pin weak_pin'])
  expect(await refused({ pin: 271828 })).toEqual(['/pin wrong_type'])
  const nobody = await ask('/99999999-0000-4000-8000-000000000000/role', { role: 'cashier' })
  expect([nobody.status, nobody.body.code]).toEqual([404, 'record_not_found'])
  expect(nobody.body.detail).toContain('no such person')
})
