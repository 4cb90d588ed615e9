import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Kind } from '../../shared/domain/record.ts'
import type { Json } from '../authority/practice/documents.ts'
import { openShop } from '../support/shop.ts'
import { type Body, document } from '../support/till.ts'

/** An example of the page: the till's body, and the amounts in the document. */
interface Bill {
  readonly title: string
  readonly kind: Kind
  readonly sent: Body
  readonly got: Json
}

const page = readFileSync(new URL('../../docs/bills.md', import.meta.url), 'utf8')
const form = /^## \d+\. (.+)\n[^]*?```json (invoice|refund_note)\n([^]*?)```\n[^]*?```json authority\n([^]*?)```/gm
const bills: readonly Bill[] = [...page.matchAll(form)].map(([, title = '', kind, sent = '', got = '']) => ({
  title,
  kind: kind as Kind,
  sent: JSON.parse(sent),
  got: JSON.parse(got),
}))
const inTable = [...page.matchAll(/^\| \[\d+\. (.+?)\]\(/gm)].map(([, title]) => title)

test('the table has the eleven bills that the page tells', () => {
  expect(bills).toHaveLength(11)
  expect(inTable).toEqual(bills.map(({ title }) => title))
})

const shop = openShop({})
const text = (element: Json) => element?.[0]?._

/** The figures of a document in the form of the page. */
function figuresOf(sent: Json): Json {
  const [invoice] = sent.Invoice
  const [totals] = invoice.LegalMonetaryTotal
  const adjusted = (line: Json, isCharge: boolean) =>
    (line.AllowanceCharge ?? [])
      .filter((each: Json) => text(each.ChargeIndicator) === isCharge)
      .map((each: Json) => text(each.Amount))
  return {
    InvoiceLine: invoice.InvoiceLine.map((line: Json) => ({
      Description: text(line.Item[0].Description),
      InvoicedQuantity: text(line.InvoicedQuantity),
      PriceAmount: text(line.Price[0].PriceAmount),
      ...(line.AllowanceCharge && { Discounts: adjusted(line, false) }),
      LineExtensionAmount: text(line.LineExtensionAmount),
      TaxAmount: text(line.TaxTotal[0].TaxAmount),
    })),
    TaxSubtotal: invoice.TaxTotal[0].TaxSubtotal.map((each: Json) =>
      [text(each.TaxCategory[0].ID), text(each.TaxableAmount), text(each.TaxAmount)].join(' '),
    ),
    TaxAmount: text(invoice.TaxTotal[0].TaxAmount),
    TaxExclusiveAmount: text(totals.TaxExclusiveAmount),
    TaxInclusiveAmount: text(totals.TaxInclusiveAmount),
    PayableAmount: text(totals.PayableAmount),
    ...(invoice.PaymentMeans && { PaymentMeansCode: text(invoice.PaymentMeans[0].PaymentMeansCode) }),
    ...(invoice.TaxExchangeRate && { CalculationRate: text(invoice.TaxExchangeRate[0].CalculationRate) }),
  }
}

describe('what the page says a till sends', () => {
  test.each(bills)('becomes what it says the authority gets, valid: $title', async ({ kind, sent, got }) => {
    const originals = (sent['ORIGINALS'] ?? []) as readonly Body[]
    for (const original of originals) await shop.submit(document('sale', 'invoice', shop.saleCode(), original))
    const { status, body } = await shop.api.submit('sale', kind, document('sale', kind, shop.saleCode(), sent))
    expect(status, JSON.stringify(body)).toBe(202)
    const record = await shop.api.until(body, 'Valid', 'Invalid')
    expect(record.ERRORS).toEqual([])
    const { records } = shop.gateway.gateway.store
    const stored = await records.byGuid(record.SALE_GUID)
    const [attempt] = await records.attempts(stored?.seq ?? 0)
    const bytes = await records.payload(attempt?.sha256 ?? '')
    expect(figuresOf(JSON.parse(Buffer.from(bytes ?? []).toString()))).toEqual(got)
    expect(record.TOTAL_PAYABLE).toBe(Number(got.PayableAmount).toFixed(2))
  })
})
