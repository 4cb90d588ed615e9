import { type Decimal, decimalOf, sum } from './decimal.ts'

/** The code of cash in the list of payment methods. */
export const cashCode = '01'

const coinsPerRinggit = 20
const leastCoin = decimalOf('0.05')
const halfUp = 1

/** Malaysia has no coin below five sen: 1, 2, 6 and 7 go down, 3, 4, 8 and 9 go up. */
export const cashRoundingOf = (amount: Decimal): Decimal =>
  amount.times(coinsPerRinggit).round(0, halfUp).times(leastCoin).minus(amount)

interface Paid {
  readonly method: string
  readonly amount: Decimal
}

export const leftInCash = (total: Decimal, payments: readonly Paid[]): Decimal =>
  total.minus(sum(payments.flatMap(({ method, amount }) => (method === cashCode ? [] : [amount]))))
