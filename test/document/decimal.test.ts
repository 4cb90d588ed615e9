import { fc, test } from '@fast-check/vitest'
import { Big } from 'big.js'
import { describe, expect } from 'vitest'
import { decimalOf } from '../../shared/document/decimal.ts'
import { isInFull } from '../support/in-full.ts'

/** The methods of both classes. */
interface Exact<Self> {
  plus(other: Self): Self
  minus(other: Self): Self
  times(other: Self): Self
  div(other: Self): Self
  neg(): Self
  abs(): Self
  round(places: number, mode: 0 | 1): Self
  cmp(other: Self): number
  eq(other: Self): boolean
  gt(other: Self): boolean
  lt(other: Self): boolean
  toFixed(places?: number): string
}

const operations = ['plus', 'minus', 'times', 'div', 'neg', 'abs', 'toSen', 'cut'] as const

function done<Number extends Exact<Number>>(
  operation: (typeof operations)[number],
  one: Number,
  other: Number,
): Number {
  switch (operation) {
    case 'plus':
    case 'minus':
    case 'times':
      return one[operation](other)
    case 'div':
      return other.eq(other.minus(other)) ? one : one.div(other)
    case 'neg':
    case 'abs':
      return one[operation]()
    case 'toSen':
      return one.round(2, 1)
    case 'cut':
      return one.round(0, 0)
  }
}

/** big.js has two zeros and calls one of them less. Here both count as equal. */
const saidOf = <Number extends Exact<Number>>(one: Number, other: Number) => ({
  written: [one.toFixed(), one.toFixed(2), one.toFixed(0)],
  compared: [one.eq(other), one.gt(other), one.lt(other), Math.sign(one.cmp(other)) + 0],
})

const sign = fc.constantFrom('', '-')
const asTillsWrite = fc
  .tuple(sign, fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 99_999 }))
  .map(([minus, whole, places]) => `${minus}${whole}.${places}`)
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 18 })
const ofAnyLength = fc.tuple(sign, digits, digits).map(([minus, whole, places]) => `${minus}${whole}.${places}`)
const atTheEdge = fc.constantFrom(
  '0',
  '-0',
  '0.00',
  '1',
  '-1',
  '0.005',
  '-0.005',
  '0.0049',
  '9007199254740991',
  '1e3',
  '1e-9',
)
const figure = fc.oneof(asTillsWrite, asTillsWrite, ofAnyLength, atTheEdge)
const steps = fc.array(fc.tuple(fc.constantFrom(...operations), figure), { minLength: 1, maxLength: 6 })

describe('a decimal', () => {
  test.prop([figure, steps], { numRuns: isInFull ? 2_000 : 500 })(
    'is what big.js makes of it, whatever is done to it',
    (start, course) => {
      let [own, big] = [decimalOf(start), new Big(start)]
      for (const [operation, text] of course) {
        const [other, otherBig] = [decimalOf(text), new Big(text)]
        own = done(operation, own, other)
        big = done(operation, big, otherBig)
        expect(saidOf(own, other)).toEqual(saidOf(big, otherBig))
      }
    },
  )

  test.prop([asTillsWrite, asTillsWrite])('has one form, however it came about', (one, other) => {
    const [first, second] = [decimalOf(one), decimalOf(other)]
    expect(first.plus(second).minus(second)).toEqual(first)
    expect(decimalOf(`${one}000`)).toEqual(first)
  })
})
