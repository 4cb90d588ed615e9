import type { Amounts, Sen, Share, TaxShare } from '../domain/consolidation-amounts.ts'
import { settleAmounts } from './arithmetic.ts'
import { type Decimal, decimalOf, sum, zero } from './decimal.ts'
import type { CheckedLine, CheckedTax, Sale } from './sale.ts'
import { spread } from './settle-line.ts'
import type { TaxDifference } from './settle-totals.ts'

/** What a kept sale comes to, for adding up: as it was settled when it was accepted. */
export function receiptAmounts(sale: Sale): Amounts {
  // What the till gave was checked then.
  const { lines, differences } = settleAmounts(sale, [])
  const shares = new Map<string, Share>()
  for (const line of lines) {
    const isReturned = line.quantity.lt(zero)
    const sort = sortOf(line)
    const key = `${isReturned} ${sort}`
    const known = shares.get(key)
    const taxes = line.taxes.map((tax, at) => taxShare(tax, known?.taxes[at]))
    const excludingTax = (known?.excludingTax ?? 0n) + toSen(line.totalExcludingTax)
    shares.set(key, { sort, ...(isReturned && { isReturned }), excludingTax, taxes })
  }
  return {
    shares: differences.reduce<readonly Share[]>(
      (all, difference) => withDifference(all, difference, sale.pricesIncludeTax ?? false),
      [...shares.values()],
    ),
    discount: toSen(sale.discountAmount),
    charge: toSen(sale.chargeAmount),
    rounding: toSen(sale.roundingAmount),
  }
}

/** What rounding over the document changed is borne by what was sold under that tax; of prices with tax the net has less. */
function withDifference(
  shares: readonly Share[],
  { taxType, rate, amount }: TaxDifference,
  pricesIncludeTax: boolean,
): readonly Share[] {
  const placeIn = ({ taxes }: Share) => taxes.findIndex((tax) => tax.taxType === taxType && tax.rate === rate.toFixed())
  const weights = shares.map((share) => decimalOf(String(share.taxes[placeIn(share)]?.amount ?? 0n)))
  const first = shares.findIndex((share) => placeIn(share) >= 0)
  const parts = sum(weights).eq(zero) ? weights.map((_, at) => (at === first ? amount : zero)) : spread(amount, weights)
  return shares.map((share, index) => {
    const part = toSen(parts[index])
    const place = placeIn(share)
    const taxes = share.taxes.map((tax, at) => (at === place ? { ...tax, amount: tax.amount + part } : tax))
    return { ...share, excludingTax: share.excludingTax - (pricesIncludeTax ? part : 0n), taxes }
  })
}

/** Everything about its taxes but how much. */
const sortOf = ({ taxes }: CheckedLine): string =>
  JSON.stringify(
    taxes.map(({ taxType, rate, perUnitAmount, unitCode, exemptionReason }) => [
      taxType,
      rate?.toFixed(),
      perUnitAmount?.toFixed(),
      unitCode,
      exemptionReason,
    ]),
  )

function taxShare(tax: CheckedTax, known: TaxShare | undefined): TaxShare {
  return {
    taxType: tax.taxType,
    rate: tax.rate?.toFixed() ?? null,
    perUnitAmount: tax.perUnitAmount?.toFixed() ?? null,
    unitCode: tax.unitCode ?? null,
    exemptionReason: tax.exemptionReason ?? null,
    quantity: (known?.quantity ?? 0n) + BigInt((tax.quantity?.times(100_000) ?? zero).toFixed(0)),
    taxable: (known?.taxable ?? 0n) + toSen(tax.taxableAmount),
    amount: (known?.amount ?? 0n) + toSen(tax.amount),
  }
}

const toSen = (amount: Decimal | undefined): Sen => BigInt(amount?.times(100).toFixed(0) ?? 0)
