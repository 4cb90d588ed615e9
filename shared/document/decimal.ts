import { Big } from 'big.js'
import { type Finding, finding } from './finding.ts'

const powers: readonly number[] = Array.from({ length: 16 }, (_, places) => 10 ** places)

const halfUp = 1

/** A number of so many digits is a safe integer. */
const mostShort = 15
const shortForm = /^-?\d+(?:\.\d+)?$/

/**
 * An exact decimal: a whole number and its number of places. Usual amounts are safe integers and are computed directly.
 * big.js computes larger ones, and divisions. Compare with `eq`: a large number may have either form.
 */
export class Decimal {
  /** Not divisible by ten unless places is 0; NaN if big.js holds the value. */
  private readonly units: number
  private readonly places: number
  private readonly large: Big | null

  /** Only for this file; use `decimalOf`. */
  constructor(units: number, places: number, large: Big | null) {
    this.units = units
    this.places = places
    this.large = large
  }

  plus(given: Decimal | number): Decimal {
    const other = asDecimal(given)
    return this.sum(other, 1) ?? ofBig(this.big().plus(other.big()))
  }

  minus(given: Decimal | number): Decimal {
    const other = asDecimal(given)
    return this.sum(other, -1) ?? ofBig(this.big().minus(other.big()))
  }

  times(given: Decimal | number): Decimal {
    const other = asDecimal(given)
    const units = this.units * other.units
    return Number.isSafeInteger(units) ? short(units, this.places + other.places) : ofBig(this.big().times(other.big()))
  }

  /** Divides, to twenty places. @throws Error for a division by zero */
  div(given: Decimal | number): Decimal {
    return ofBig(this.big().div(asDecimal(given).big()))
  }

  neg(): Decimal {
    // `-this.units` could be -0.
    return this.large ? ofBig(this.large.neg()) : new Decimal(0 - this.units, this.places, null)
  }

  abs(): Decimal {
    return this.isBelowNothing() ? this.neg() : this
  }

  /** @returns negative, 0 or positive */
  cmp(given: Decimal | number): number {
    const other = asDecimal(given)
    const places = Math.max(this.places, other.places)
    const [own, others] = [this.unitsAt(places), other.unitsAt(places)]
    const isExact = Number.isSafeInteger(own) && Number.isSafeInteger(others)
    return isExact ? own - others : this.big().cmp(other.big())
  }

  eq(given: Decimal | number): boolean {
    return this.cmp(given) === 0
  }

  gt(given: Decimal | number): boolean {
    return this.cmp(given) > 0
  }

  lt(given: Decimal | number): boolean {
    return this.cmp(given) < 0
  }

  lte(given: Decimal | number): boolean {
    return this.cmp(given) <= 0
  }

  /** @param mode 1: half away from zero; 0: towards zero */
  round(places: number, mode: 0 | 1): Decimal {
    if (!this.large && this.places <= places) return this
    const unit = powers[this.places - places]
    if (this.large || unit === undefined) return ofBig(this.big().round(places, mode))
    const rest = this.units % unit
    const isRaised = mode === halfUp && Math.abs(rest) * 2 >= unit
    return short((this.units - rest) / unit + (isRaised ? Math.sign(this.units) : 0), places)
  }

  /** @param places rounds half up and fills with zeros; absent for all places */
  toFixed(places?: number): string {
    const { units, places: written, large } = places === undefined ? this : this.round(places, halfUp)
    if (large) return large.toFixed(places)
    const digits = String(Math.abs(units)).padStart(written + 1, '0')
    const end = digits.length - written
    const shown = places ?? written
    const text = shown === 0 ? digits.slice(0, end) : `${digits.slice(0, end)}.${digits.slice(end).padEnd(shown, '0')}`
    return this.isBelowNothing() ? `-${text}` : text
  }

  toJSON(): string {
    return this.toFixed()
  }

  toString(): string {
    return this.toFixed()
  }

  /** Adds; null if the result is no safe integer. */
  private sum(other: Decimal, sign: 1 | -1): Decimal | null {
    const places = Math.max(this.places, other.places)
    const [own, added] = [this.unitsAt(places), other.unitsAt(places)]
    const units = own + sign * added
    const isExact = Number.isSafeInteger(own) && Number.isSafeInteger(added) && Number.isSafeInteger(units)
    return isExact ? short(units, places) : null
  }

  private isBelowNothing(): boolean {
    return this.large ? this.large.lt(0) : this.units < 0
  }

  private unitsAt(places: number): number {
    return this.units * (powers[places - this.places] ?? Number.NaN)
  }

  private big(): Big {
    return this.large ?? new Big(this.toFixed())
  }
}

/** @throws Error if it is no number */
export function decimalOf(given: number | string): Decimal {
  const text = String(given)
  if (text.length > mostShort || !shortForm.test(text)) return ofBig(new Big(given))
  const point = text.indexOf('.')
  if (point < 0) return short(Number(text), 0)
  return short(Number(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1)
}

const asDecimal = (given: Decimal | number): Decimal => (typeof given === 'number' ? decimalOf(given) : given)

function short(units: number, places: number): Decimal {
  let [least, left] = [units, places]
  while (left > 0 && least % 10 === 0) {
    least /= 10
    left -= 1
  }
  // `+ 0` turns -0 into 0.
  return new Decimal(least + 0, left, null)
}

function ofBig(big: Big): Decimal {
  const text = big.toFixed()
  return text.length <= mostShort ? decimalOf(text) : new Decimal(Number.NaN, 0, big)
}

export const zero = decimalOf(0)
export const one = decimalOf(1)
const hundredth = decimalOf('0.01')
/** The allowed difference between a given amount and the computed one. */
export const tolerance = hundredth

/** Rounds to the sen. Half a sen goes away from zero, so that a return has the amount of its sale. */
export const toSen = (amount: Decimal): Decimal => amount.round(2, halfUp)

export const percentOf = (amount: Decimal, rate: Decimal): Decimal => amount.times(rate).times(hundredth)

export const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.length === 0 ? zero : amounts.reduce((total, amount) => total.plus(amount))

export const toExpected = (amount: Decimal) => ({ expected: amount.toFixed(2) })

export interface AmountContext {
  readonly path: Finding['path']
  readonly findings: Finding[]
}

/**
 * The given amount, if it is within the tolerance: it is on the customer's receipt. Otherwise the computed one.
 * @param name the field within the place: building a path for each amount would cost too much
 */
export function settledAmount(
  { path, findings }: AmountContext,
  name: string,
  given: Decimal | undefined,
  exact: Decimal,
): Decimal {
  const computed = toSen(exact)
  if (!given || given.eq(computed)) return computed
  if (given.minus(computed).abs().gt(tolerance))
    findings.push(finding([...path, name], 'amount_differs', toExpected(computed)))
  return given
}
