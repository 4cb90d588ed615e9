import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Kind } from '../../shared/domain/record.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, customer, document, invoice } from '../support/till.ts'

const shop = openShop({})
const here = () => consolidatingAt(shop.gateway)

const now = () => new Date(Date.now() - 1000).toISOString()

async function sell(terminal: string, code: string, more: Body = {}): Promise<WireRecord> {
  const asked = { TERMINAL_NAME: terminal, BUYER: null, CONSOLIDATE: true, ISSUED_AT: now(), ...more }
  const { status, body } = await shop.submit(invoice(code, asked))
  expect(status).toBe(202)
  return body
}

const noteOn = (kind: Kind, originals: readonly WireRecord[], code: string, more: Body = {}) =>
  document('sale', kind, code, {
    TERMINAL_NAME: originals[0]?.TERMINAL_NAME,
    BUYER: null,
    ISSUED_AT: now(),
    ORIGINALS: originals.map(({ SALE_GUID }) => ({ SALE_GUID })),
    ...more,
  })

async function note(kind: Kind, originals: readonly WireRecord[], code: string, more: Body = {}): Promise<WireRecord> {
  const { status, body } = await shop.api.submit('sale', kind, noteOn(kind, originals, code, more))
  expect([status, body]).toMatchObject([
    202,
    { STATUS: 'Pending', ATTENTION: { CODE: 'waits_for_original' }, WAITS_FOR_CONSOLIDATION: true },
  ])
  return body
}

const again = async ({ KIND, SALE_GUID }: WireRecord) =>
  (await shop.api.get(`/sale/${KIND}_checkstatus/by_guid`, { sale_guid: SALE_GUID })).body as WireRecord

const one = { LINES: [{ ...coffee, QUANTITY: 1, CLASSIFICATION_CODES: ['012'] }] }

/** The document at the authority. */
async function sent({ SALE_GUID }: WireRecord) {
  const { records } = shop.gateway.gateway.store
  const [attempt] = await records.attempts((await records.byGuid(SALE_GUID))?.seq ?? 0)
  return Buffer.from((await records.payload(attempt?.sha256 ?? '')) ?? '').toString()
}

describe('a receipt that is converted', () => {
  test.each(['refund_note', 'credit_note', 'debit_note'] as const)(
    'takes its %s along, to its buyer and with its own classes',
    async (kind) => {
      const sold = await sell('N1', `R-${kind}`)
      const asked = noteOn(kind, [sold], `N-${kind}`, one)
      const waits = (await shop.api.submit('sale', kind, asked)).body as WireRecord
      expect(waits).toMatchObject({
        STATUS: 'Pending',
        ATTENTION: { CODE: 'waits_for_original' },
        WAITS_FOR_CONSOLIDATION: true,
      })
      expect((await here().convert(sold.SALE_GUID, customer)).status).toBe(200)
      expect(await shop.api.until(waits, 'Valid', 'Invalid')).toMatchObject({
        STATUS: 'Valid',
        ERRORS: [],
        REVISION: 2,
      })
      const document = await sent(waits)
      expect(document).toContain(String(customer['TIN']))
      expect(document).toContain('"012"')
      expect(await shop.api.submit('sale', kind, asked)).toMatchObject({
        status: 200,
        body: { STATUS: 'Valid', ATTENTION: null },
      })
    },
  )

  test('leaves a note on other receipts too to a person, until those have the same buyer', async () => {
    const [first, second] = [await sell('N2', 'R0001'), await sell('N2', 'R0002')]
    const both = await note('credit_note', [first, second], 'N0001', one)
    await here().convert(first.SALE_GUID, customer)
    await shop.api.until(first, 'Valid')
    expect(await again(both)).toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'cannot_be_sent' } })
    await here().call('POST', `/records/${both.SALE_GUID}/release`, {})
    await here().convert(second.SALE_GUID, customer)
    expect(await shop.api.until(both, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', ERRORS: [] })
  })
})

describe('a receipt that was refunded in full', () => {
  test.each([
    ['at once', [2]],
    ['in pieces', [1, 1]],
  ])('%s says so, and is not converted any more', async (how, pieces) => {
    const sold = await sell('N3', `R ${how}`)
    const shown = async () => (await here().call('GET', `/records/${sold.SALE_GUID}`)).body
    const listed = async () => {
      const { body } = await here().call('GET', '/records?concern=unconsolidated&page_size=100')
      return body.items.find(({ record }: { readonly record: WireRecord }) => record.SALE_GUID === sold.SALE_GUID)
    }
    expect([(await shown()).refunded, (await listed()).refunded]).toEqual([false, false])
    for (const [at, QUANTITY] of pieces.entries())
      await note('refund_note', [sold], `N ${how} ${at}`, { LINES: [{ ...coffee, QUANTITY }] })
    const refused = await here().convert(sold.SALE_GUID, customer)
    expect(refused).toMatchObject({ status: 409, body: { code: 'conversion_denied_refunded' } })
    expect(await again(sold)).toMatchObject({ STATUS: 'Pending', CONSOLIDATED: true, REVISION: 1 })
    const { conversion, refunded } = await shown()
    expect([refunded, (await listed()).refunded]).toEqual([true, true])
    expect(conversion.blockReason).toMatch(/refunded in full/)
  })
})

test('a rate beside ringgit says nothing of how much was given back', async () => {
  const sold = await sell('N3', 'R rate', { EXCHANGE_RATE: '4' })
  await note('refund_note', [sold], 'N rate')
  const refused = await here().convert(sold.SALE_GUID, customer)
  expect(refused).toMatchObject({ status: 409, body: { code: 'conversion_denied_refunded' } })
})

test('a note that MyInvois refused is an alarm until it is corrected or closed', async () => {
  const codes = async () => {
    const { body } = await here().call('GET', '/health')
    return body.alerts.map(({ code }: { readonly code: string }) => code)
  }
  expect(await codes()).toEqual([])
  const asked = document('sale', 'refund_note', 'I1', { BUYER: { ...customer, TIN: 'C99999999990' } })
  const refused = (await shop.api.submit('sale', 'refund_note', asked)).body as WireRecord
  await shop.api.until(refused, 'Invalid')
  expect(await codes()).toEqual(['needs_person'])
  expect((await here().call('POST', `/records/${refused.SALE_GUID}/closure`, {})).status).toBe(200)
  expect(await codes()).toEqual([])
})

describe('the line of a consolidated document', () => {
  const lines = (document: string) =>
    JSON.parse(document).Invoice[0].InvoiceLine.map(
      (line: { Item: [{ Description: [{ _: string }] }] }) => line.Item[0].Description[0]._,
    )

  test('names receipts and notes as they are printed, and a later note names its receipt', async () => {
    const first = await sell('D1', 'R0001', { LINES: [{ ...coffee, QUANTITY: 9 }], DOCUMENT_NUMBER: 'P-0007' })
    await sell('D1', 'R0002', { DOCUMENT_NUMBER: 'P-0008' })
    await note('refund_note', [first], 'N1', { ...one, DOCUMENT_NUMBER: 'BACK-1' })
    await note('credit_note', [first], 'N2', one)
    await note('debit_note', [first], 'N3', { ...one, DOCUMENT_NUMBER: 'MORE-1' })
    const { documents } = await here().settled((await here().begin()).body.id)
    const [made] = documents.filter(({ TERMINAL_NAME }) => TERMINAL_NAME === 'D1')
    expect(lines(await sent(made as WireRecord))).toEqual([
      'Receipts P-0007-P-0008 (2), shift A, net of BACK-1, N2, plus MORE-1',
    ])
    const later = noteOn('refund_note', [first], 'N4', {
      ...one,
      LINES: [{ ...coffee, CLASSIFICATION_CODES: ['004'] }],
    })
    const back = (await shop.api.submit('sale', 'refund_note', later)).body as WireRecord
    expect(await shop.api.until(back, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid' })
    expect(JSON.parse(await sent(back)).Invoice[0].BillingReference).toMatchObject([
      { InvoiceDocumentReference: [{ ID: [{ _: made?.DOCUMENT_NUMBER }] }] },
      { AdditionalDocumentReference: [{ ID: [{ _: 'P-0007' }] }] },
    ])
  })
})

test('a debit note does not lift a receipt that waits over RM 10,000', async () => {
  const dear = { LINES: [{ ...coffee, QUANTITY: 1, UNIT_PRICE: 9000 }] }
  const sold = await sell('L1', 'R0001', dear)
  const more = (UNIT_PRICE: number) => ({ LINES: [{ ...coffee, QUANTITY: 1, UNIT_PRICE }] })
  await note('debit_note', [sold], 'D0001', more(400))
  expect(await shop.api.submit('sale', 'debit_note', noteOn('debit_note', [sold], 'D0002', more(100)))).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/ORIGINALS', code: 'consolidation_limit' }] },
  })
})
