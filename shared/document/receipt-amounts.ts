import type { Big } from 'big.js'
import type { Amounts, Sen, Share, TaxShare } from '../domain/consolidation-amounts.ts'
import type { CheckedLine, CheckedTax } from './arithmetic.ts'
import { settleAmounts } from './arithmetic.ts'
import type { Sale } from './sale.ts'

/** What a kept sale comes to, for adding up: as it was settled when it was accepted. */
export function receiptAmounts(sale: Sale): Amounts {
  // What the till gave was checked then.
  const { lines } = settleAmounts(sale, [])
  const shares = new Map<string, Share>()
  for (const line of lines) {
    const sort = sortOf(line)
    const known = shares.get(sort)
    const taxes = line.taxes.map((tax, at) => taxShare(tax, known?.taxes[at]))
    shares.set(sort, { sort, excludingTax: (known?.excludingTax ?? 0n) + toSen(line.totalExcludingTax), taxes })
  }
  return {
    shares: [...shares.values()],
    discount: toSen(sale.discountAmount),
    charge: toSen(sale.chargeAmount),
    rounding: toSen(sale.roundingAmount),
  }
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
    amount: (known?.amount ?? 0n) + toSen(tax.amount),
  }
}

const zero = { toFixed: () => '0' }

const toSen = (amount: Big | undefined): Sen => BigInt(amount?.times(100).toFixed(0) ?? 0)
