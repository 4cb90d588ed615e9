import { type Decimal, decimalOf, expectedValue, one, sum, zero } from './decimal.ts'
import { type Finding, finding } from './finding.ts'
import type { BillCharge, Line, PreTaxLine, Sale, SettledAdjustment, Tax } from './sale.ts'
import { apportion, computeLineTaxes, computePreTaxLine, settleAdjustments, sumAdjustments } from './settle-line.ts'
import { settleTotals, type Totals } from './settle-totals.ts'

/** The id of each line: its own, or its place, or the next free number. */
function lineIds(lines: readonly Line[], count: number): readonly string[] {
  if (lines.every(({ lineId }) => lineId === undefined)) return Array.from({ length: count }, (_, at) => String(at + 1))
  const taken = new Set(lines.flatMap(({ lineId }) => lineId ?? []))
  let last = 0
  return Array.from({ length: count }, (_, at) => {
    const own = lines[at]?.lineId
    if (own !== undefined) return own
    last = Math.max(last, at)
    do last += 1
    while (taken.has(String(last)))
    return String(last)
  })
}

export function checkLineIds(lines: readonly Line[], findings: Finding[]): void {
  if (lines.every(({ lineId }) => lineId === undefined)) return
  const seen = new Set<string>()
  lines.forEach(({ lineId }, at) => {
    if (lineId === undefined) return
    if (seen.has(lineId)) findings.push(finding(['lines', at, 'lineId'], 'line_id_repeated'))
    seen.add(lineId)
  })
}

/** The class of a line made from a charge of the bill: “others” (contract 5). */
const classOfCharges = '022'
const unitOfCharges = 'C62'

/**
 * Spreads the bill's discounts and charges over the lines, before tax. A discount's rate is taken of the sum of the
 * lines, a charge's of what the discounts leave.
 */
function withBill(sale: Sale, lines: readonly PreTaxLine[], findings: Finding[]): readonly PreTaxLine[] {
  const { discounts = [], charges = [] } = sale
  if (discounts.length === 0 && charges.length === 0) return lines
  const own = lines.map(signedTotal)
  const ofLines = sum(own)
  const taken = settleAdjustments(discounts, ofLines, { path: ['discounts'], findings })
  const left = ofLines.minus(sumAdjustments(taken))
  if (ofLines.gt(zero) && left.lt(zero)) findings.push(finding(['discounts'], 'becomes_negative', expectedValue(left)))
  const added = settleAdjustments(charges, left, { path: ['charges'], findings })
  const places = (name: string) => ({ name, own, findings })
  const discounted = taken.reduce(
    (all, each, at) => spreadOver(all, { ...each, isCharge: false, at }, places('discounts')),
    lines,
  )
  const bearing = added.reduce(
    (all, each, at) => (charges[at]?.taxes ? all : spreadOver(all, { ...each, isCharge: true, at }, places('charges'))),
    discounted,
  )
  const ownLines = added.flatMap((each, at) => {
    const charge = charges[at]
    return charge?.taxes ? [lineOfCharge({ ...charge, taxes: charge.taxes }, each.amount, { sale, at, findings })] : []
  })
  return [...bearing, ...ownLines]
}

const signedTotal = ({ ownTotal, isReturned }: PreTaxLine): Decimal => (isReturned ? ownTotal.neg() : ownTotal)
const signedLeft = ({ total, isReturned }: PreTaxLine): Decimal => (isReturned ? total.neg() : total)

interface Spread extends SettledAdjustment {
  readonly isCharge: boolean
  readonly at: number
}

interface Over {
  readonly name: string
  readonly own: readonly Decimal[]
  readonly findings: Finding[]
}

function spreadOver(lines: readonly PreTaxLine[], each: Spread, { name, own, findings }: Over): readonly PreTaxLine[] {
  const { amount, isCharge, at } = each
  if (amount.eq(zero)) return lines
  // A negative sum would turn a discount into a charge.
  if (!sum(own).gt(zero)) {
    findings.push(finding([name, at], 'nothing_to_spread'))
    return lines
  }
  const borne = bear(lines, each, apportion(amount, own))
  if (isCharge || borne.every(({ total }) => !total.lt(zero))) return borne
  // An earlier discount may have used up a line.
  const left = lines.map(signedLeft)
  return sum(left).lt(amount) ? borne : bear(lines, each, apportion(amount, left))
}

const bear = (
  lines: readonly PreTaxLine[],
  { reason, isCharge }: Spread,
  shares: readonly Decimal[],
): readonly PreTaxLine[] =>
  lines.map((line, index) => {
    const share = shares[index]
    if (!share || share.eq(zero)) return line
    const amount = line.isReturned ? share.neg() : share
    const part = { amount, ...(reason !== undefined && { reason }) }
    return isCharge
      ? { ...line, charges: [...line.charges, part], total: line.total.plus(amount) }
      : { ...line, discounts: [...line.discounts, part], total: line.total.minus(amount) }
  })

/** All lines of a sale to the general public have the same class (myinvois 6.6). */
const classOf = ({ lines }: Sale): string => {
  const [first] = lines[0]?.classificationCodes ?? []
  return first === '004' ? first : classOfCharges
}

function lineOfCharge(
  { reason = 'Charge', taxes }: BillCharge & { readonly taxes: readonly Tax[] },
  amount: Decimal,
  { sale, at, findings }: { readonly sale: Sale; readonly at: number; readonly findings: Finding[] },
): PreTaxLine {
  const line: Line = {
    description: reason,
    classificationCodes: [classOf(sale)],
    // A price is never negative, so a negative amount gets a negative quantity.
    quantity: amount.lt(zero) ? one.neg() : one,
    unitCode: unitOfCharges,
    unitPrice: amount.abs(),
    taxes,
  }
  const place = { path: ['charges', at], pricesIncludeTax: sale.pricesIncludeTax ?? false }
  return computePreTaxLine(line, place, findings)
}

/**
 * Computes a document's amounts (contract 5, myinvois 6.3). A given amount wins within one sen of the computed one,
 * because it is on the customer's receipt. Given totals must be exact, except for rounding the tax over the document.
 * @returns the amounts; differences are added to `findings`
 */
export function settleAmounts(sale: Sale, findings: Finding[]) {
  const pricesIncludeTax = sale.pricesIncludeTax ?? false
  const own = sale.lines.map((line, at) => computePreTaxLine(line, { path: ['lines', at], pricesIncludeTax }, findings))
  const open = withBill(sale, own, findings)
  const ids = lineIds(sale.lines, open.length)
  const soldLines = open.map((line, at) =>
    computeLineTaxes(line, { lineId: ids[at] ?? '', pricesIncludeTax }, findings),
  )
  return { soldLines, ...settleTotals(sale, soldLines, findings) }
}

interface LimitRules {
  readonly consolidationLimit: string | null
  readonly consolidation?: { readonly isLimitBeforeTax: boolean }
}

/** The exchange rate; 1 for ringgit. */
export const ringgitRate = ({ currencyCode = 'MYR', exchangeRate = one }: Sale): Decimal =>
  currencyCode === 'MYR' ? one : exchangeRate

/** The amount that is compared with the limit for one receipt. */
export function worthForLimit(sale: Sale, totals: Totals, { consolidation }: LimitRules): Decimal {
  const counted = consolidation?.isLimitBeforeTax ? totals.totalExcludingTax : totals.totalIncludingTax
  return counted.times(ringgitRate(sale))
}

/**
 * Checks a receipt and its notes together.
 * @param kept the receipt and its notes; null for unreadable ones @returns the limit if they exceed it
 */
export function findExceededReceiptLimit(
  rules: LimitRules,
  kept: readonly { readonly isBack: boolean; readonly sale: Sale | null }[],
): string | null {
  const limit = rules.consolidationLimit
  const worths = kept.flatMap(({ isBack, sale }) =>
    sale ? worthForLimit(sale, settleAmounts(sale, []).totals, rules).times(isBack ? -1 : 1) : [],
  )
  return limit !== null && sum(worths).gt(decimalOf(limit)) ? limit : null
}

/**
 * In ringgit; null is 0. A person who may not cancel pays out more only with a supervisor's PIN. Tills have no such
 * limit.
 */
export interface RefundLimits {
  /** Of sales that are kept here: for all refunds of a sale together. */
  readonly ofKept: string | null
  /** Of all others: there is nothing that the amount can be compared with. */
  readonly ofOthers: string | null
}

/** In another currency every refund is over a limit: its maker chooses the rate. */
export const isOverRefundLimit = (refunds: readonly { totalPayable: string; currencyCode: string }[], limit: string) =>
  refunds.some(({ currencyCode }) => currencyCode !== 'MYR') ||
  sum(refunds.map(({ totalPayable }) => decimalOf(totalPayable))).gt(decimalOf(limit))
