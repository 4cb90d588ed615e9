import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { operate } from '../support/operator.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, companyGuid, customer, document, invoice } from '../support/till.ts'

const shop = openShop({})
const here = () => consolidatingAt(shop.gateway)

const now = () => new Date(Date.now() - 1000).toISOString()
const receipt = (terminal: string, code: string, more: Body = {}) =>
  invoice(code, { TERMINAL_NAME: terminal, BUYER: null, CONSOLIDATE: true, ISSUED_AT: now(), ...more })

async function sell(terminal: string, code: string, more: Body = {}): Promise<WireRecord> {
  const { status, body } = await shop.submit(receipt(terminal, code, more))
  expect(status).toBe(202)
  return body
}

async function note(kind: 'refund_note' | 'credit_note', original: WireRecord, code: string, more: Body = {}) {
  const { body } = await shop.api.submit(
    'sale',
    kind,
    document('sale', kind, code, {
      TERMINAL_NAME: original.TERMINAL_NAME,
      BUYER: null,
      ISSUED_AT: now(),
      ORIGINALS: [{ SALE_GUID: original.SALE_GUID }],
      ...more,
    }),
  )
  return body as WireRecord
}

const statusOf = async (record: WireRecord, kind: 'invoice' | 'refund_note' | 'credit_note' = 'invoice') =>
  (await shop.api.get(`/sale/${kind}_checkstatus/by_guid`, { sale_guid: record.SALE_GUID })).body as WireRecord

async function run(more: object = {}) {
  const begun = await here().begin(more)
  expect(begun.status).toBe(200)
  return here().settled(begun.body.id)
}

/** Gives the company another activity for some time. The authority does not know 99999. */
async function withActivity(msicCode: string): Promise<() => Promise<unknown>> {
  const { companies } = shop.gateway.gateway.store
  const company = await companies.byGuid(companyGuid)
  if (!company) throw new Error('no company')
  await companies.save({ ...company, profile: { ...company.profile, msicCode } }, 'test')
  return async () => {
    const known = await companies.byGuid(companyGuid)
    return known && companies.save({ ...known, profile: company.profile }, 'test')
  }
}

describe('a consolidated document', () => {
  test('is made of what waits, is sent like any other, and its members become valid with it', async () => {
    const sold = [await sell('T1', 'R0001'), await sell('T1', 'R0002'), await sell('T1', 'R0004')]
    const planned = await here().preview()
    expect(planned.body).toMatchObject({ receipts: 3, left_over: 0 })
    expect(planned.body.documents).toMatchObject([{ terminal: 'T1', members: 3, TOTAL_PAYABLE: '22.26' }])

    const { documents } = await run()
    expect(documents).toMatchObject([
      {
        STATUS: 'Valid',
        SHIFT_CODE: 'CONSOLIDATED',
        TERMINAL_NAME: 'T1',
        CONSOLIDATED: true,
        MEMBERS: 3,
        TOTAL_PAYABLE: '22.26',
        SALE_CODE: expect.stringMatching(/^C\d{6}-001$/),
      },
    ])
    for (const record of sold) {
      const after = await statusOf(record)
      expect(after).toMatchObject({
        STATUS: 'Valid',
        CONSOLIDATED: true,
        CONSOLIDATED_INTO: documents[0]?.SALE_GUID,
        AUTHORITY: { UUID: documents[0]?.AUTHORITY?.UUID },
        CANCELLABLE_UNTIL: null,
        NEXT_ACTION: { ACTION: 'issue_note' },
      })
      expect(after).not.toHaveProperty('MEMBERS')
    }
  })

  test('and its members are neither voided nor cancelled, whatever their status (QR6)', async () => {
    const member = await sell('T2', 'R0001')
    const denied = async (record: WireRecord) => {
      const voided = await shop.voidIt(record)
      const cancelled = await shop.api.post('/sale/invoice_cancellation', { SALE_GUID: record.SALE_GUID, REASON: 'no' })
      return [voided.status, voided.body, cancelled.status, cancelled.body].map((each) =>
        typeof each === 'number' ? each : (each as { code: string }).code,
      )
    }
    const denial = [409, 'void_denied_consolidated', 409, 'cancel_denied_consolidated']
    expect(await denied(member)).toEqual(denial)
    const { documents } = await run()
    expect(await denied(member)).toEqual(denial)
    expect(await denied(documents[0] as WireRecord)).toEqual(denial)
  })

  test('nets refunds of receipts that wait, and the refund follows it', async () => {
    const sold = await sell('T3', 'R0001', { LINES: [{ ...coffee, QUANTITY: 10 }] })
    const back = await note('refund_note', sold, 'B0001')
    expect(back).toMatchObject({
      STATUS: 'Pending',
      ATTENTION: { CODE: 'waits_for_original' },
      WAITS_FOR_CONSOLIDATION: true,
    })
    // It counts as its receipt does, and not as unsent.
    expect((await operate(shop.gateway, 'GET', '/queue')).body).toMatchObject({ unsent: 0, unconsolidated: 2 })
    const counts = await operate(shop.gateway, 'GET', '/record_counts?terminal=T3')
    expect(counts.body).toMatchObject({ unsent: 0, unconsolidated: 2 })
    const { documents } = await run()
    expect(documents).toMatchObject([{ STATUS: 'Valid', MEMBERS: 2, TOTAL_PAYABLE: '29.68' }])
    expect(await statusOf(back, 'refund_note')).toMatchObject({
      STATUS: 'Valid',
      CONSOLIDATED_INTO: documents[0]?.SALE_GUID,
      ATTENTION: null,
      NEXT_ACTION: { ACTION: 'issue_note' },
    })
  })

  test('lets a note to a buyer go that waited for one of its receipts, as soon as it is valid', async () => {
    const back = await note('refund_note', await sell('T3', 'R0002'), 'B0002', { BUYER: customer })
    expect(back).toMatchObject({
      STATUS: 'Pending',
      ATTENTION: { CODE: 'waits_for_original' },
      WAITS_FOR_CONSOLIDATION: true,
    })
    await run()
    expect(await shop.api.until(back, 'Valid')).toMatchObject({ CONSOLIDATED_INTO: null })
  })

  test('is what a later refund of one of its receipts refers to, for the general public', async () => {
    const sold = await sell('T4', 'R0001')
    const { documents } = await run()
    const back = await note('refund_note', sold, 'B0001')
    await expect.poll(async () => (await statusOf(back, 'refund_note')).STATUS).toBe('Valid')
    const { store } = shop.gateway.gateway
    const kept = await store.records.byGuid(back.SALE_GUID)
    const [attempt] = await store.records.attempts(kept?.seq ?? 0)
    const bytes = await store.records.payload(attempt?.sha256 ?? '')
    const sent = JSON.parse(Buffer.from(bytes ?? '').toString()).Invoice[0]
    expect(sent.BillingReference).toEqual([
      {
        InvoiceDocumentReference: [
          { ID: [{ _: documents[0]?.DOCUMENT_NUMBER }], UUID: [{ _: documents[0]?.AUTHORITY?.UUID }] },
        ],
      },
      { AdditionalDocumentReference: [{ ID: [{ _: 'R0001' }] }] },
    ])
    expect(sent.AccountingCustomerParty[0].Party[0].PartyLegalEntity[0].RegistrationName[0]._).toBe('General Public')
  })

  test('that is refused releases its members for the next run', async () => {
    const sold = await sell('T5', 'R0001')
    const restore = await withActivity('99999')
    const refused = await run()
    await restore()
    expect(refused.documents).toMatchObject([{ STATUS: 'Invalid', NEXT_ACTION: { ACTION: 'none' } }])
    expect(await statusOf(sold)).toMatchObject({ STATUS: 'Pending', CONSOLIDATED_INTO: null, AUTHORITY: null })
    const next = await run()
    expect(next.documents).toMatchObject([{ STATUS: 'Valid', SALE_CODE: expect.stringMatching(/-002$/) }])
    expect(await statusOf(sold)).toMatchObject({ STATUS: 'Valid', CONSOLIDATED_INTO: next.documents[0]?.SALE_GUID })
  })
})

describe('the buyer asks later', () => {
  test('a receipt that waits becomes an e-invoice of its own and is in no consolidated document', async () => {
    const [first, asked, last] = [await sell('T6', 'R0001'), await sell('T6', 'R0002'), await sell('T6', 'R0003')]
    const converted = await here().convert(asked.SALE_GUID, customer)
    expect(converted).toMatchObject({ status: 200, body: { record: { CONSOLIDATED: false, REVISION: 2 } } })
    const { documents } = await run()
    expect(documents).toMatchObject([{ MEMBERS: 2, STATUS: 'Valid' }])
    await expect.poll(async () => (await statusOf(asked)).STATUS).toBe('Valid')
    expect(await statusOf(asked)).toMatchObject({ CONSOLIDATED_INTO: null, NEXT_ACTION: { ACTION: 'cancel' } })
    for (const each of [first, last]) expect((await statusOf(each)).CONSOLIDATED_INTO).toBe(documents[0]?.SALE_GUID)
    const again = await here().convert(first.SALE_GUID, customer)
    expect(again).toMatchObject({ status: 409, body: { code: 'conversion_denied_consolidated' } })
  })

  test('and a till that sends the receipt again is told what became of it, unless that is to be corrected', async () => {
    const SALE_GUID = shop.guid()
    const body = receipt('T10', 'R0001', { SALE_GUID })
    await shop.submit(body)
    const converted = await here().convert(SALE_GUID, customer)
    expect(converted.status).toBe(200)
    const { SALE_GUID: _, ...unnamed } = body
    for (const again of [body, unnamed]) {
      const told = await shop.submit(again)
      expect(told).toMatchObject({ status: 200, body: { SALE_GUID, CONSOLIDATED: false, REVISION: 2 } })
      expect(told.headers.get('idempotency-replayed')).toBe('true')
    }
    const other = await shop.submit({ ...body, EXTRA: { waiter: 'Aini' } })
    expect(other).toMatchObject({ status: 409, body: { code: 'sale_guid_reused' } })
    await shop.api.until(converted.body.record, 'Valid')
    expect(await shop.submit(body)).toMatchObject({ status: 200, body: { STATUS: 'Valid' } })

    const refused = await sell('T10', 'R0002', { SALE_GUID: shop.guid() })
    await here().convert(refused.SALE_GUID, { ...customer, TIN: 'C99999999990' })
    await shop.api.until(refused, 'Invalid')
    const back = await shop.submit(receipt('T10', 'R0002', { SALE_GUID: refused.SALE_GUID }))
    expect(back).toMatchObject({ status: 202, body: { STATUS: 'Pending', CONSOLIDATED: true, REVISION: 3 } })
    await run()
  })

  test('in a later month, or with a buyer who cannot be, it stays as it is', async () => {
    const old = await sell('T7', 'R0001', { ISSUED_AT: '2026-01-15T04:00:00Z' })
    expect(await here().convert(old.SALE_GUID, customer)).toMatchObject({
      status: 409,
      body: { code: 'conversion_denied_period' },
    })
    const fresh = await sell('T7', 'R0002')
    const wrong = await here().convert(fresh.SALE_GUID, {
      ...customer,
      ADDRESS: { ...(customer['ADDRESS'] as object), STATE_CODE: '99' },
    })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/BUYER/ADDRESS/STATE_CODE' }] } })
    expect(await statusOf(fresh)).toMatchObject({ CONSOLIDATED: true, REVISION: 1 })
    await run()
  })
})

test('a shop says for how many days after the month a late buyer may still ask, and by itself for none', async () => {
  const settings = async () => (await here().call('GET', '/consolidation/settings?company=DEMO')).body
  expect(await settings()).toMatchObject({ late_days: 0 })
  expect((await here().set({ late_days: 7 })).body).toMatchObject({ late_days: 7 })
  for (const wrong of [8, -1, 1.5]) expect((await here().set({ late_days: wrong })).status).toBe(422)
  expect(await settings()).toMatchObject({ late_days: 7, frequency: 'monthly' })
  await here().set({ late_days: 0 })
})

test('whether a buyer who asks now is in time is shown with each receipt, and why where it is too late', async () => {
  const shown = async ({ SALE_GUID }: WireRecord) => (await here().call('GET', `/records/${SALE_GUID}`)).body.conversion
  const [waits, old] = [await sell('T9', 'R0001'), await sell('T9', 'R0002', { ISSUED_AT: '2026-01-15T04:00:00Z' })]
  expect(await shown(waits)).toEqual({ blockReason: null })
  expect((await shown(old)).blockReason).toMatch(/month of this sale is over/)
  const { documents } = await run()
  expect((await shown(waits)).blockReason).toMatch(/part of a consolidated e-invoice already/)
  expect(await shown(documents[0] as WireRecord)).toBeNull()
})

test('a refused sale whose buyer gives no details goes to the general public, if it is not above the limit', async () => {
  const body = invoice('G0001', { TERMINAL_NAME: 'T9', BUYER: { ...customer, TIN: 'C99999999990' }, ISSUED_AT: now() })
  const refused = await shop.api.until((await shop.submit(body)).body, 'Invalid')
  const corrected = { ...body, SALE_GUID: refused.SALE_GUID, BUYER: null, CONSOLIDATE: true }
  expect(await shop.submit({ ...corrected, LINES: [{ ...coffee, UNIT_PRICE: '10000' }] })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/CONSOLIDATE', code: 'consolidation_limit' }] },
  })
  expect(await shop.submit(corrected)).toMatchObject({ status: 202, body: { STATUS: 'Pending', CONSOLIDATED: true } })
  const { documents } = await run()
  expect(documents).toMatchObject([{ TERMINAL_NAME: 'T9', STATUS: 'Valid', MEMBERS: 1 }])
  expect(await statusOf(refused)).toMatchObject({ STATUS: 'Valid', CONSOLIDATED_INTO: documents[0]?.SALE_GUID })
})

describe('what may be consolidated', () => {
  test('is set for each company: the limit, its basis, and the activity', async () => {
    const dear = (terminal: string, code: string) =>
      shop.submit(receipt(terminal, code, { LINES: [{ ...coffee, QUANTITY: 1, UNIT_PRICE: 9900 }] }))
    expect(await dear('T8', 'R0001')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/CONSOLIDATE', code: 'consolidation_limit' }] },
    })
    expect((await here().set({ limit_before_tax: true })).body).toMatchObject({ limit_before_tax: true, day: 3 })
    expect((await dear('T8', 'R0002')).status).toBe(202)
    await here().set({ limit_before_tax: false, limit: 0 })
    expect((await dear('T8', 'R0003')).status).toBe(202)
    await here().set({ limit: 10_000 })
    const restore = await withActivity('45101')
    expect(await shop.submit(receipt('T8', 'R0004'))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/CONSOLIDATE', code: 'consolidation_activity' }] },
    })
    await here().set({ any_activity: true })
    expect((await shop.submit(receipt('T8', 'R0005'))).status).toBe(202)
    await restore()
  })
})
