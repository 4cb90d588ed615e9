import {
  type AmountContext,
  amountTolerance,
  type Decimal,
  decimalOf,
  expectedValue,
  percentOf,
  roundToSen,
  settleAmount,
  sum,
  zero,
} from './decimal.ts'
import { type Finding, finding } from './finding.ts'
import {
  type Adjustment,
  type CheckedLine,
  type CheckedTax,
  isCharged,
  type Line,
  type PreTaxLine,
  type SettledAdjustment,
  type Tax,
} from './sale.ts'

/** @param net the line's amount without tax */
function settledTax(tax: Tax, net: Decimal, place: AmountContext): CheckedTax {
  const taxableAmount = tax.taxableAmount ?? net
  // `checkTaxes` reports what is missing.
  const isOpen = tax.perUnitAmount ? !tax.quantity : !tax.rate
  const isStated = isOpen || (tax.taxType === 'E' && !isOfRate(tax))
  const amount = isStated ? (tax.amount ?? zero) : taxAmount(tax, taxOn(tax, taxableAmount), place)
  return { ...tax, taxableAmount, amount }
}

/** @param exact the tax before rounding */
const taxAmount = (tax: Tax, exact: Decimal, place: AmountContext): Decimal =>
  settleAmount(place, 'amount', tax.amount, exact)

/** An exempted tax may be stated, or be zero (myinvois 6.2, 13). */
const isOfRate = ({ amount, rate }: Tax): boolean => !!rate?.gt(zero) && !!amount?.gt(zero)

function taxOn({ perUnitAmount, quantity, rate }: Tax, base: Decimal): Decimal {
  if (perUnitAmount) return perUnitAmount.times(quantity ?? zero)
  return rate ? percentOf(base, rate) : zero
}

type OfLine = Pick<
  Line,
  'discountAmount' | 'discountReason' | 'chargeAmount' | 'chargeReason' | 'discounts' | 'charges'
>

const none: readonly never[] = []

const discountsOf = ({ discountAmount, discountReason, discounts }: OfLine): readonly Adjustment[] =>
  discounts ?? one(discountAmount, discountReason)

const chargesOf = ({ chargeAmount, chargeReason, charges }: OfLine): readonly Adjustment[] =>
  charges ?? one(chargeAmount, chargeReason)

const one = (amount: Decimal | undefined, reason: string | undefined): readonly Adjustment[] =>
  amount ? [{ amount, ...(reason !== undefined && { reason }) }] : none

/** @param base the amount that a rate is taken of */
export const settleAdjustments = (
  given: readonly Adjustment[],
  base: Decimal,
  { path, findings }: AmountContext,
): readonly SettledAdjustment[] =>
  given.length === 0
    ? none
    : given.map((each, at) => {
        const amount = each.rate
          ? settleAmount({ path: [...path, at], findings }, 'amount', each.amount, percentOf(base, each.rate))
          : each.amount
        if (!amount) findings.push(finding([...path, at, 'amount'], 'required'))
        return { ...each, amount: amount ?? base.minus(base) }
      })

export const sumAdjustments = (adjustments: readonly SettledAdjustment[]): Decimal =>
  sum(adjustments.map(({ amount }) => amount))

/**
 * Divides an amount in proportion to the weights, to the sen and without remainder. Sen that are left by rounding go to
 * the parts that lost most. @param weights with a sum above zero
 */
export function apportion(amount: Decimal, weights: readonly Decimal[]): readonly Decimal[] {
  const whole = sum(weights)
  const exact = weights.map((weight) => amount.times(100).times(weight).div(whole))
  const shares = exact.map(floor)
  const left = Number(amount.times(100).minus(sum(shares)).toFixed(0))
  const byLoss = exact
    .map((share, at) => ({ at, loss: share.minus(shares[at] ?? share) }))
    .toSorted((two, other) => other.loss.cmp(two.loss) || two.at - other.at)
  const raised = new Set(byLoss.slice(0, left).map(({ at }) => at))
  return shares.map((share, at) => roundToSen((raised.has(at) ? share.plus(1) : share).div(100)))
}

/** Rounds down, also negative values. */
function floor(value: Decimal): Decimal {
  const towardsZero = value.round(0, 0)
  return towardsZero.gt(value) ? towardsZero.minus(1) : towardsZero
}

const hundred = decimalOf(100)
const pricePlaces = 5
const halfUp = 1

/**
 * Takes the tax out of prices that include it (contract 5). Fixed taxes come off first; the rest is divided by the sum
 * of the rates. The net is rounded, and the tax is what is left, so that the customer's amount stays.
 */
function withoutTax(open: PreTaxLine, lineId: string, findings: Finding[]): CheckedLine {
  const { line } = open
  const parts = partsOf(line)
  const net = netOf(open, parts, findings)
  if (net.lt(zero)) findings.push(finding([...open.path, 'unitPrice'], 'becomes_negative', expectedValue(net)))
  const taxes = taxesOf(open, net, { parts, findings })
  const lessTax = (each: SettledAdjustment) => ({ ...each, amount: roundToSen(each.amount.times(parts.share)) })
  const [discounts, charges] = [open.discounts.map(lessTax), open.charges.map(lessTax)]
  // The subtotal takes the rounding, so that the line has exactly its net.
  const subtotal = net.plus(sumAdjustments(discounts)).minus(sumAdjustments(charges))
  const unitPrice = line.unitPrice.times(parts.share).round(pricePlaces, halfUp)
  const priced = deriveUnitPrice({ unitPrice, quantity: line.quantity.abs() }, subtotal)
  return { ...line, lineId, ...priced, discounts, charges, totalExcludingTax: net, taxes }
}

/** @param unitPrice used if the line has no quantity */
export const deriveUnitPrice = (
  { unitPrice, quantity }: Pick<CheckedLine, 'unitPrice' | 'quantity'>,
  subtotal: Decimal,
) => ({
  subtotal,
  unitPrice: quantity.eq(zero) ? unitPrice : subtotal.div(quantity).round(pricePlaces, halfUp),
})

type Parts = ReturnType<typeof partsOf>

const isOnPrice = (tax: Tax): boolean =>
  isCharged(tax) && !tax.perUnitAmount && !tax.taxableAmount && !!tax.rate?.gt(zero)

function partsOf({ taxes }: Line) {
  const nowhere = { path: [], findings: [] }
  const others = taxes.filter((tax) => isCharged(tax) && !isOnPrice(tax))
  const rates = sum(taxes.filter(isOnPrice).map(({ rate = zero }) => rate))
  return {
    fixed: sum(others.map((tax) => settledTax(tax, zero, nowhere).amount)),
    rates,
    // A fraction of 1.
    share: hundred.div(hundred.plus(rates)),
  }
}

const exactNet = (gross: Decimal, { fixed, rates }: Parts): Decimal =>
  gross.minus(fixed).times(hundred).div(hundred.plus(rates))

/** The till's own net does not contain the bill's discounts, so they are subtracted. */
function netOf({ line, path, ownTotal, total }: PreTaxLine, parts: Parts, findings: Finding[]): Decimal {
  const computed = roundToSen(exactNet(total, parts))
  if (line.totalExcludingTax) {
    const own = roundToSen(exactNet(ownTotal, parts))
    const won = settleAmount({ path, findings }, 'totalExcludingTax', line.totalExcludingTax, own)
    return computed.plus(won).minus(own)
  }
  const onPrice = line.taxes.filter(isOnPrice)
  const given = onPrice.flatMap(({ amount }) => amount ?? [])
  if (onPrice.length === 0 || given.length < onPrice.length) return computed
  // If all taxes are given, the net is what they leave.
  const left = total.minus(parts.fixed).minus(sum(given))
  return left.minus(computed).abs().gt(amountTolerance) ? computed : left
}

/** Together the taxes are exactly the tax in the price, so the first one takes the remainder. */
function taxesOf(
  { line, path, total }: PreTaxLine,
  net: Decimal,
  { parts, findings }: { readonly parts: Parts; readonly findings: Finding[] },
): readonly CheckedTax[] {
  const exact = exactNet(total, parts)
  const place = (at: number) => ({ path: [...path, 'taxes', at], findings })
  const left = total.minus(parts.fixed).minus(net)
  const rounded = line.taxes.map((tax) =>
    isOnPrice(tax) ? (tax.amount ?? roundToSen(percentOf(exact, tax.rate ?? zero))) : zero,
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

export function computePreTaxLine(
  line: Line,
  { path, pricesIncludeTax }: { readonly path: Finding['path']; readonly pricesIncludeTax: boolean },
  findings: Finding[],
): PreTaxLine {
  const isReturned = line.quantity.lt(zero)
  const quantity = isReturned ? line.quantity.abs() : line.quantity
  const place = { path, findings }
  const subtotal = settleAmount(place, 'subtotal', line.subtotal, quantity.times(line.unitPrice))
  const at = (name: string) => ({ path: [...path, name], findings })
  const [given, added] = [discountsOf(line), chargesOf(line)]
  // Most lines have neither. This saves half of the time.
  const isPlain = given.length === 0 && added.length === 0
  const discounts = isPlain ? none : settleAdjustments(given, subtotal, at('discounts'))
  const charges = isPlain ? none : settleAdjustments(added, subtotal, at('charges'))
  const computed = isPlain ? subtotal : subtotal.minus(sumAdjustments(discounts)).plus(sumAdjustments(charges))
  if (!isPlain && computed.lt(zero)) {
    const blamed = line.discounts ? 'discounts' : 'discountAmount'
    findings.push(finding([...path, blamed], 'becomes_negative', expectedValue(computed)))
  }
  // If prices include tax, the net is not known yet.
  const total = pricesIncludeTax
    ? roundToSen(computed)
    : settleAmount(place, 'totalExcludingTax', line.totalExcludingTax, computed)
  return { line, path, isReturned, subtotal, discounts, charges, ownTotal: total, total }
}

export function computeLineTaxes(
  open: PreTaxLine,
  { lineId, pricesIncludeTax }: { readonly lineId: string; readonly pricesIncludeTax: boolean },
  findings: Finding[],
): CheckedLine {
  const closed = pricesIncludeTax ? withoutTax(open, lineId, findings) : withTax(open, lineId, findings)
  return open.isReturned ? mirrored(closed) : closed
}

function withTax(open: PreTaxLine, lineId: string, findings: Finding[]): CheckedLine {
  const { line, path, subtotal, discounts, charges, total } = open
  const taxes = line.taxes.map((tax, at) => settledTax(tax, total, { path: [...path, 'taxes', at], findings }))
  return { ...line, lineId, subtotal, discounts, charges, totalExcludingTax: total, taxes }
}

const mirrored = (line: CheckedLine): CheckedLine => ({
  ...line,
  subtotal: line.subtotal.neg(),
  discounts: line.discounts.map(turned),
  charges: line.charges.map(turned),
  totalExcludingTax: line.totalExcludingTax.neg(),
  taxes: line.taxes.map(turnedTax),
})

const turned = (each: SettledAdjustment): SettledAdjustment => ({ ...each, amount: each.amount.neg() })

const turnedTax = (tax: CheckedTax): CheckedTax => ({
  ...tax,
  ...(tax.quantity && { quantity: tax.quantity.neg() }),
  taxableAmount: tax.taxableAmount.neg(),
  amount: tax.amount.neg(),
})
