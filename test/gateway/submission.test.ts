import { describe, expect, test } from 'vitest'
import { openShop } from '../support/shop.ts'
import { coffee, companyGuid, customer, document, invoice } from '../support/till.ts'

const shop = openShop({})
const { saleCode: fresh, guid, submit } = shop
/** A shop that sends nothing during a test, even on a slow computer. */
const resting = openShop({ RESIT_DISPATCH_DELAY_MS: '60000' })

const differsAt = (pointer: string) => [expect.objectContaining({ pointer, code: 'differs_from_kept' })] as unknown[]

const unknownBuyer = { BUYER: { ...customer, TIN: 'C99999999990' } }

describe('sending a sale again (contract 5)', () => {
  test('the same body under the same GUID is 200 with the record as it is, and nothing is started', async () => {
    const body = invoice(fresh(), { SALE_GUID: guid() })
    const first = await submit(body)
    expect(first.status).toBe(202)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const reordered = Object.fromEntries(Object.entries(body).toReversed())
    const again = await submit(reordered)
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body.SALE_GUID).toBe(first.body.SALE_GUID)
    await shop.api.until(first.body, 'Valid')
    expect((await submit(body)).body.STATUS).toBe('Valid')
  })

  test('without a GUID the business key names the sale', async () => {
    const body = invoice(fresh())
    const first = await submit(body)
    const again = await submit(body)
    expect([again.status, again.body.SALE_GUID]).toEqual([200, first.body.SALE_GUID])
    const other = await submit({ ...body, PAYMENT_METHOD: '02' })
    expect(other).toMatchObject({
      status: 409,
      body: {
        code: 'business_key_reused',
        record: { SALE_GUID: first.body.SALE_GUID },
        errors: differsAt('/PAYMENT_METHOD'),
      },
    })
  })

  test('another body under the same GUID is refused and shows the record', async () => {
    const body = invoice(fresh(), { SALE_GUID: guid() })
    await submit(body)
    const other = await submit({ ...body, PAYMENT_METHOD: '02' })
    expect(other).toMatchObject({
      status: 409,
      body: {
        code: 'sale_guid_reused',
        record: { SALE_GUID: body['SALE_GUID'] },
        errors: differsAt('/PAYMENT_METHOD'),
      },
    })
  })

  test('another GUID under the same business key is refused, whatever became of the first', async () => {
    const saleCode = fresh()
    const first = await submit(invoice(saleCode, { SALE_GUID: guid(), ...unknownBuyer }))
    await shop.api.until(first.body, 'Invalid')
    expect(await submit(invoice(saleCode, { SALE_GUID: guid() }))).toMatchObject({
      status: 409,
      body: { code: 'business_key_reused', errors: differsAt('/SALE_GUID') },
    })
  })

  test('a GUID known under another kind or family is refused', async () => {
    const SALE_GUID = guid()
    await submit(invoice(fresh(), { SALE_GUID }))
    const note = await shop.api.submit('sale', 'debit_note', document('sale', 'debit_note', fresh(), { SALE_GUID }))
    expect(note).toMatchObject({ status: 409, body: { code: 'sale_guid_reused', errors: [] } })
  })

  test('a voided sale is not brought back by a blind retry, but by a new GUID', async () => {
    const named = invoice(fresh(), { SALE_GUID: guid() })
    await resting.voidIt((await resting.submit(named)).body)
    expect(await resting.submit(named)).toMatchObject({ status: 409, body: { code: 'record_voided' } })
    const unnamed = invoice(fresh())
    await resting.voidIt((await resting.submit(unnamed)).body)
    expect(await resting.submit(unnamed)).toMatchObject({ status: 409, body: { code: 'record_voided' } })
    expect((await resting.submit({ ...unnamed, SALE_GUID: guid() })).status).toBe(202)
  })

  test('a cancelled sale takes nothing more', async () => {
    const body = invoice(fresh(), { SALE_GUID: guid() })
    const record = await shop.api.until((await submit(body)).body, 'Valid')
    await shop.api.post('/sale/invoice_cancellation', { SALE_GUID: record.SALE_GUID, REASON: 'Wrong goods' })
    expect(await submit(body)).toMatchObject({ status: 409, body: { code: 'record_cancelled' } })
  })

  test('a cancelled sale under its business key alone is a repeat, or the key is taken', async () => {
    const body = invoice(fresh())
    const record = await shop.api.until((await submit(body)).body, 'Valid')
    await shop.api.post('/sale/invoice_cancellation', { SALE_GUID: record.SALE_GUID, REASON: 'Wrong goods' })
    const again = await submit(body)
    expect([again.status, again.headers.get('idempotency-replayed'), again.body.STATUS]).toEqual([
      200,
      'true',
      'Cancelled',
    ])
    expect(await submit({ ...body, PAYMENT_METHOD: '02' })).toMatchObject({
      status: 409,
      body: { code: 'business_key_reused', record: { STATUS: 'Cancelled' } },
    })
  })

  test('an invalid sale is corrected under its own key, and keeps when it was submitted', async () => {
    const body = invoice(fresh(), { SALE_GUID: guid(), ...unknownBuyer })
    const first = await shop.api.until((await submit(body)).body, 'Invalid')
    const same = await submit(body)
    expect([same.status, same.body.STATUS]).toEqual([200, 'Invalid'])
    const mended = await submit({ ...body, BUYER: customer })
    expect([mended.status, mended.body.REVISION, mended.body.STATUS]).toEqual([202, 2, 'Pending'])
    expect(mended.body.SUBMITTED_AT).toBe(first.SUBMITTED_AT)
    await shop.api.until(mended.body, 'Valid')
  })

  test('a repeat is answered although today’s rules would refuse it', async () => {
    const body = invoice(fresh(), { SALE_GUID: guid() })
    const first = await resting.submit(body)
    // A check before the comparison would answer 422. Nothing is sent, so no document has the wrong code.
    const { companies } = resting.gateway.gateway.store
    const company = await companies.byGuid(companyGuid)
    if (!company) throw new Error('the demo company is missing')
    await companies.save({ ...company, profile: { ...company.profile, msicCode: '99999' } }, 'test')
    expect((await resting.submit(body)).body.SALE_GUID).toBe(first.body.SALE_GUID)
    await companies.save(company, 'test')
  })

  test('a hundred tills that send one sale at once make one record (QR17)', async () => {
    const body = invoice(fresh(), { SALE_GUID: guid() })
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(body)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(1)
    expect(statuses.filter((status) => status === 200)).toHaveLength(99)
  })
})

describe('the e-invoice number', () => {
  test('is outlet, terminal, shift and sale; with a hash where that is taken or too long', async () => {
    const saleCode = fresh()
    expect((await submit(invoice(saleCode))).body.DOCUMENT_NUMBER).toBe(`KLCC-T1-A-${saleCode}`)
    const long = await submit(invoice(fresh(), { OUTLET_NAME: 'O'.repeat(60) }))
    expect(long.body.DOCUMENT_NUMBER).toMatch(/^O{41}-[0-9a-f]{8}$/)
    const twin = await submit({
      ...invoice(`A-${saleCode}`),
      SHIFT_CODE: 'x',
      DOCUMENT_NUMBER: `KLCC-T1-y-${saleCode}`,
    })
    expect(twin.status).toBe(202)
    const taken = await submit({ ...invoice(saleCode), SHIFT_CODE: 'y' })
    expect(taken.body.DOCUMENT_NUMBER).toMatch(new RegExp(`^KLCC-T1-y-${saleCode}-[0-9a-f]{8}$`))
  })

  test('that a till gives must be free', async () => {
    const DOCUMENT_NUMBER = fresh()
    const { body: holder } = await submit(invoice(fresh(), { DOCUMENT_NUMBER }))
    expect(await submit(invoice(fresh(), { DOCUMENT_NUMBER }))).toMatchObject({
      status: 409,
      body: { code: 'document_number_reused', record: { SALE_GUID: holder.SALE_GUID, DOCUMENT_NUMBER } },
    })
  })
})

describe('what is wrong is said with its place', () => {
  test.each([
    [{ COMPANY_CODE: 'NOBODY' }, '/COMPANY_CODE', 'company_unknown'],
    [{ COLOUR: 'red' }, '/COLOUR', 'unknown_field'],
    [{ ISSUED_AT: '2026-02-30T00:00:00Z' }, '/ISSUED_AT', 'bad_instant'],
    [{ ISSUED_AT: '2099-01-01T00:00:00Z' }, '/ISSUED_AT', 'in_future'],
    [{ CURRENCY_CODE: 'USD' }, '/EXCHANGE_RATE', 'rate_required'],
    [{ BUYER: null }, '/BUYER', 'buyer_required'],
    [{ BUYER: { ...customer, EMAIL: 'nobody' } }, '/BUYER/EMAIL', 'bad_email'],
    [{ LINES: [] }, '/LINES', 'required'],
    [{ LINES: [{ ...coffee, UNIT_PRICE: '3.123456' }] }, '/LINES/0/UNIT_PRICE', 'too_many_places'],
    [{ LINES: [{ ...coffee, CLASSIFICATION_CODES: ['999'] }] }, '/LINES/0/CLASSIFICATION_CODES/0', 'unknown_code'],
    [{ TOTALS: { TOTAL_PAYABLE: 7.41 } }, '/TOTALS/TOTAL_PAYABLE', 'total_differs'],
    [{ SALE_GUID: '00000000-0000-0000-0000-000000000000' }, '/SALE_GUID', 'bad_guid'],
    [{ SALE_CODE: ' 1' }, '/SALE_CODE', 'bad_text'],
    [{ EXTRA: { note: 'x'.repeat(5000) } }, '/EXTRA', 'too_long'],
  ])('%o is refused at %s as %s', async (more, pointer, code) => {
    const { status, body } = await submit(invoice(fresh(), more))
    expect(status).toBe(422)
    expect(body.errors?.map((each) => ({ pointer: each.pointer, code: each.code }))).toContainEqual({ pointer, code })
  })

  test('all of it at once', async () => {
    const { body } = await submit(invoice(fresh(), { PAYMENT_METHOD: '99', CURRENCY_CODE: 'QQQ', EXCHANGE_RATE: 2 }))
    expect(body.errors?.map(({ pointer }) => pointer).toSorted()).toEqual(['/CURRENCY_CODE', '/PAYMENT_METHOD'])
  })

  test('in the language of whoever asks', async () => {
    const ask = (language: string) =>
      shop.api.post('/sale/invoice_submission', invoice(fresh(), { PAYMENT_METHOD: '99' }), {
        'accept-language': language,
      })
    const [en, ms, zh] = await Promise.all(['en-GB', 'ms-MY,en;q=0.5', 'zh'].map(ask))
    expect(new Set([en, ms, zh].map((told) => told?.body.detail)).size).toBe(3)
    expect(new Set([en, ms, zh].map((told) => told?.body.errors?.[0]?.message)).size).toBe(3)
  })
})

describe('a note', () => {
  test('waits for its original, and goes when that is valid (QR14)', async () => {
    const named = document('sale', 'refund_note', fresh(), { SALE_GUID: guid() })
    await shop.held(async () => {
      const original = await submit(invoice(fresh()))
      const body = { ...named, ORIGINALS: [{ SALE_GUID: original.body.SALE_GUID }] }
      const note = await shop.api.submit('sale', 'refund_note', body)
      expect(note.body).toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'waits_for_original' } })
    })
    const note = (await shop.api.status('sale', 'refund_note', String(named['SALE_GUID']))).body
    expect(await shop.api.until(note, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', ATTENTION: null })
  })

  test('says so where its original was voided meanwhile (QR14)', async () => {
    const original = await resting.submit(invoice(fresh()))
    const body = document('sale', 'refund_note', fresh(), { ORIGINALS: [{ SALE_GUID: original.body.SALE_GUID }] })
    const note = await resting.api.submit('sale', 'refund_note', body)
    await resting.voidIt(original.body)
    const { body: after } = await resting.api.status('sale', 'refund_note', note.body.SALE_GUID)
    expect(after).toMatchObject({
      STATUS: 'Pending',
      ATTENTION: { CODE: 'original_not_valid' },
      NEXT_ACTION: { ACTION: 'void' },
    })
  })

  test('keeps its original from being cancelled while it counts, and no longer (QR11)', async () => {
    const original = await shop.api.until((await submit(invoice(fresh()))).body, 'Valid')
    const body = document('sale', 'credit_note', fresh(), { ORIGINALS: [{ SALE_GUID: original.SALE_GUID }] })
    const cancel = () => shop.api.post('/sale/invoice_cancellation', { SALE_GUID: original.SALE_GUID, REASON: 'x' })
    await shop.held(async () => {
      const { SALE_GUID } = (await shop.api.submit('sale', 'credit_note', body)).body
      expect(await cancel()).toMatchObject({ status: 409, body: { code: 'cancel_denied_referenced' } })
      expect((await shop.api.post('/sale/credit_note_void/by_sale_guid', { SALE_GUID })).status).toBe(200)
    })
    expect((await cancel()).body.STATUS).toBe('Cancelled')
  })

  test('cannot be corrected into one that waits for itself, round a corner either', async () => {
    const { body: original } = await submit(invoice(fresh()))
    const note = (more: object) => document('sale', 'credit_note', fresh(), { SALE_GUID: guid(), ...more })
    const refused = note({ ...unknownBuyer, ORIGINALS: [{ SALE_GUID: original.SALE_GUID }] })
    const waiting = note({ ORIGINALS: [{ SALE_GUID: refused['SALE_GUID'] }] })
    await shop.api.until((await shop.api.submit('sale', 'credit_note', refused)).body, 'Invalid')
    const { body: waits } = await shop.api.submit('sale', 'credit_note', waiting)
    expect(waits.ATTENTION?.CODE).toBe('waits_for_original')
    for (const { SALE_GUID } of [refused, waiting]) {
      const mended = { ...refused, BUYER: customer, ORIGINALS: [{ SALE_GUID }] }
      expect(await shop.api.submit('sale', 'credit_note', mended)).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/ORIGINALS/0/SALE_GUID', code: 'original_itself' }] },
      })
    }
  })

  test.each([['nothing that is here', '99999999-0000-4000-8000-000000000000', 'original_unknown']])(
    'cannot refer to %s',
    async (_what, SALE_GUID, code) => {
      const { body } = await shop.api.submit(
        'sale',
        'credit_note',
        document('sale', 'credit_note', fresh(), { ORIGINALS: [{ SALE_GUID }] }),
      )
      expect(body.errors?.[0]).toMatchObject({ pointer: '/ORIGINALS/0/SALE_GUID', code })
    },
  )
})

describe('whoever waits', () => {
  test('for the last word gets it with the answer, so that a receipt can carry its QR', async () => {
    const answer = await shop.api.post('/sale/invoice_submission', invoice(fresh()), { prefer: 'wait=10' })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'wait=10'])
    expect(answer.body).toMatchObject({ STATUS: 'Valid', NEXT_ACTION: { ACTION: 'cancel' } })
    expect(answer.body.AUTHORITY?.VALIDATION_URL).toMatch(/\/share\//)
  })

  test('longer than the authority takes gets the record as it is then, also with a repeat', async () => {
    const { practice } = shop.gateway.gateway
    await practice?.faults.set({ kind: 'slow_validation', ms: 3_600_000 })
    const body = invoice(fresh())
    for (const status of [202, 200]) {
      const answer = await shop.api.post('/sale/invoice_submission', body, { prefer: 'wait=2' })
      expect(answer).toMatchObject({ status, body: { STATUS: 'InProgress', SENT_AT: expect.any(String) as string } })
    }
    await practice?.faults.clear()
  })

  test('for what is to be consolidated does not wait in vain', async () => {
    const started = performance.now()
    const body = invoice(fresh(), { BUYER: null, CONSOLIDATE: true })
    const answer = await shop.api.post('/sale/invoice_submission', body, { prefer: 'wait=20' })
    expect(answer.body).toMatchObject({ STATUS: 'Pending', CONSOLIDATED: true })
    // A caller that waits would take the whole time.
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
