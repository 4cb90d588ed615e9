import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { issueTimeFor, saidTimeOf } from '../../electron/gateway/outbox/issue-time.ts'
import { hourMs, noon } from '../support/records.ts'

const oldestMs = 72 * hourMs
const marginMs = 15 * 60_000
const issued = fc.integer({ min: noon - 200 * hourMs, max: noon + hourMs })

describe('the issue time of a document', () => {
  test.prop([issued])(
    'is in whole seconds, never after it is sent and never older than the authority takes',
    (issuedAt) => {
      const at = issueTimeFor(issuedAt, noon, oldestMs)
      expect(at % 1000).toBe(0)
      expect(at).toBeLessThanOrEqual(noon)
      expect(at).toBeGreaterThan(noon - oldestMs)
    },
  )

  test.prop([issued])('is when the sale was made, as long as that will do', (issuedAt) => {
    fc.pre(issuedAt >= noon - oldestMs + marginMs && issuedAt <= noon - 5000)
    expect(issueTimeFor(issuedAt, noon, oldestMs)).toBe(Math.floor(issuedAt / 1000) * 1000)
  })

  test.each([
    ['just sold: five seconds before it is sent', noon, noon - 5000],
    ['in the future of the till’s clock: the same', noon + 240_000, noon - 5000],
    ['older than the authority takes: when it is sent', noon - oldestMs - 1, noon],
    ['so old that it could be too old on its way: the same', noon - oldestMs + marginMs - 1, noon],
  ])('%s', (_, issuedAt, expected) => {
    expect(issueTimeFor(issuedAt, noon, oldestMs)).toBe(expected)
  })
})

test('every correction has another issue time, never a later one', () => {
  const times = [1, 2, 3].map((revision) => saidTimeOf({ issuedAt: noon, revision }))
  expect(times).toEqual([noon, noon - 1000, noon - 2000])
})
