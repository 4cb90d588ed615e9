import { z } from 'zod'
import { type Decimal, decimalOf } from './decimal.ts'
import { toLimitParams } from './fields.ts'
import type { FindingCode } from './finding.ts'

/**
 * A JSON number with more digits than a float can hold, as it was written. It is a function, because no JSON value is
 * one: only decimals accept it, and all other schemas refuse it.
 */
export interface LongNumber {
  (): string
  /** Writes the number as a text, so that no digit is lost. */
  readonly toJSON: () => string
}

export function longNumber(text: string): LongNumber {
  const written = () => text
  // zod would compare the length of a function as if it were a list.
  Object.defineProperty(written, 'length', { value: undefined })
  return Object.assign(written, { toJSON: written })
}

export const isLongNumber = (value: unknown): value is LongNumber => typeof value === 'function'

/** 1, 1.0 and "1" are the same (contract 5). */
export function isSameAmount(one: unknown, other: unknown): boolean {
  const [left, right] = [one, other].map((each) => (isLongNumber(each) ? each() : each))
  return isWritten(left) && isWritten(right) && decimalOf(left).eq(decimalOf(right))
}

const isWritten = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

interface Bounds {
  readonly least?: string
  readonly most?: string
  readonly isPositive?: boolean
  /** The most characters, without needless zeros. */
  readonly mostWritten?: number
}

/** Longer texts are not parsed. */
const mostCharacters = 64

const form = /^-?\d{1,13}(?:\.(\d+))?$/

const longDecimal = z.custom<LongNumber>(isLongNumber)
longDecimal._zod.toJSONSchema = () => ({})

/**
 * A JSON number or a text, never read as a float. The authority's own arithmetic is exact up to thirteen digits before
 * the point.
 */
export function decimalSchema(places: number, bounds: Bounds = {}) {
  const seen = new Map<number | string, Decimal>()
  return z
    .union([z.number(), z.string(), longDecimal], { error: 'not_an_amount' satisfies FindingCode })
    .transform((written, context): Decimal => {
      const given = isLongNumber(written) ? written() : written
      const isShort = typeof given === 'number' || given.length <= longestRemembered
      const known = isShort ? seen.get(given) : undefined
      if (known) return known
      const fault = faultOf(String(given), places, bounds)
      if (fault === null) return isShort ? remember(seen, given) : decimalOf(given)
      context.addIssue({ code: 'custom', message: fault, input: given, ...toLimitParams(mostCharacters) })
      return z.NEVER
    })
    .meta({ description: describe(places), decimalPlaces: places })
}

const describe = (places: number) =>
  `A decimal as text, with at most ${places} places, in at most ${mostCharacters} characters. A JSON number is taken too, and read digit by digit, never as a binary float.`

/** Prices, quantities and rates repeat all day, so each is parsed only once. */
const mostRemembered = 4096
const longestRemembered = 32

function remember(seen: Map<number | string, Decimal>, given: number | string): Decimal {
  if (seen.size >= mostRemembered) seen.clear()
  const value = decimalOf(given)
  seen.set(given, value)
  return value
}

function faultOf(
  given: string,
  places: number,
  { least = '0', most, isPositive, mostWritten }: Bounds,
): FindingCode | null {
  if (given.length > mostCharacters) return 'too_long'
  const parts = form.exec(given)
  if (!parts) return 'not_an_amount'
  if (placesIn(parts[1] ?? '') > places) return 'too_many_places'
  if (mostWritten !== undefined && decimalOf(given).toFixed().length > mostWritten) return 'too_many_places'
  // The usual bounds need no arithmetic.
  if (least === '0' && most === undefined && !isPositive)
    return given.startsWith('-') && !isZero(given) ? 'negative' : null
  const value = decimalOf(given)
  if (value.lt(decimalOf(least))) return least === '0' ? 'negative' : 'out_of_range'
  if ((most !== undefined && value.gt(decimalOf(most))) || (isPositive && value.eq(0))) return 'out_of_range'
  return null
}

/** Counts without /0+$/, which would take quadratic time. */
function placesIn(decimals: string): number {
  let length = decimals.length
  while (length > 0 && decimals[length - 1] === '0') length -= 1
  return length
}

const isZero = (given: string) => /^-?[0.]+$/.test(given)

/** Money in any currency: two places (contract 5). */
export const amountSchema = decimalSchema(2).meta({ id: 'Amount' })
export const unitPriceSchema = decimalSchema(5).meta({ id: 'UnitPrice' })
export const quantitySchema = decimalSchema(5).meta({ id: 'Quantity' })
export const percentSchema = decimalSchema(6, { most: '1000' }).meta({ id: 'Percent' })
/** At most 15 characters: the authority counts the point too (myinvois 13). */
export const exchangeRateSchema = decimalSchema(14, { isPositive: true, mostWritten: 15 }).meta({
  id: 'ExchangeRate',
  description: 'A decimal as text, of at most 15 characters, zeros behind it not counted. A JSON number is taken too',
})
/** Negative for a returned line. */
export const lineQuantitySchema = decimalSchema(5, { least: '-9999999999999.99999' }).meta({
  id: 'LineQuantity',
  description:
    'A decimal as text, with at most 5 places; a JSON number is taken too. Below nothing in a line that takes back: all ' +
    'other amounts of that line are written as if it were sold',
})
export const roundingAmountSchema = decimalSchema(2, { least: '-0.99', most: '0.99' }).meta({ id: 'RoundingAmount' })
