import { Big } from 'big.js'
import { type Finding, finding } from './finding.ts'
import type { Line, Sale, Tax } from './sale.ts'

/** A line with every amount settled: what the till gave where it gave it, what we computed otherwise. */
export interface CheckedLine extends Line {
  readonly taxes: readonly CheckedTax[]
  readonly subtotal: Big
  readonly totalExcludingTax: Big
}

export interface CheckedTax extends Tax {
  readonly amount: Big
}

export interface Totals {
  readonly totalExcludingTax: Big
  readonly totalTax: Big
  readonly totalIncludingTax: Big
  readonly totalPayable: Big
}

export interface Arithmetic {
  readonly lines: readonly CheckedLine[]
  readonly totals: Totals
}

const zero = new Big(0)
const percent = new Big('0.01')
const tolerance = new Big('0.01')
const halfUp = 1
/** Less the discount, with the charge: of a line or of the whole document. */
function adjusted(amount: Big, { discountAmount, chargeAmount }: Pick<Sale, 'discountAmount' | 'chargeAmount'>): Big {
  const discounted = discountAmount ? amount.minus(discountAmount) : amount
  return chargeAmount ? discounted.plus(chargeAmount) : discounted
}

const toSen = (amount: Big) => amount.round(2, halfUp)

/**
 * Works the document's amounts out (contract 5, myinvois 6.3). A given amount wins within one sen of the computed
 * one, because it is what the customer's receipt shows; tax bases and sums use the amounts that won. Given
 * document totals must be exact.
 * @returns the amounts; what does not agree is added to `findings`
 */
export function settleAmounts(sale: Sale, findings: Finding[]): Arithmetic {
  const lines = sale.lines.map((line, index) => settleLine(line, ['lines', index], findings))
  const ofLines = sum(lines.map((line) => line.totalExcludingTax))
  const totalExcludingTax = adjusted(ofLines, sale)
  const totalTax = sum(lines.flatMap((line) => line.taxes.map((tax) => tax.amount)))
  const totalIncludingTax = totalExcludingTax.plus(totalTax)
  const totalPayable = totalIncludingTax.minus(sale.prepaid?.amount ?? zero).plus(sale.roundingAmount ?? zero)
  const totals = { totalExcludingTax, totalTax, totalIncludingTax, totalPayable }
  if (totalExcludingTax.lt(zero))
    findings.push(finding(['discountAmount'], 'becomes_negative', figure(totalExcludingTax)))
  else if (totalPayable.lt(zero))
    findings.push(finding(blamedForPayable(sale), 'becomes_negative', figure(totalPayable)))
  for (const name of totalNames) {
    const given = sale.totals?.[name]
    if (given && !given.eq(totals[name]))
      findings.push(finding(['totals', name], 'total_differs', figure(totals[name])))
  }
  return { lines, totals }
}

const totalNames = ['totalExcludingTax', 'totalTax', 'totalIncludingTax', 'totalPayable'] as const

const blamedForPayable = (sale: Sale) => (sale.prepaid ? ['prepaid', 'amount'] : ['roundingAmount'])

function settleLine(line: Line, path: Finding['path'], findings: Finding[]): CheckedLine {
  const settled = (name: string, given: Big | undefined, computed: Big) =>
    settleAmount([...path, name], given, computed, findings)
  const subtotal = settled('subtotal', line.subtotal, line.quantity.times(line.unitPrice))
  const total = adjusted(subtotal, line)
  if (total.lt(zero)) findings.push(finding([...path, 'discountAmount'], 'becomes_negative', figure(total)))
  const totalExcludingTax = settled('totalExcludingTax', line.totalExcludingTax, total)
  const taxes = line.taxes.map((tax, index) => settleTax(tax, totalExcludingTax, [...path, 'taxes', index], findings))
  return { ...line, subtotal, totalExcludingTax, taxes }
}

function settleTax(tax: Tax, base: Big, path: Finding['path'], findings: Finding[]): CheckedTax {
  const computed = computeTax(tax, base)
  // The tax that an exemption saves may be stated or be nil (myinvois 6.2, note of 17 Jul 2026).
  if (tax.taxType === 'E' && (!tax.amount || tax.amount.eq(zero))) return { ...tax, amount: zero }
  return { ...tax, amount: settleAmount([...path, 'amount'], tax.amount, computed, findings) }
}

function computeTax(tax: Tax, base: Big): Big {
  if (tax.perUnitAmount) return tax.perUnitAmount.times(tax.quantity ?? zero)
  return tax.rate ? base.times(tax.rate).times(percent) : zero
}

function settleAmount(path: Finding['path'], given: Big | undefined, exact: Big, findings: Finding[]): Big {
  const computed = toSen(exact)
  if (!given || given.eq(computed)) return computed
  if (given.minus(computed).abs().gt(tolerance)) findings.push(finding(path, 'amount_differs', figure(computed)))
  return given
}

const figure = (amount: Big) => ({ expected: amount.toFixed(2) })

export const sum = (amounts: readonly Big[]): Big =>
  amounts.length === 0 ? zero : amounts.reduce((total, amount) => total.plus(amount))
