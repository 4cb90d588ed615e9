import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { type Body, businessKey, companyGuid, invoice } from '../support/till.ts'

let shop: TestGateway
let api: Api
let count = 0
const fresh = () => `s${(count += 1)}`
const guid = () => `aaaaaaaa-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`
const submit = (body: Body) => api.submit('sale', 'invoice', body)
const voidIt = (record: WireRecord) => api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: record.SALE_GUID })

beforeAll(async () => {
  shop = await startGateway({ env: { RESIT_DISPATCH_DELAY_MS: '250' } })
  api = apiOf(shop, await shop.token())
})
afterAll(() => shop.close())

describe('void and cancellation', () => {
  test('by sale code all five fields must fit, and the latest voided one answers that it is locked', async () => {
    const saleCode = fresh()
    const { body } = await submit(invoice(saleCode))
    const path = '/sale/invoice_void/by_sale_code'
    expect(await api.post(path, { ...businessKey(saleCode), SHIFT_CODE: 'B' })).toMatchObject({ status: 404 })
    const voided = await api.post(path, businessKey(saleCode))
    expect(voided.body).toMatchObject({
      SALE_GUID: body.SALE_GUID,
      STATUS: 'Voided',
      LOCKED: true,
      SUBMISSION_ENABLED: false,
    })
    expect(voided.body.VOIDED_BY).toBe('token:Till 1')
    expect(await api.post(path, businessKey(saleCode))).toMatchObject({
      status: 409,
      body: { code: 'void_denied_locked' },
    })
  })

  test('a denied void changes nothing, byte for byte', async () => {
    const valid = await api.until((await submit(invoice(fresh()))).body, 'Valid')
    const before = await api.status('sale', 'invoice', valid.SALE_GUID)
    const denied = await voidIt(valid)
    expect(denied).toMatchObject({ status: 409, body: { code: 'void_denied_valid', record: before.body } })
    expect((await api.status('sale', 'invoice', valid.SALE_GUID)).body).toEqual(before.body)
  })

  test('by the path of another kind there is no such record', async () => {
    const { body } = await submit(invoice(fresh()))
    expect((await api.post('/sale/debit_note_void/by_sale_guid', { SALE_GUID: body.SALE_GUID })).status).toBe(404)
    expect((await api.status('self_billed', 'invoice', body.SALE_GUID)).status).toBe(404)
  })

  test.each([
    ['x'.repeat(201), 'too_long'],
    ['   ', 'too_short'],
  ])('a reason of “%s” is refused', async (REASON, code) => {
    const { body } = await api.post('/sale/invoice_cancellation', { SALE_GUID: guid(), REASON })
    expect(body.errors?.[0]).toMatchObject({ pointer: '/REASON', code })
  })

  test('a cancellation repeated is one operation, and done it is denied', async () => {
    const valid = await api.until((await submit(invoice(fresh()))).body, 'Valid')
    const ask = (REASON: string) => api.post('/sale/invoice_cancellation', { SALE_GUID: valid.SALE_GUID, REASON })
    const both = await Promise.all([ask('first'), ask('second')])
    expect(both.every(({ status }) => status === 200 || status === 202)).toBe(true)
    const after = await api.until(valid, 'Cancelled')
    expect(after.CANCELLATION).toMatchObject({ STATE: 'Accepted', BY: 'token:Till 1' })
    expect(await ask('third')).toMatchObject({ status: 409, body: { code: 'cancel_denied_status' } })
  })
})

test('a token of one company sees no other', async () => {
  const other = { ...(await shop.gateway.store.companies.byGuid(companyGuid)) }
  const profile = { ...other.profile, companyGuid: '22222222-2222-4222-8222-222222222222', companyCode: 'OTHER' }
  await shop.gateway.store.companies.save({ ...other, profile } as never, 'test')
  const { body: mine } = await submit(invoice(fresh()))
  const stranger = apiOf(shop, await shop.token({ companyGuid: profile.companyGuid }))
  expect((await stranger.status('sale', 'invoice', mine.SALE_GUID)).status).toBe(404)
  expect((await stranger.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: mine.SALE_GUID })).status).toBe(404)
  const taken = await stranger.submit(
    'sale',
    'invoice',
    invoice(fresh(), { COMPANY_CODE: 'OTHER', SALE_GUID: mine.SALE_GUID }),
  )
  expect(taken).toMatchObject({ status: 409, body: { code: 'sale_guid_reused' } })
  expect(taken.body.record).toBeUndefined()
  const foreign = await stranger.submit('sale', 'invoice', invoice(fresh()))
  expect(foreign.body.errors?.[0]).toMatchObject({ pointer: '/COMPANY_CODE', code: 'company_unknown' })
})
