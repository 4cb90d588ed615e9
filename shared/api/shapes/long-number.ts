import { Big } from 'big.js'

/**
 * A JSON number of more digits than a binary float keeps: gives it as it was written. It is a function because nothing
 * in JSON is one: to every schema of a text, a list or an object it is of the wrong type, as a number is, and only
 * decimals take it. An object would pass for one with nothing in it.
 */
export interface LongNumber {
  (): string
  /** A decimal string, which says the same in every amount and loses no digit. */
  readonly toJSON: () => string
}

export function longNumber(text: string): LongNumber {
  const written = () => text
  // Where a value has a length, zod looks whether it is long enough for a list, although it is none.
  Object.defineProperty(written, 'length', { value: undefined })
  return Object.assign(written, { toJSON: written })
}

export const isLongNumber = (value: unknown): value is LongNumber => typeof value === 'function'

/** By value: how a number is spelled says nothing (contract 5). */
export const isSameNumber = (one: LongNumber, other: LongNumber): boolean =>
  one() === other() || new Big(one()).eq(other())
