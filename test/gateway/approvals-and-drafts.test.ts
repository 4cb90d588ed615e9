import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, faultsOf, pins, send, signIn } from '../support/people.ts'
import { update } from '../support/stores.ts'
import { businessKey, invoice } from '../support/till.ts'

describe('approvals', () => {
  const clock = aMovableClock()
  let shop: TestGateway
  let till: Api
  let cashier: string
  let count = 0

  beforeAll(async () => {
    // Nothing is sent, so that a void stays possible during the test.
    shop = await startGateway({ ports: { clock }, env: { RESIT_DISPATCH: 'off' } })
    till = apiOf(shop, await shop.token())
    await addPerson(shop, 'Aminah', 'supervisor')
    cashier = await signIn(shop, await addPerson(shop, 'Siti', 'cashier'))
    await addPerson(shop, 'Ravi', 'cashier')
  })
  afterAll(() => shop.close())

  const newSale = async (): Promise<WireRecord> =>
    (await till.submit('sale', 'invoice', invoice(`sale ${(count += 1)}`))).body
  const ask = (records: readonly object[], more: object = {}, bearer = cashier) =>
    send(shop, 'POST', '/operator/v1/approvals', {
      bearer,
      body: { act: 'void', records, supervisor: 'Aminah', pin: pins.Aminah, ...more },
    })
  interface Given {
    readonly approval: string
    readonly version: number
  }
  const given = async (...sales: WireRecord[]): Promise<readonly Given[]> => {
    const { body } = await ask(sales.map(({ SALE_GUID }) => ({ SALE_GUID })))
    return body['items'] as readonly Given[]
  }
  const voidIt = ({ SALE_GUID }: WireRecord, approval: string | undefined, bearer = cashier) =>
    send(shop, 'POST', '/v1/sale/invoice_void/by_sale_guid', {
      bearer,
      headers: approval === undefined ? {} : { 'x-approval': approval },
      body: { SALE_GUID },
    })
  const expectRefused = (answer: Awaited<ReturnType<typeof voidIt>>) =>
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope'])
  const statusOf = async ({ SALE_GUID }: WireRecord) => (await till.status('sale', 'invoice', SALE_GUID)).body.STATUS

  test('a cashier voids with the word of a supervisor, and the journal names both', async () => {
    const sale = await newSale()
    expectRefused(await voidIt(sale, undefined))
    const [grant] = await given(sale)
    const voided = await voidIt(sale, grant?.approval)
    expect(voided.status).toBe(200)
    expect(voided.body).toMatchObject({ STATUS: 'Voided', VOIDED_BY: 'person:Aminah for person:Siti' })
    const acts = await shop.gateway.store.acts.list(0, 1000)
    expect(acts.findLast(({ type }) => type === 'approved')).toMatchObject({
      by: 'person:Aminah',
      facts: { act: 'void', saleGuids: [sale.SALE_GUID], for: 'person:Siti' },
    })
  })

  test('an approval is used once, also by two requests at the same moment (UI8)', async () => {
    const sale = await newSale()
    const [grant] = await given(sale)
    const both = await Promise.all([voidIt(sale, grant?.approval), voidIt(sale, grant?.approval)])
    expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 403])
    expectRefused(await voidIt(sale, grant?.approval))
  })

  test('it is for its own document, and gone when tried on another (UI8)', async () => {
    const [sale, other] = [await newSale(), await newSale()]
    const [grant] = await given(sale)
    expectRefused(await voidIt(other, grant?.approval))
    expectRefused(await voidIt(sale, grant?.approval))
    expect([await statusOf(sale), await statusOf(other)]).toEqual(['Pending', 'Pending'])
  })

  test('it is for its own act', async () => {
    const sale = await newSale()
    const { body } = await ask([{ SALE_GUID: sale.SALE_GUID }], { act: 'cancel' })
    const [grant] = body['items'] as readonly Given[]
    expectRefused(await voidIt(sale, grant?.approval))
    const cancelled = await send(shop, 'POST', '/v1/sale/invoice_cancellation', {
      bearer: cashier,
      headers: { 'x-approval': grant?.approval ?? '' },
      body: { SALE_GUID: sale.SALE_GUID, REASON: 'Wrong goods' },
    })
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'cancel_denied_status'])
  })

  test('it opens nothing but a void: not the queue of an owner, not a submission', async () => {
    const sale = await newSale()
    const [grant] = await given(sale)
    const headers = { 'x-approval': grant?.approval ?? '' }
    const tokens = await send(shop, 'GET', '/operator/v1/tokens', { bearer: cashier, headers })
    expect([tokens.status, tokens.body.code]).toEqual([403, 'insufficient_scope'])
  })

  test('it is for the document as it was: one that has changed since needs another look (UI8, UI12)', async () => {
    const sale = await newSale()
    const [grant] = await given(sale)
    const stored = await shop.gateway.store.records.byGuid(sale.SALE_GUID)
    if (!stored) throw new Error('the sale is not there')
    const held = { type: 'held', attention: 'waits_for_original', at: clock.now() } as const
    await shop.gateway.store.records.write({ writes: [update(stored, held)] })
    expectRefused(await voidIt(sale, grant?.approval))
    const stale = await ask([{ SALE_GUID: sale.SALE_GUID, version: grant?.version }])
    expect(faultsOf(stale)).toEqual(['/records/0/version record_changed'])
    const [fresh] = await given(sale)
    expect((await voidIt(sale, fresh?.approval)).status).toBe(200)
  })

  test('it lasts a minute (UI8)', async () => {
    const [sale, other] = [await newSale(), await newSale()]
    const [grant, late] = await given(sale, other)
    clock.pass(58_000)
    expect((await voidIt(sale, grant?.approval)).status).toBe(200)
    clock.pass(2_000)
    expectRefused(await voidIt(other, late?.approval))
  })

  test('it is for the session it was given in, and for no till', async () => {
    const sale = await newSale()
    const [grant] = await given(sale)
    const stranger = await signIn(shop, { id: '', name: 'Ravi', pin: pins.Ravi })
    expectRefused(await voidIt(sale, grant?.approval, stranger))
    expectRefused(await voidIt(sale, grant?.approval, await shop.token({ scopes: ['submit', 'read'] })))
    expect((await voidIt(sale, grant?.approval)).status).toBe(200)
    const till = await shop.token({ scopes: ['read'] })
    expect((await ask([{ SALE_GUID: sale.SALE_GUID }], {}, till)).body.code).toBe('insufficient_scope')
  })

  test('it holds for a void by sale code too', async () => {
    const sale = await newSale()
    const [grant] = await given(sale)
    const answer = await send(shop, 'POST', '/v1/sale/invoice_void/by_sale_code', {
      bearer: cashier,
      headers: { 'x-approval': grant?.approval ?? '' },
      body: businessKey(sale.SALE_CODE),
    })
    expect(answer.body).toMatchObject({ STATUS: 'Voided', VOIDED_BY: 'person:Aminah for person:Siti' })
  })

  test('only who may do it approves it, by the right PIN (UI9)', async () => {
    const sale = await newSale()
    const records = [{ SALE_GUID: sale.SALE_GUID }]
    expect(faultsOf(await ask(records, { supervisor: 'Ravi', pin: pins.Ravi }))).toEqual([
      '/supervisor may_not_approve',
    ])
    expect(faultsOf(await ask(records, { pin: pins.Ravi }))).toEqual(['/pin wrong_pin'])
    expect(faultsOf(await ask(records, { supervisor: 'Nobody' }))).toEqual(['/supervisor unknown_person'])
    expect(faultsOf(await ask([]))).toEqual(['/records required'])
    const unknown = await ask([{ SALE_GUID: '99999999-0000-4000-8000-000000000000' }])
    expect([unknown.status, unknown.body.code]).toEqual([404, 'record_not_found'])
    expect(faultsOf(await ask(records, { act: 'submit' }))).toEqual(['/act not_listed'])
  })

  test('who may void needs no approval, and acts under the own name', async () => {
    const sale = await newSale()
    const supervisor = await signIn(shop, { id: '', name: 'Aminah', pin: pins.Aminah })
    expect((await voidIt(sale, undefined, supervisor)).body).toMatchObject({ VOIDED_BY: 'person:Aminah' })
  })

  interface Changed {
    readonly how: string
    readonly change: readonly [path: string, body: object]
    readonly back: readonly Changed['change'][]
  }
  const ownPin: Changed['change'] = ['pin', { pin: pins.Aminah }]

  test.each<Changed>([
    { how: 'was disabled', change: ['disable', {}], back: [['enable', {}]] },
    {
      how: 'has another role',
      change: ['role', { role: 'cashier' }],
      back: [['role', { role: 'supervisor' }], ownPin],
    },
    { how: 'has another PIN', change: ['pin', { pin: '918273' }], back: [ownPin] },
  ])(
    'it is worth nothing once whoever gave it $how, and is not again once that is taken back (UI8)',
    async (changed) => {
      const sale = await newSale()
      const bearer = shop.gateway.controlToken
      const aminah = await shop.gateway.store.people.byName('Aminah')
      const change = async ([path, body]: Changed['change']) =>
        expect((await send(shop, 'POST', `/operator/v1/people/${aminah?.id}/${path}`, { bearer, body })).status).toBe(
          200,
        )
      const [first, second] = [(await given(sale))[0], (await given(sale))[0]]
      await change(changed.change)
      expectRefused(await voidIt(sale, first?.approval))
      for (const each of changed.back) await change(each)
      expectRefused(await voidIt(sale, second?.approval))
      expect(await statusOf(sale)).toBe('Pending')
      const [fresh] = await given(sale)
      expect((await voidIt(sale, fresh?.approval)).status).toBe(200)
    },
  )
})

describe('drafts', () => {
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
    // The same request again, as after a lost answer.
    expect((await post(siti, `/${id}`, { body: { n: 1 }, updated_at: null })).status).toBe(200)
    expect((await post(siti, `/${id}`, { body: { n: 2 }, updated_at: seen })).status).toBe(200)
    const late = await post(siti, `/${id}`, { body: { n: 3 }, updated_at: new Date(0).toISOString() })
    expect([late.status, late.body.code]).toEqual([409, 'record_changed'])
    expect((await get(siti, `/${id}`)).body).toMatchObject({ body: { n: 2 } })
  })

  test('the key of a person’s copies is theirs, the same at every sign-in, and kept back while the screen is locked', async () => {
    const keyOf = async (bearer: string) =>
      (await send(shop, 'GET', '/operator/v1/session', { bearer })).body['copy_key']
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
})
