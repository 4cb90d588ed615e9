/** Hundredths of the currency, as whole numbers. */
export type Sen = bigint

/** A tax of a share. Amounts and quantities are sums; type and rate are the same for all its receipts. */
export interface TaxShare {
  readonly taxType: string
  /** As a decimal; null for a tax per unit. */
  readonly rate: string | null
  readonly perUnitAmount: string | null
  readonly unitCode: string | null
  readonly exemptionReason: string | null
  /** The number of units of a tax per unit, in hundred-thousandths. */
  readonly quantity: bigint
  /** Less than the sales if a part is exempt. */
  readonly taxable: Sen
  readonly amount: Sen
}

/** The sum of sales with the same taxes. Sales with different taxes never share a line (myinvois 6.2). */
export interface TaxGroup {
  readonly sort: string
  /** Sums of returned lines, zero or negative. They are kept apart so that sales and returns do not hide each other. */
  readonly isReturned?: true
  readonly excludingTax: Sen
  readonly taxes: readonly TaxShare[]
}

/** The amounts of a receipt, without prepayments (myinvois 6.3). */
export interface Amounts {
  readonly shares: readonly TaxGroup[]
  /** Discounts of the whole receipt, without those of its lines. */
  readonly discount: Sen
  readonly charge: Sen
  readonly rounding: Sen
}

export const zeroAmounts: Amounts = { shares: [], discount: 0n, charge: 0n, rounding: 0n }

/** @param sign -1 subtracts the other, such as a refund */
export function addAmounts(one: Amounts, other: Amounts, sign: 1n | -1n = 1n): Amounts {
  const shares = new Map(one.shares.map((share) => [keyOf(share), share]))
  for (const share of other.shares) shares.set(keyOf(share), combinedShare(shares.get(keyOf(share)), share, sign))
  return {
    shares: [...shares.values()],
    discount: one.discount + sign * other.discount,
    charge: one.charge + sign * other.charge,
    rounding: one.rounding + sign * other.rounding,
  }
}

const keyOf = ({ sort, isReturned }: TaxGroup) => `${isReturned ? 'returned' : 'sold'} ${sort}`

function combinedShare(one: TaxGroup | undefined, other: TaxGroup, sign: bigint): TaxGroup {
  return {
    sort: other.sort,
    ...(other.isReturned && { isReturned: true }),
    excludingTax: (one?.excludingTax ?? 0n) + sign * other.excludingTax,
    taxes: other.taxes.map((tax, at) => ({
      ...tax,
      quantity: (one?.taxes[at]?.quantity ?? 0n) + sign * tax.quantity,
      taxable: (one?.taxes[at]?.taxable ?? 0n) + sign * tax.taxable,
      amount: (one?.taxes[at]?.amount ?? 0n) + sign * tax.amount,
    })),
  }
}

export function addUp({ shares, discount, charge, rounding }: Amounts) {
  const ofLines = shares.reduce((sum, share) => sum + share.excludingTax, 0n)
  const tax = shares.reduce((sum, { taxes }) => sum + chargedIn(taxes), 0n)
  const excludingTax = ofLines - discount + charge
  const includingTax = excludingTax + tax
  return { excludingTax, tax, includingTax, payable: includingTax + rounding }
}

/** Exempted taxes are not paid (myinvois 13). */
const chargedIn = (taxes: readonly TaxShare[]): Sen =>
  taxes.reduce((sum, { taxType, amount }) => (taxType === 'E' ? sum : sum + amount), 0n)

/** Whether no more was returned than was sold. Cash rounding does not count. */
export function hasNoExcessReturns(amounts: Amounts): boolean {
  const { excludingTax, includingTax } = addUp(amounts)
  return (
    excludingTax >= 0n &&
    includingTax >= 0n &&
    amounts.discount >= 0n &&
    amounts.charge >= 0n &&
    amounts.shares.every(isWholeShare)
  )
}

/**
 * Removes the sen that remain because each returned piece was rounded by itself.
 * @param most one sen for each returned line
 */
export const dropReturnRoundingResidue = (amounts: Amounts, most: Sen): Amounts => ({
  ...amounts,
  shares: amounts.shares.filter((share) => !isRest(share, most)),
})

function isRest(share: TaxGroup, most: Sen): boolean {
  const { excludingTax, taxes } = share
  const sums = [excludingTax, ...taxes.flatMap(({ taxable, amount }) => [taxable, amount])]
  const isTiny = sums.every((each) => -most <= each && each <= most) && taxes.every(({ quantity }) => quantity === 0n)
  return isTiny && (excludingTax === 0n || !isWholeShare(share))
}

function isWholeShare({ isReturned, excludingTax, taxes }: TaxGroup): boolean {
  const figures = [excludingTax, ...taxes.flatMap(({ amount, quantity, taxable }) => [amount, quantity, taxable])]
  return figures.every((each) => (isReturned ? each <= 0n : each >= 0n))
}

/** Subtracts returns from sales with the same taxes. If there are fewer sales than returns, both stay. */
export function netReturnsBySameTaxes(shares: readonly TaxGroup[]): readonly TaxGroup[] {
  const sold = new Map(shares.filter(({ isReturned }) => !isReturned).map((share) => [share.sort, share]))
  const returned = shares.filter((share) => {
    if (!share.isReturned) return false
    const { isReturned: _, ...less } = share
    const net = combinedShare(sold.get(share.sort), less, 1n)
    const isNet = isWholeShare(net)
    if (isNet) sold.set(share.sort, net)
    return !isNet
  })
  return [...sold.values(), ...returned]
}
