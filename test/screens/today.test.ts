import { expect, test } from 'vitest'
import { today } from '../../renderer/parts/today.ts'

test.each([
  ['2026-10-31T15:59:59Z', '2026-10-31'],
  ['2026-10-31T16:00:00Z', '2026-11-01'],
])('at %s it is %s at the shop, wherever the computer believes to be', (instant, day) => {
  expect(today(Date.parse(instant))).toBe(day)
})
