import { Big } from 'big.js'
import { all, type Element, numberAt } from '../../electron/gateway/authority/practice/einvoice.ts'

/** An amount of a document that is not what its other amounts come to. */
export interface ArithmeticWarning {
  readonly path: string
  readonly stated: string
  readonly expected: string
}

/** Rounding of a line's parts, each by itself. */
const lineTolerance = new Big('0.02')
/** A price has five places: what the last one leaves out, so many times as there are pieces. */
const priceTolerance = new Big('0.00001')

/**
 * What does not add up by the authority's own mapping (myinvois 6.3). It is not known to refuse that, and official samples
 * do not add up themselves: so the practice authority takes it, and tests hold that what we send does add up.
 */
export function arithmeticWarnings(invoice: Element): readonly ArithmeticWarning[] {
  const lines = all(invoice, 'InvoiceLine')
  const lineTotal = sum(lines.map((line) => amount(line, 'LineExtensionAmount')))
  const excluding = amount(invoice, 'LegalMonetaryTotal', 'TaxExclusiveAmount')
  const including = amount(invoice, 'LegalMonetaryTotal', 'TaxInclusiveAmount')
  const tax = amount(invoice, 'TaxTotal', 'TaxAmount')
  const rounding = amount(invoice, 'LegalMonetaryTotal', 'PayableRoundingAmount')
  const prepaid = amount(invoice, 'PrepaidPayment', 'PaidAmount')
  const payable = including.minus(prepaid).plus(rounding)
  const stated = amount(invoice, 'LegalMonetaryTotal', 'PayableAmount')
  // What covers the whole amount is told as information, and the amount stays payable.
  const isToldOnly = prepaid.gte(including) && stated.eq(including.plus(rounding))
  const perLine = lineTolerance.times(Math.max(1, lines.length))
  // Tax is told in ringgit whatever the document's currency is (myinvois 13), each line's rounded by itself.
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
  const [quantity] = all(line, 'InvoicedQuantity')
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

/** What is exempted stands in its subtotal and is charged to nobody (myinvois 13). */
const chargedTaxes = (element: Element): readonly Big[] =>
  all(element, 'TaxTotal', 'TaxSubtotal')
    .filter((subtotal) => all(subtotal, 'TaxCategory', 'ID')[0]?.['_'] !== 'E')
    .map((subtotal) => amount(subtotal, 'TaxAmount'))

const adjustments = (element: Element): Big =>
  sum(
    all(element, 'AllowanceCharge').map((each) => {
      const isCharge = all(each, 'ChargeIndicator')[0]?.['_'] === true
      return isCharge ? amount(each, 'Amount') : amount(each, 'Amount').neg()
    }),
  )

function differs(path: string, stated: Big, expected: Big, tolerance: Big): readonly ArithmeticWarning[] {
  if (stated.minus(expected).abs().lte(tolerance)) return []
  return [{ path, stated: stated.toFixed(2), expected: expected.toFixed(2) }]
}

const sum = (amounts: readonly Big[]): Big => amounts.reduce((total, each) => total.plus(each), new Big(0))

const amount = (element: Element, ...path: readonly string[]): Big => new Big(numberAt(element, ...path) ?? 0)
