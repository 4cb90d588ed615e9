import type { Amounts, Sen, TaxGroup, TaxShare } from '../domain/consolidation-amounts.ts'
import { settleAmounts } from './arithmetic.ts'
import { type Decimal, zero } from './decimal.ts'
import type { CheckedLine, CheckedTax, Sale } from './sale.ts'

/** The amounts as they were when the receipt was accepted. */
export function receiptAmounts(sale: Sale): Amounts {
  const { lines } = settleAmounts(sale, [])
  const shares = new Map<string, TaxGroup>()
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
    shares: [...shares.values()],
    discount: toSen(sale.discountAmount),
    charge: toSen(sale.chargeAmount),
    rounding: toSen(sale.roundingAmount),
  }
}

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
