import { expect, test } from 'vitest'
import { isPastRetention } from '../../shared/domain/archive-month.ts'

test.each([
  ['2019-01', '2026-12-31T15:59:59.999Z', false],
  ['2019-12', '2026-12-31T15:59:59.999Z', false],
  ['2019-01', '2026-12-31T16:00:00.000Z', true],
  ['2019-12', '2026-12-31T16:00:00.000Z', true],
  ['2020-01', '2026-12-31T16:00:00.000Z', false],
])(
  'the file of %s at %s is past the seven years of the law, counted from the end of its year: %s (AU6)',
  (month, at, isPast) => {
    expect(isPastRetention(`${month}-01234567.archive`, Date.parse(at))).toBe(isPast)
  },
)
