import { describe, expect, test } from 'vitest'
import { hasAlertEnded, isQuietAt, shouldTellStart } from '../../shared/domain/alert-telling.ts'
import { hourMs, noon } from '../support/records.ts'

const zone = 'Asia/Kuala_Lumpur'
/** `noon` is 12:00 there. */
const at = (hours: number) => noon + hours * hourMs

describe('quiet hours', () => {
  const night = '22:00-07:00'
  test.each([
    [at(9), false],
    [at(10), true],
    [at(18), true],
    [at(19), false],
  ])('go over midnight: %s', (instant, isQuiet) => expect(isQuietAt(night, instant, zone)).toBe(isQuiet))

  test('may be in the day, and none or equal times are none', () => {
    expect(isQuietAt('11:00-12:01', noon, zone)).toBe(true)
    expect(isQuietAt('11:00-12:00', noon, zone)).toBe(false)
    expect(isQuietAt('12:00-12:00', noon, zone)).toBe(false)
    expect(isQuietAt('', noon, zone)).toBe(false)
  })
})

describe('the beginning of an alert', () => {
  const loud = { at: noon, isQuiet: false }
  const quiet = { at: noon, isQuiet: true }
  const paused = { code: 'sending_paused', since: noon } as const

  test('is told once while it stands, however long', () => {
    expect(shouldTellStart(paused, null, loud)).toBe(true)
    expect(shouldTellStart(paused, { toldAt: at(-1), endedAt: null }, loud)).toBe(false)
    expect(shouldTellStart(paused, { toldAt: at(-100), endedAt: null }, loud)).toBe(false)
  })

  test('is told again only a day after it was last told', () => {
    expect(shouldTellStart(paused, { toldAt: at(-23), endedAt: at(-22) }, loud)).toBe(false)
    expect(shouldTellStart(paused, { toldAt: at(-24), endedAt: at(-22) }, loud)).toBe(true)
    // A wrong clock was ahead.
    expect(shouldTellStart(paused, { toldAt: at(48), endedAt: at(49) }, loud)).toBe(true)
  })

  test('waits for the end of the quiet hours, unless it is urgent', () => {
    expect(shouldTellStart(paused, null, quiet)).toBe(false)
    expect(shouldTellStart({ ...paused, code: 'clock_wrong' }, null, quiet)).toBe(false)
    for (const code of ['storage_full', 'disk_low', 'window_closing', 'wrong_pins'] as const)
      expect(shouldTellStart({ ...paused, code }, null, quiet)).toBe(true)
  })

  test('is not told of a slow moment', () => {
    expect(shouldTellStart({ code: 'store_slow', since: noon - 60_000 }, null, loud)).toBe(false)
    expect(shouldTellStart({ code: 'store_slow', since: noon - 300_000 }, null, loud)).toBe(true)
  })
})

test('an alert has ended a minute after it was last seen; after a start only when every alert had time to be raised', () => {
  expect(hasAlertEnded(noon - 59_000, noon, hourMs)).toBe(false)
  expect(hasAlertEnded(noon - 60_000, noon, hourMs)).toBe(true)
  expect(hasAlertEnded(undefined, noon, 19 * 60_000)).toBe(false)
  expect(hasAlertEnded(undefined, noon, 20 * 60_000)).toBe(true)
})
