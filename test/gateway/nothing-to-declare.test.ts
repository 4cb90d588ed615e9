import { expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, document, invoice } from '../support/till.ts'

const shop = openShop({})
const here = () => consolidatingAt(shop.gateway)
const old = { ISSUED_AT: '2026-01-15T04:00:00Z' }

async function sell(terminal: string, more: Body = {}): Promise<WireRecord> {
  const asked = { TERMINAL_NAME: terminal, BUYER: null, CONSOLIDATE: true, ...old, ...more }
  const { status, body } = await shop.submit(invoice(shop.saleCode(), asked))
  expect(status).toBe(202)
  return body
}

async function refund({ SALE_GUID, TERMINAL_NAME }: WireRecord, more: Body = {}): Promise<WireRecord> {
  const note = { TERMINAL_NAME, BUYER: null, ORIGINALS: [{ SALE_GUID }], ...old, ...more }
  const { status, body } = await shop.api.submit(
    'sale',
    'refund_note',
    document('sale', 'refund_note', shop.saleCode(), note),
  )
  expect(status).toBe(202)
  return body
}

const free = { LINES: [{ ...coffee, UNIT_PRICE: 0 }] }
const one = { LINES: [{ ...coffee, QUANTITY: 1 }] }
const inclusive = { PRICES_INCLUDE_TAX: true }
const incl = (QUANTITY: number) => ({ ...inclusive, LINES: [{ ...coffee, QUANTITY, UNIT_PRICE: 9.99 }] })

async function run() {
  const { body } = await here().begin()
  await here().settled(body.id)
  return here().detail(body.id)
}

const codes = async () =>
  (await here().call('GET', '/health')).body.alerts.map(({ code }: { readonly code: string }) => code)

test('what comes to nothing is closed by the run, with its notes, and is no alarm any more', async () => {
  const back = await sell('Z1')
  const pieces = await sell('Z2', incl(3))
  const closed = [
    back,
    await refund(back),
    pieces,
    ...(await Promise.all([refund(pieces, incl(1)), refund(pieces, incl(1)), refund(pieces, incl(1))])),
    await sell('Z3', free),
  ]
  // A bill that was rounded down in cash and refunded to a card, among other sales.
  const rounded = await sell('Z4', { ROUNDING_AMOUNT: '-0.02' })
  closed.push(rounded, await refund(rounded))
  const kept = await sell('Z4')
  expect(await codes()).toEqual(['consolidation_overdue'])
  // One number wherever they are counted. A refund counts as a receipt.
  const { unconsolidated } = (await here().call('GET', '/consolidation?company=DEMO')).body
  expect(unconsolidated).toBe(closed.length + 1)
  expect((await here().call('GET', '/queue')).body).toMatchObject({ unconsolidated })
  expect((await here().call('GET', '/record_counts')).body).toMatchObject({ unconsolidated })
  const [alert] = (await here().call('GET', '/health')).body.alerts
  expect(alert.message).toContain(`${unconsolidated} receipts`)
  expect((await here().preview()).body).toMatchObject({ nothing_to_declare: closed.length, left_over: 0, receipts: 1 })

  expect(await run()).toMatchObject({ nothing_to_declare: closed.length, left_over: 0, documents: [{ MEMBERS: 1 }] })
  for (const { SALE_GUID, KIND } of closed) {
    const { body } = await shop.api.get(`/sale/${KIND}_checkstatus/by_guid`, { sale_guid: SALE_GUID })
    expect(body).toMatchObject({
      STATUS: 'Voided',
      LOCKED: true,
      SUBMISSION_ENABLED: false,
      VOIDED_BY: 'consolidation',
      VOID_REASON: 'nothing_to_declare',
      ATTENTION: null,
      NEXT_ACTION: { ACTION: 'none', REASON: expect.stringContaining('nothing to declare') },
    })
  }
  expect(await shop.api.until(kept, 'Valid')).not.toHaveProperty('VOID_REASON')
  expect(await codes()).toEqual([])
  expect(await run()).toMatchObject({ nothing_to_declare: 0, left_over: 0, documents: [] })
})

test('of what is left of a receipt that is not nothing, the run still makes a document', async () => {
  const sold = await sell('Z5')
  await refund(sold, one)
  expect(await run()).toMatchObject({ nothing_to_declare: 0, documents: [{ MEMBERS: 2, TOTAL_PAYABLE: '3.71' }] })
})
