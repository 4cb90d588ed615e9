import { amountOf, settledAdjustments, spread } from './adjust.ts'
import type { OpenLine, SettledAdjustment } from './checked-line.ts'
import type { Decimal } from './decimal.ts'
import { figure, one, sum, zero } from './decimals.ts'
import { type Finding, finding } from './finding.ts'
import type { BillCharge, Line, Sale, Tax } from './sale.ts'
import { openLine } from './settle-line.ts'

/** The class of a line that a charge of the bill becomes: others (contract 5). */
const classOfCharges = '022'
const unitOfCharges = 'C62'

/**
 * The lines with what the whole bill is discounted and charged before tax: each amount in proportion to what the lines come
 * to. A rate of a discount is of what the lines come to, that of a charge of what the discounts leave.
 */
export function withBill(sale: Sale, lines: readonly OpenLine[], findings: Finding[]): readonly OpenLine[] {
  const { discounts = [], charges = [] } = sale
  if (discounts.length === 0 && charges.length === 0) return lines
  const own = lines.map(signedTotal)
  const ofLines = sum(own)
  const taken = settledAdjustments(discounts, ofLines, { path: ['discounts'], findings })
  const left = ofLines.minus(amountOf(taken))
  if (ofLines.gt(zero) && left.lt(zero)) findings.push(finding(['discounts'], 'becomes_negative', figure(left)))
  const added = settledAdjustments(charges, left, { path: ['charges'], findings })
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

const signedTotal = ({ ownTotal, isReturned }: OpenLine): Decimal => (isReturned ? ownTotal.neg() : ownTotal)
const signedLeft = ({ total, isReturned }: OpenLine): Decimal => (isReturned ? total.neg() : total)

interface Spread extends SettledAdjustment {
  readonly isCharge: boolean
  readonly at: number
}

interface Over {
  readonly name: string
  readonly own: readonly Decimal[]
  readonly findings: Finding[]
}

function spreadOver(lines: readonly OpenLine[], each: Spread, { name, own, findings }: Over): readonly OpenLine[] {
  const { amount, isCharge, at } = each
  if (amount.eq(zero)) return lines
  // Over less than nothing, too: what is taken back would be charged, and what is sold made cheaper.
  if (!sum(own).gt(zero)) {
    findings.push(finding([name, at], 'nothing_to_spread'))
    return lines
  }
  const borne = bear(lines, each, spread(amount, own))
  if (isCharge || borne.every(({ total }) => !total.lt(zero))) return borne
  // The odd sen of a discount before this one took what a line had left: nothing is taken from where nothing is.
  const left = lines.map(signedLeft)
  return sum(left).lt(amount) ? borne : bear(lines, each, spread(amount, left))
}

const bear = (
  lines: readonly OpenLine[],
  { reason, isCharge }: Spread,
  shares: readonly Decimal[],
): readonly OpenLine[] =>
  lines.map((line, index) => {
    const share = shares[index]
    if (!share || share.eq(zero)) return line
    const amount = line.isReturned ? share.neg() : share
    const part = { amount, ...(reason !== undefined && { reason }) }
    return isCharge
      ? { ...line, charges: [...line.charges, part], total: line.total.plus(amount) }
      : { ...line, discounts: [...line.discounts, part], total: line.total.minus(amount) }
  })

interface ChargePlace {
  readonly sale: Sale
  readonly at: number
  readonly findings: Finding[]
}

type TaxedCharge = BillCharge & { readonly taxes: readonly Tax[] }

/** What nobody in particular buys is of the one class throughout (myinvois 6.6). */
const classOf = ({ lines }: Sale): string => {
  const [first] = lines[0]?.classificationCodes ?? []
  return first === '004' ? first : classOfCharges
}

function lineOfCharge(
  { reason = 'Charge', taxes }: TaxedCharge,
  amount: Decimal,
  { sale, at, findings }: ChargePlace,
): OpenLine {
  const line: Line = {
    description: reason,
    classificationCodes: [classOf(sale)],
    // A rate of less than nothing is given back, like the lines that it is of: no price is below nothing.
    quantity: amount.lt(zero) ? one.neg() : one,
    unitCode: unitOfCharges,
    unitPrice: amount.abs(),
    taxes,
  }
  const place = { path: ['charges', at], pricesIncludeTax: sale.pricesIncludeTax ?? false }
  return openLine(line, place, findings)
}
