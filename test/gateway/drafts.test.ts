import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, send, signIn } from '../support/people.ts'

let shop: TestGateway
let siti: string
let ravi: string
beforeAll(async () => {
  shop = await startGateway()
  siti = await signIn(shop, await addPerson(shop, 'Siti', 'cashier'))
  ravi = await signIn(shop, await addPerson(shop, 'Ravi', 'owner'))
})
afterAll(() => shop.close())

const get = (bearer: string, path = '') => send(shop, 'GET', `/operator/v1/drafts${path}`, { bearer })
const post = (bearer: string, path: string, body: unknown) =>
  send(shop, 'POST', `/operator/v1/drafts${path}`, { bearer, body })

test('a draft is kept for its owner, replaced, and gone when it is done', async () => {
  const made = await post(siti, '/aaaaaaaa-0000-4000-8000-000000000003', {
    body: { SALE_CODE: '7', LINES: [{ QUANTITY: 1.5 }] },
  })
  expect(made.status).toBe(200)
  const id = String(made.body['id'])
  expect((await get(siti)).body['items']).toEqual([made.body])
  await post(siti, `/${id}`, { body: { SALE_CODE: '8' } })
  expect((await get(siti, `/${id}`)).body).toMatchObject({ id, body: { SALE_CODE: '8' } })

  expect((await get(ravi)).body['items']).toEqual([])
  for (const answer of [
    await get(ravi, `/${id}`),
    await post(ravi, `/${id}`, { body: {} }),
    await post(ravi, `/${id}/done`, {}),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found'])

  expect((await post(siti, `/${id}/done`, {})).body).toEqual({ id, done: true })
  expect((await get(siti)).body['items']).toEqual([])
  expect((await post(siti, `/${id}`, { body: {} })).status).toBe(404)
})

test('one under an id that the screen made up is one, however often it is sent', async () => {
  const id = 'AAAAAAAA-0000-4000-8000-000000000001'
  for (const _ of ['sent', 'sent again']) await post(siti, `/${id}`, { body: { n: 1 } })
  const items = (await get(siti)).body['items'] as readonly { readonly id: string }[]
  expect(items.map((draft) => draft.id)).toEqual([id.toLowerCase()])
})

test('two screens do not overwrite each other: who saw an older one is told', async () => {
  const id = 'aaaaaaaa-0000-4000-8000-000000000002'
  const first = await post(siti, `/${id}`, { body: { n: 1 }, updated_at: null })
  const seen = first.body['updated_at']
  // A lost answer, and the same sent again.
  expect((await post(siti, `/${id}`, { body: { n: 1 }, updated_at: null })).status).toBe(200)
  expect((await post(siti, `/${id}`, { body: { n: 2 }, updated_at: seen })).status).toBe(200)
  const late = await post(siti, `/${id}`, { body: { n: 3 }, updated_at: new Date(0).toISOString() })
  expect([late.status, late.body.code]).toEqual([409, 'record_changed'])
  expect((await get(siti, `/${id}`)).body).toMatchObject({ body: { n: 2 } })
})

test('the key of a person’s copies is theirs, the same at every sign-in, and kept back while the screen is locked', async () => {
  const keyOf = async (bearer: string) => (await send(shop, 'GET', '/operator/v1/session', { bearer })).body['copy_key']
  const [hers, his] = [await keyOf(siti), await keyOf(ravi)]
  expect(Buffer.from(String(hers), 'base64')).toHaveLength(32)
  expect(his).not.toBe(hers)
  const again = await signIn(shop, await addPerson(shop, 'Aminah', 'cashier'))
  const locked = await send(shop, 'POST', '/operator/v1/session/lock', { bearer: again, body: {} })
  expect(locked.body['copy_key']).toBeNull()
})

test('it has at most 1 MB', async () => {
  const id = '/aaaaaaaa-0000-4000-8000-000000000004'
  const fits = await post(siti, id, { body: { text: 'x'.repeat(1024 * 1024 - 100) } })
  expect(fits.status).toBe(200)
  const large = await post(siti, id, { body: { text: 'x'.repeat(1024 * 1024) } })
  expect([large.status, large.body.code]).toEqual([413, 'body_too_large'])
})

test('a till has none', async () => {
  const till = await shop.token()
  for (const answer of [await get(till), await post(till, '/aaaaaaaa-0000-4000-8000-000000000005', { body: {} })])
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope'])
})
