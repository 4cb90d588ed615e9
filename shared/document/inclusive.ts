import { amountOf } from './adjust.ts'
import { type CheckedLine, type CheckedTax, isCharged, type OpenLine, type SettledAdjustment } from './checked-line.ts'
import { type Decimal, decimalOf } from './decimal.ts'
import { figure, percentOf, settledAmount, sum, tolerance, toSen, zero } from './decimals.ts'
import { type Finding, finding } from './finding.ts'
import type { Line, Tax } from './sale.ts'
import { settledTax, taxAmount } from './settle-tax.ts'

const hundred = decimalOf(100)
const pricePlaces = 5
const halfUp = 1

/**
 * A line whose prices include its taxes, taken apart (contract 5): taxes that do not depend on the price come off first,
 * the rest is divided by the sum of the rates. The net is rounded and tax is what is left, so that the customer's figure
 * stays.
 */
export function withoutTax(open: OpenLine, lineId: string, findings: Finding[]): CheckedLine {
  const { line } = open
  const parts = partsOf(line)
  const net = netOf(open, parts, findings)
  // Less than the taxes in it that do not depend on it.
  if (net.lt(zero)) findings.push(finding([...open.path, 'unitPrice'], 'becomes_negative', figure(net)))
  const taxes = taxesOf(open, net, { parts, findings })
  const lessTax = (each: SettledAdjustment) => ({ ...each, amount: toSen(each.amount.times(parts.share)) })
  const [discounts, charges] = [open.discounts.map(lessTax), open.charges.map(lessTax)]
  // What rounds differently shows here, so that the line comes to exactly its net.
  const subtotal = net.plus(amountOf(discounts)).minus(amountOf(charges))
  const quantity = line.quantity.abs()
  const unitPrice = (quantity.eq(zero) ? line.unitPrice.times(parts.share) : subtotal.div(quantity)).round(
    pricePlaces,
    halfUp,
  )
  return { ...line, lineId, unitPrice, subtotal, discounts, charges, totalExcludingTax: net, taxes }
}

interface Parts {
  /** Taxes that do not depend on the price, together. */
  readonly fixed: Decimal
  /** Sum of the rates of the others. */
  readonly rates: Decimal
  /** How much of a price is not tax, of 1. */
  readonly share: Decimal
}

const isOnPrice = (tax: Tax): boolean =>
  isCharged(tax) && !tax.perUnitAmount && !tax.taxableAmount && !!tax.rate?.gt(zero)

function partsOf({ taxes }: Line): Parts {
  const nowhere = { path: [], findings: [] }
  const others = taxes.filter((tax) => isCharged(tax) && !isOnPrice(tax))
  const rates = sum(taxes.filter(isOnPrice).map(({ rate = zero }) => rate))
  return {
    fixed: sum(others.map((tax) => settledTax(tax, zero, nowhere).amount)),
    rates,
    share: hundred.div(hundred.plus(rates)),
  }
}

const exactNet = (gross: Decimal, { fixed, rates }: Parts): Decimal =>
  gross.minus(fixed).times(hundred).div(hundred.plus(rates))

/** The till's own where it gives one: of the line without the bill's discounts, from which they are taken as computed. */
function netOf({ line, path, ownTotal, total }: OpenLine, parts: Parts, findings: Finding[]): Decimal {
  const computed = toSen(exactNet(total, parts))
  if (line.totalExcludingTax) {
    const own = toSen(exactNet(ownTotal, parts))
    const won = settledAmount({ path, findings }, 'totalExcludingTax', line.totalExcludingTax, own)
    return computed.plus(won).minus(own)
  }
  const onPrice = line.taxes.filter(isOnPrice)
  const given = onPrice.flatMap(({ amount }) => amount ?? [])
  if (onPrice.length === 0 || given.length < onPrice.length) return computed
  // All of its taxes as the receipt shows them: then the net is what is left.
  const left = total.minus(parts.fixed).minus(sum(given))
  return left.minus(computed).abs().gt(tolerance) ? computed : left
}

interface Dividing {
  readonly parts: Parts
  readonly findings: Finding[]
}

/** Each by its rate; what they come to together is exactly what the price has of tax, and the first one bears the rest. */
function taxesOf({ line, path, total }: OpenLine, net: Decimal, { parts, findings }: Dividing): readonly CheckedTax[] {
  const exact = exactNet(total, parts)
  const place = (at: number) => ({ path: [...path, 'taxes', at], findings })
  const left = total.minus(parts.fixed).minus(net)
  const rounded = line.taxes.map((tax) =>
    isOnPrice(tax) ? (tax.amount ?? toSen(percentOf(exact, tax.rate ?? zero))) : zero,
  )
  const bearer = Math.max(
    line.taxes.findIndex(isOnPrice),
    line.taxes.findIndex((tax) => isOnPrice(tax) && !tax.amount),
  )
  const rest = left.minus(sum(rounded))
  return line.taxes.map((tax, at): CheckedTax => {
    if (!isOnPrice(tax)) return settledTax(tax, net, place(at))
    const share = at === bearer && !tax.amount ? (rounded[at] ?? zero).plus(rest) : percentOf(exact, tax.rate ?? zero)
    return { ...tax, taxableAmount: net, amount: taxAmount(tax, share, place(at)) }
  })
}
