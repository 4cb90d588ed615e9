/** Hundredths of the currency: whole numbers, so that sums are exact to the sen. */
export type Sen = bigint

/** One tax as receipts of one sort bear it; amounts and quantities add up, the rest is the same for all of them. */
export interface TaxShare {
  readonly taxType: string
  /** Percent, as a decimal; null for a tax per unit. */
  readonly rate: string | null
  readonly perUnitAmount: string | null
  readonly unitCode: string | null
  readonly exemptionReason: string | null
  /** Of a tax per unit, in hundred-thousandths. */
  readonly quantity: bigint
  /** What it is on: less than what was sold where a part is exempt. */
  readonly taxable: Sen
  readonly amount: Sen
}

/** What was sold under the very same taxes: different sorts never share a line (myinvois 6.2). */
export interface Share {
  readonly sort: string
  /** Of lines that take back: all of it is nothing or below. Apart from what was sold, so that neither hides the other. */
  readonly isReturned?: true
  readonly excludingTax: Sen
  readonly taxes: readonly TaxShare[]
}

/** What a receipt comes to, for adding up. What was paid before is no part of it (myinvois 6.3). */
export interface Amounts {
  readonly shares: readonly Share[]
  /** Of the whole receipt, not of its lines. */
  readonly discount: Sen
  readonly charge: Sen
  readonly rounding: Sen
}

export const nothing: Amounts = { shares: [], discount: 0n, charge: 0n, rounding: 0n }

/** @param sign -1 takes the other away: a refund of what is not consolidated yet */
export function combined(one: Amounts, other: Amounts, sign: 1n | -1n = 1n): Amounts {
  const shares = new Map(one.shares.map((share) => [keyOf(share), share]))
  for (const share of other.shares) shares.set(keyOf(share), combinedShare(shares.get(keyOf(share)), share, sign))
  return {
    shares: [...shares.values()],
    discount: one.discount + sign * other.discount,
    charge: one.charge + sign * other.charge,
    rounding: one.rounding + sign * other.rounding,
  }
}

const keyOf = ({ sort, isReturned }: Share) => `${isReturned ? 'returned' : 'sold'} ${sort}`

function combinedShare(one: Share | undefined, other: Share, sign: bigint): Share {
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

export function sumOf({ shares, discount, charge, rounding }: Amounts) {
  const ofLines = shares.reduce((sum, share) => sum + share.excludingTax, 0n)
  const tax = shares.reduce((sum, { taxes }) => sum + chargedIn(taxes), 0n)
  const excludingTax = ofLines - discount + charge
  const includingTax = excludingTax + tax
  return { excludingTax, tax, includingTax, payable: includingTax + rounding }
}

/** What is exempted is shown and not paid (myinvois 13). */
const chargedIn = (taxes: readonly TaxShare[]): Sen =>
  taxes.reduce((sum, { taxType, amount }) => (taxType === 'E' ? sum : sum + amount), 0n)

/**
 * Nothing was given back that was not there: what was sold is not below nothing, what was taken back not above. Coins do not
 * count: a bill that was rounded down in cash is given back to a card as it was.
 */
export function isWhole(amounts: Amounts): boolean {
  const { excludingTax, includingTax } = sumOf(amounts)
  return (
    excludingTax >= 0n &&
    includingTax >= 0n &&
    amounts.discount >= 0n &&
    amounts.charge >= 0n &&
    amounts.shares.every(isWholeShare)
  )
}

/**
 * Without the sen that are left of what was given back piece by piece, since each piece is rounded by itself.
 * @param most one sen for each line given back
 */
export const withoutRests = (amounts: Amounts, most: Sen): Amounts => ({
  ...amounts,
  shares: amounts.shares.filter((share) => !isRest(share, most)),
})

function isRest(share: Share, most: Sen): boolean {
  const { excludingTax, taxes } = share
  const sums = [excludingTax, ...taxes.flatMap(({ taxable, amount }) => [taxable, amount])]
  const isTiny = sums.every((each) => -most <= each && each <= most) && taxes.every(({ quantity }) => quantity === 0n)
  return isTiny && (excludingTax === 0n || !isWholeShare(share))
}

function isWholeShare({ isReturned, excludingTax, taxes }: Share): boolean {
  const figures = [excludingTax, ...taxes.flatMap(({ amount, quantity, taxable }) => [amount, quantity, taxable])]
  return figures.every((each) => (isReturned ? each <= 0n : each >= 0n))
}

/** What was taken back taken off what was sold under the same taxes; apart where there is less of that. */
export function netted(shares: readonly Share[]): readonly Share[] {
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
