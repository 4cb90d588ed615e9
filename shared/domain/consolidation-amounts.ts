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
  readonly amount: Sen
}

/** What was sold under the very same taxes: different sorts never share a line (myinvois 6.2). */
export interface Share {
  readonly sort: string
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

export interface SumOfAmounts {
  readonly excludingTax: Sen
  readonly tax: Sen
  readonly includingTax: Sen
  readonly payable: Sen
}

export const nothing: Amounts = { shares: [], discount: 0n, charge: 0n, rounding: 0n }

/** @param sign -1 takes the other away: a refund of what is not consolidated yet */
export function combined(one: Amounts, other: Amounts, sign: 1n | -1n = 1n): Amounts {
  const shares = new Map(one.shares.map((share) => [share.sort, share]))
  for (const share of other.shares) shares.set(share.sort, combinedShare(shares.get(share.sort), share, sign))
  return {
    shares: [...shares.values()],
    discount: one.discount + sign * other.discount,
    charge: one.charge + sign * other.charge,
    rounding: one.rounding + sign * other.rounding,
  }
}

function combinedShare(one: Share | undefined, other: Share, sign: bigint): Share {
  return {
    sort: other.sort,
    excludingTax: (one?.excludingTax ?? 0n) + sign * other.excludingTax,
    taxes: other.taxes.map((tax, at) => ({
      ...tax,
      quantity: (one?.taxes[at]?.quantity ?? 0n) + sign * tax.quantity,
      amount: (one?.taxes[at]?.amount ?? 0n) + sign * tax.amount,
    })),
  }
}

export function sumOf({ shares, discount, charge, rounding }: Amounts): SumOfAmounts {
  const ofLines = shares.reduce((sum, share) => sum + share.excludingTax, 0n)
  const tax = shares.reduce((sum, { taxes }) => sum + taxes.reduce((part, { amount }) => part + amount, 0n), 0n)
  const excludingTax = ofLines - discount + charge
  const includingTax = excludingTax + tax
  return { excludingTax, tax, includingTax, payable: includingTax + rounding }
}

/** No part of it is below nothing: a document with a line below nothing is none. */
export function isWhole(amounts: Amounts): boolean {
  const { excludingTax, payable } = sumOf(amounts)
  return (
    excludingTax >= 0n &&
    payable >= 0n &&
    amounts.discount >= 0n &&
    amounts.charge >= 0n &&
    amounts.shares.every(
      (share) =>
        share.excludingTax >= 0n && share.taxes.every(({ amount, quantity }) => amount >= 0n && quantity >= 0n),
    )
  )
}
