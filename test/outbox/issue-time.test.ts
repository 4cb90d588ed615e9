import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { issueTimeFor } from '../../electron/gateway/outbox/build.ts'
import { hourMs, noon } from '../support/records.ts'

const oldestMs = 72 * hourMs
const nothingSaid = { sendingAt: noon, said: new Set<number>() }
const marginMs = 15 * 60_000
const issued = fc.integer({ min: noon - 200 * hourMs, max: noon + hourMs })

describe('the issue time of a document', () => {
  test.prop([issued])(
    'is in whole seconds, at least five seconds before it is sent and never older than the authority takes',
    (issuedAt) => {
      const at = issueTimeFor(issuedAt, nothingSaid)
      expect(at % 1000).toBe(0)
      expect(at).toBeLessThanOrEqual(noon - 5000)
      expect(at).toBeGreaterThan(noon - oldestMs)
    },
  )

  test.prop([issued])('is when the sale was made, as long as that will do', (issuedAt) => {
    fc.pre(issuedAt >= noon - oldestMs + marginMs && issuedAt <= noon - 5000)
    expect(issueTimeFor(issuedAt, nothingSaid)).toBe(Math.floor(issuedAt / 1000) * 1000)
  })

  test.each([
    ['just sold: five seconds before it is sent', noon, noon - 5000],
    ['in the future of the till’s clock: the same', noon + 240_000, noon - 5000],
    ['older than the authority takes: the same', noon - oldestMs - 1, noon - 5000],
    ['so old that it could be too old on its way: the same', noon - oldestMs + marginMs - 1, noon - 5000],
  ])('%s', (_, issuedAt, expected) => {
    expect(issueTimeFor(issuedAt, nothingSaid)).toBe(expected)
  })
})

describe('a correction', () => {
  const times = (...issued: readonly number[]) => {
    const said = new Set<number>()
    for (const issuedAt of issued) said.add(issueTimeFor(issuedAt, { ...nothingSaid, said }))
    return [...said]
  }

  test.each([
    ['of the same time', noon - 10_000, [noon - 10_000, noon - 11_000, noon - 12_000]],
    [
      'of a second later, as a till that stamps anew sends it',
      noon - 9_000,
      [noon - 10_000, noon - 9_000, noon - 11_000],
    ],
    ['of the future', noon + 60_000, [noon - 10_000, noon - 5_000, noon - 6_000]],
  ])('%s never says what an earlier one said', (_, again, expected) => {
    expect(times(noon - 10_000, again, again)).toEqual(expected)
  })

  test.prop([fc.array(issued, { maxLength: 20 })])('says a time of its own, whatever its sale says', (given) => {
    expect(times(...given)).toHaveLength(given.length)
  })
})
