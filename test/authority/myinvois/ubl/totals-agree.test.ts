import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { bodyOf } from '../../../../electron/gateway/features/consolidation/body.ts'
import { parseAndSettle } from '../../../../electron/gateway/stored-sale.ts'
import type { CheckedSale } from '../../../../shared/document/check.ts'
import { type Decimal, decimalOf } from '../../../../shared/document/decimal.ts'
import { receiptAmounts } from '../../../../shared/document/receipt-amounts.ts'
import { addUp } from '../../../../shared/domain/consolidation-amounts.ts'
import { planConsolidation, type Receipt } from '../../../../shared/domain/consolidation-plan.ts'
import { arithmeticWarnings } from '../../../support/arithmetic.ts'
import { isInFull } from '../../../support/in-full.ts'
import { anIdentity, noon } from '../../../support/records.ts'
import { aLine, aSale, placesIn, readSale, without } from '../../../support/sales.ts'
import type { Json } from '../../practice/documents.ts'
import { codes, sourceOf, textOf } from './built.ts'

/** A random bill of a shop. */

const sen = (most: number) => fc.integer({ min: 0, max: most }).map((amount) => (amount / 100).toFixed(2))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const rate = fc.constantFrom(5, 6, 8, 10, '12.5')
const adjustment = fc.oneof(
  sen(300).map((AMOUNT) => ({ AMOUNT })),
  fc.constantFrom(3, 10, '12.5').map((RATE) => ({ RATE })),
)
const adjustments = optional(fc.array(adjustment, { minLength: 1, maxLength: 2 }))
const EXEMPTION_REASON = 'Special case'
const ofRate = fc.record({ TAX_TYPE: fc.constantFrom('01', '02'), RATE: rate })
const nights = fc.record({
  TAX_TYPE: fc.constant('03'),
  PER_UNIT_AMOUNT: fc.constantFrom(10, '2.5'),
  QUANTITY: fc.integer({ min: 1, max: 5 }),
  UNIT_CODE: fc.constant('DAY'),
})
const taxes = fc.oneof(
  ofRate.map((tax): object[] => [tax]),
  fc.tuple(ofRate, nights).map((both): object[] => both),
  fc.constant([{ TAX_TYPE: '06' }]),
  sen(9999).map((AMOUNT): object[] => [{ TAX_TYPE: 'E', AMOUNT, EXEMPTION_REASON }]),
  fc.tuple(ofRate, sen(500)).map(([tax, TAXABLE_AMOUNT]): object[] => [
    { ...tax, TAXABLE_AMOUNT },
    { TAX_TYPE: 'E', EXEMPTION_REASON },
  ]),
)
const line = fc
  .record({
    QUANTITY: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
      { weight: 2, arbitrary: fc.constantFrom('0.375', '1.25') },
      { weight: 1, arbitrary: fc.constantFrom(-1, '-0.5') },
    ),
    UNIT_PRICE: fc.oneof(sen(50_000), sen(300), sen(3)),
    DISCOUNTS: adjustments,
    CHARGES: adjustments,
    TAXES: taxes,
  })
  .map((drawn) => aLine(drawn))
const charge = fc.tuple(adjustment, optional(ofRate)).map(([each, tax]) => ({ ...each, TAXES: tax && [tax] }))

/** Many equal lines: rounding each one adds up to a large difference. */
const manyAlike = fc
  .tuple(fc.constantFrom('0.99', '0.09', '9.99', '0.01'), ofRate, fc.integer({ min: 2, max: 40 }))
  .map(([UNIT_PRICE, tax, count]) =>
    Array.from({ length: count }, () => aLine({ QUANTITY: 1, UNIT_PRICE, TAXES: [tax] })),
  )

const anyBill: fc.Arbitrary<object> = fc
  .record({
    LINES: fc.oneof(
      { weight: 3, arbitrary: fc.array(line, { minLength: 1, maxLength: 6 }) },
      { weight: 1, arbitrary: manyAlike },
    ),
    DISCOUNTS: optional(fc.array(adjustment, { minLength: 1, maxLength: 3 })),
    CHARGES: optional(fc.array(charge, { minLength: 1, maxLength: 2 })),
    PRICES_INCLUDE_TAX: optional(fc.boolean()),
    TAX_ROUNDING: optional(fc.constantFrom('line', 'document')),
    DISCOUNT_AMOUNT: optional(sen(100)),
    CHARGE_AMOUNT: optional(sen(100)),
    ROUNDING_AMOUNT: optional(fc.constantFrom('-0.02', '0.01')),
    money: fc.constantFrom({}, {}, { CURRENCY_CODE: 'SGD', EXCHANGE_RATE: '3.45123' }),
  })
  .map(({ money, ...bill }) => JSON.parse(JSON.stringify(aSale({ ...bill, ...money }))))
  .filter((body) => placesIn(body, { codes }).length === 0)

const numberIn = (element: Json): Decimal => decimalOf(element?.[0]?._ ?? 0)
const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((total, each) => total.plus(each), decimalOf(0))
const text = (amount: Decimal) => amount.toFixed(2)
const isCharge = (each: Json) => each.ChargeIndicator[0]._ === true
const adjusted = (element: Json): Decimal =>
  sum(
    (element.AllowanceCharge ?? []).map((each: Json) =>
      isCharge(each) ? numberIn(each.Amount) : numberIn(each.Amount).neg(),
    ),
  )
/** The taxes that count: all but exempted ones. */
const charged = (total: Json): Decimal =>
  sum(
    total.TaxSubtotal.filter((each: Json) => each.TaxCategory[0].ID[0]._ !== 'E').map((each: Json) =>
      numberIn(each.TaxAmount),
    ),
  )

/** The totals that a receiver computes from the parts of the document. */
function reckoned(invoice: Json) {
  const [tax] = invoice.TaxTotal
  return {
    lines: text(sum(invoice.InvoiceLine.map((each: Json) => numberIn(each.LineExtensionAmount)))),
    tax: text(charged(tax)),
    ofLines: text(sum(invoice.InvoiceLine.map((each: Json) => charged(each.TaxTotal[0])))),
  }
}

describe('of any bill', () => {
  const anyKind = fc.constantFrom('invoice', 'refund_note', 'credit_note', 'debit_note')
  const OLD = { DOCUMENT_NUMBER: 'OLD-1', AUTHORITY_UUID: 'NA' }

  test.prop([anyBill, anyKind, fc.integer({ min: -2, max: 2 })], { numRuns: isInFull ? 1_000 : 40 })(
    'or what is given back, the document adds up in all its parts, with a till’s own total too',
    (bill, kind, off) => {
      const own = sourceOf(bill).sale
      const TOTAL_TAX = own.settledTotals.totalTax.plus(decimalOf(off).times(decimalOf('0.01'))).toFixed(2)
      const note = kind === 'invoice' ? bill : { ...bill, ORIGINALS: [OLD] }
      const given = { ...note, TOTALS: { TOTAL_TAX } }
      const body = placesIn(given, { codes, kind }).length === 0 ? given : note
      const { sale } = sourceOf(body, { kind })
      const [invoice] = JSON.parse(textOf(body, { kind })).Invoice
      // The practice authority computes the same.
      expect(arithmeticWarnings(invoice)).toEqual([])
      const [totals] = invoice.LegalMonetaryTotal
      const reckoning = reckoned(invoice)
      const isForeign = sale.currencyCode === 'SGD'
      for (const each of invoice.InvoiceLine) {
        const subtotal = numberIn(each.ItemPriceExtension[0].Amount)
        expect(text(subtotal.plus(adjusted(each)))).toBe(text(numberIn(each.LineExtensionAmount)))
        const priced = numberIn(each.Price[0].PriceAmount).times(numberIn(each.InvoicedQuantity))
        expect(Number(priced.minus(subtotal).abs().toFixed())).toBeLessThanOrEqual(0.005 + 0.000_01 * 12)
        expect(text(charged(each.TaxTotal[0]))).toBe(text(numberIn(each.TaxTotal[0].TaxAmount)))
      }
      expect(reckoning.lines).toBe(text(numberIn(totals.LineExtensionAmount)))
      expect(reckoning.tax).toBe(text(numberIn(invoice.TaxTotal[0].TaxAmount)))
      expect(reckoning.tax).toBe(reckoning.ofLines)
      const excluding = numberIn(totals.TaxExclusiveAmount)
      expect(text(excluding)).toBe(text(decimalOf(reckoning.lines).plus(adjusted(invoice))))
      const including = numberIn(totals.TaxInclusiveAmount)
      if (!isForeign) expect(text(including)).toBe(text(excluding.plus(decimalOf(reckoning.tax))))
      expect(text(numberIn(totals.PayableAmount))).toBe(text(including.plus(numberIn(totals.PayableRoundingAmount))))
      expect(text(including)).toBe(text(sale.settledTotals.totalIncludingTax))
    },
  )

  test.prop([anyBill], { numRuns: isInFull ? 1_000 : 40 })('consolidation counts what the document says', (body) => {
    const { sale } = sourceOf(body)
    const { excludingTax, tax, includingTax, payable } = addUp(receiptAmounts(readSale(body)))
    expect([excludingTax, tax, includingTax, payable].map(String)).toEqual(inSen(sale))
  })

  test.prop([fc.array(anyBill, { minLength: 1, maxLength: 8 })], { numRuns: isInFull ? 300 : 25 })(
    'many of them in one consolidated document come to what they come to one by one',
    (bodies) => {
      const bills = bodies.map((body) => without(body as Record<string, unknown>, 'CURRENCY_CODE', 'EXCHANGE_RATE'))
      const sales = bills.map((body) => sourceOf(body).sale)
      const { documents, left, closed } = planConsolidation(bills.map(receiptOf), 'per_run')
      // A receipt with nothing to pay is in no document, even if its cash was rounded.
      const isClosed = (seq: number) => closed.flat().some((member) => member.seq === seq)
      expect(left).toEqual([])
      const made = documents.map((planned) => {
        const body = bodyOf(planned, identity, { at: noon, timeZone: 'Asia/Kuala_Lumpur', lastDay: '2026-10-31' })
        return inSen(parseAndSettle(body, { family: 'sale', kind: 'invoice', sentAs: null }))
      })
      expect(summed(made)).toEqual(summed(sales.filter((_, at) => !isClosed(at + 1)).map(inSen)))
    },
  )
})

const identity = anIdentity({ shiftCode: 'CONSOLIDATED', saleCode: 'C202610-001' })
const summed = (all: readonly (readonly string[])[]) =>
  [0, 1, 2, 3].map((at) => String(all.reduce((total, each) => total + BigInt(each[at] ?? 0), 0n)))

function inSen({ settledTotals }: CheckedSale): string[] {
  const { totalExcludingTax, totalTax, totalIncludingTax, totalPayable } = settledTotals
  return [totalExcludingTax, totalTax, totalIncludingTax, totalPayable].map((amount) => amount.times(100).toFixed())
}

const receiptOf = (body: object, at: number): Receipt => ({
  seq: at + 1,
  version: 1,
  group: {
    family: 'sale',
    outletName: 'KLCC',
    terminalName: 'T1',
    period: '2026-10',
    currencyCode: 'MYR',
    exchangeRate: null,
  },
  shiftCode: 'A',
  saleCode: `R${at + 1000}`,
  issuedAt: noon,
  amounts: receiptAmounts(readSale(body)),
  notes: [],
})
