import { Big } from 'big.js'
import { allAt, type Element, numberAt } from '../../electron/gateway/authority/practice/einvoice.ts'

/** An amount that is not the sum of the document's other amounts. */
export interface ArithmeticWarning {
  readonly path: string
  readonly stated: string
  readonly expected: string
}

/** Each part of a line is rounded by itself. */
const lineTolerance = new Big('0.02')
/** A price has five places. Multiplied by the quantity, this is how far an amount may be off. */
const priceTolerance = new Big('0.00001')

/**
 * Sums that are wrong by the authority's own mapping (myinvois 6.3). The authority is not known to refuse them, and
 * official samples are wrong themselves. So the practice authority takes them, and tests prove that ours are right.
 */
export function arithmeticWarnings(invoice: Element): readonly ArithmeticWarning[] {
  const lines = allAt(invoice, 'InvoiceLine')
  const lineTotal = sum(lines.map((line) => amount(line, 'LineExtensionAmount')))
  const excluding = amount(invoice, 'LegalMonetaryTotal', 'TaxExclusiveAmount')
  const including = amount(invoice, 'LegalMonetaryTotal', 'TaxInclusiveAmount')
  const tax = amount(invoice, 'TaxTotal', 'TaxAmount')
  const rounding = amount(invoice, 'LegalMonetaryTotal', 'PayableRoundingAmount')
  const prepaid = amount(invoice, 'PrepaidPayment', 'PaidAmount')
  const payable = including.minus(prepaid).plus(rounding)
  const stated = amount(invoice, 'LegalMonetaryTotal', 'PayableAmount')
  // A prepayment of the whole amount is only information, and the amount stays payable.
  const isToldOnly = prepaid.gte(including) && stated.eq(including.plus(rounding))
  const perLine = lineTolerance.times(Math.max(1, lines.length))
  // Tax is in ringgit in every currency (myinvois 13), and each line's tax is rounded by itself.
  const rate = new Big(numberAt(invoice, 'TaxExchangeRate', 'CalculationRate') ?? 1)
  const taxPayable = tax.div(rate)
  return [
    ...lines.flatMap(warningOfLine),
    ...differs('TaxTotal.TaxAmount', tax, sum(chargedTaxes(invoice)), lineTolerance),
    ...differs('TaxTotal.TaxAmount', tax, sum(lines.map((line) => amount(line, 'TaxTotal', 'TaxAmount'))), perLine),
    ...differs('LegalMonetaryTotal.TaxExclusiveAmount', excluding, lineTotal.plus(adjustments(invoice)), perLine),
    ...differs('LegalMonetaryTotal.TaxInclusiveAmount', including, excluding.plus(taxPayable), perLine),
    ...(isToldOnly ? [] : differs('LegalMonetaryTotal.PayableAmount', stated, payable, lineTolerance)),
  ]
}

function warningOfLine(line: Element, at: number): readonly ArithmeticWarning[] {
  const [quantity] = allAt(line, 'InvoicedQuantity')
  const price = amount(line, 'Price', 'PriceAmount')
  const subtotal = quantity ? price.times(amount(line, 'InvoicedQuantity')) : price
  const pieces = quantity ? amount(line, 'InvoicedQuantity').abs() : new Big(1)
  const path = `InvoiceLine[${at}]`
  return [
    ...differs(
      `${path}.ItemPriceExtension.Amount`,
      amount(line, 'ItemPriceExtension', 'Amount'),
      subtotal,
      lineTolerance.plus(priceTolerance.times(pieces)),
    ),
    ...differs(
      `${path}.LineExtensionAmount`,
      amount(line, 'LineExtensionAmount'),
      amount(line, 'ItemPriceExtension', 'Amount').plus(adjustments(line)),
      lineTolerance,
    ),
  ]
}

/** An exempted tax is in its subtotal and in no total (myinvois 13). */
const chargedTaxes = (element: Element): readonly Big[] =>
  allAt(element, 'TaxTotal', 'TaxSubtotal')
    .filter((subtotal) => allAt(subtotal, 'TaxCategory', 'ID')[0]?.['_'] !== 'E')
    .map((subtotal) => amount(subtotal, 'TaxAmount'))

const adjustments = (element: Element): Big =>
  sum(
    allAt(element, 'AllowanceCharge').map((each) => {
      const isCharge = allAt(each, 'ChargeIndicator')[0]?.['_'] === true
      return isCharge ? amount(each, 'Amount') : amount(each, 'Amount').neg()
    }),
  )

function differs(path: string, stated: Big, expected: Big, tolerance: Big): readonly ArithmeticWarning[] {
  if (stated.minus(expected).abs().lte(tolerance)) return []
  return [{ path, stated: stated.toFixed(2), expected: expected.toFixed(2) }]
}

const sum = (amounts: readonly Big[]): Big => amounts.reduce((total, each) => total.plus(each), new Big(0))

const amount = (element: Element, ...path: readonly string[]): Big => new Big(numberAt(element, ...path) ?? 0)
