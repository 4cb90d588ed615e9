import { describe, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { openShop } from '../support/shop.ts'
import { businessKey, companyGuid, invoice } from '../support/till.ts'

const shop = openShop({ RESIT_DISPATCH_DELAY_MS: '250' })
const { saleCode: fresh, guid, submit, voidIt } = shop

describe('void and cancellation', () => {
  test('by sale code all five fields must fit, and the latest voided one answers that it is locked (QR4, QR7)', async () => {
    const saleCode = fresh()
    const { body } = await submit(invoice(saleCode))
    const path = '/sale/invoice_void/by_sale_code'
    expect(await shop.api.post(path, { ...businessKey(saleCode), SHIFT_CODE: 'B' })).toMatchObject({ status: 404 })
    const voided = await shop.api.post(path, businessKey(saleCode))
    expect(voided.body).toMatchObject({
      SALE_GUID: body.SALE_GUID,
      STATUS: 'Voided',
      LOCKED: true,
      SUBMISSION_ENABLED: false,
    })
    expect(voided.body.VOIDED_BY).toBe('token:Till 1')
    expect(await shop.api.post(path, businessKey(saleCode))).toMatchObject({
      status: 409,
      body: { code: 'void_denied_locked' },
    })
  })

  test('a denied void changes nothing, byte for byte (QR6)', async () => {
    const valid = await shop.api.until((await submit(invoice(fresh()))).body, 'Valid')
    const before = await shop.api.status('sale', 'invoice', valid.SALE_GUID)
    const denied = await voidIt(valid)
    expect(denied).toMatchObject({ status: 409, body: { code: 'void_denied_valid', record: before.body } })
    expect((await shop.api.status('sale', 'invoice', valid.SALE_GUID)).body).toEqual(before.body)
  })

  test('by the path of another kind there is no such record (QR5)', async () => {
    const { body } = await submit(invoice(fresh()))
    expect((await shop.api.post('/sale/debit_note_void/by_sale_guid', { SALE_GUID: body.SALE_GUID })).status).toBe(404)
    expect((await shop.api.status('self_billed', 'invoice', body.SALE_GUID)).status).toBe(404)
  })

  test.each([
    ['x'.repeat(201), 'too_long'],
    ['   ', 'too_short'],
  ])('a reason of “%s” is refused (IN24)', async (REASON, code) => {
    const { body } = await shop.api.post('/sale/invoice_cancellation', { SALE_GUID: guid(), REASON })
    expect(body.errors?.[0]).toMatchObject({ pointer: '/REASON', code })
  })

  test('a cancellation repeated is one operation, and done it is answered with the record (QR10)', async () => {
    const valid = await shop.api.until((await submit(invoice(fresh()))).body, 'Valid')
    const ask = (REASON: string) => shop.api.post('/sale/invoice_cancellation', { SALE_GUID: valid.SALE_GUID, REASON })
    const both = await Promise.all([ask('first'), ask('second')])
    expect(both.every(({ status }) => status === 200 || status === 202)).toBe(true)
    const after = await shop.api.until(valid, 'Cancelled')
    expect(after.CANCELLATION).toMatchObject({ STATE: 'Accepted', BY: 'token:Till 1' })
    const third = await ask('third')
    expect([third.status, third.body, third.headers.get('idempotency-replayed')]).toEqual([200, after, 'true'])
  })
})

test('a token of one company sees no other (LO12)', async () => {
  const other = { ...(await shop.gateway.gateway.store.companies.byGuid(companyGuid)) }
  const profile = { ...other.profile, companyGuid: '22222222-2222-4222-8222-222222222222', companyCode: 'OTHER' }
  await shop.gateway.gateway.store.companies.save({ ...other, profile } as never, 'test')
  const { body: mine } = await submit(invoice(fresh()))
  const stranger = apiOf(shop.gateway, await shop.gateway.token({ companyGuid: profile.companyGuid }))
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
