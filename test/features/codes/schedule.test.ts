import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Codes } from '../../../electron/gateway/features/codes/codes.ts'
import { CodesSchedule } from '../../../electron/gateway/features/codes/refresh.ts'
import { systemClock } from '../../../electron/gateway/platform/system.ts'
import { type CodeListData, codeListIds } from '../../../shared/document/codes.ts'

const hourMs = 3_600_000
/** 03:30 in Kuala Lumpur. */
const halfPastThree = Date.UTC(2026, 11, 20, 19, 30)

/** Lists refreshed at this instant. */
const listsOf = (refreshedAt: number): Codes => {
  const bundled = new Codes()
  return new Codes(codeListIds.map((list): CodeListData => ({ ...bundled.list(list), refreshedAt })))
}

/** In whole seconds. */
let asked: number[]
let schedule: CodesSchedule

function begin(isNightly: boolean, { fraction = 0, refreshedAt = halfPastThree - 2 * hourMs } = {}): void {
  schedule = new CodesSchedule({
    codes: listsOf(refreshedAt),
    isNightly,
    isInCharge: () => true,
    clock: systemClock,
    randomness: { guid: () => '', secret: () => '', fraction: () => fraction },
    log: pino({ enabled: false }),
    refresher: {
      refresh: async () => {
        asked.push(Math.floor(Date.now() / 1_000) * 1_000)
        return []
      },
      stop: async () => undefined,
    },
  })
  schedule.start()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: halfPastThree - hourMs })
  asked = []
})
afterEach(async () => {
  await schedule.stop()
  vi.useRealTimers()
})

test('the lists are refreshed at half past three in Malaysia, every day', () => {
  begin(true)
  vi.advanceTimersByTime(hourMs - 1)
  expect(asked).toEqual([])
  vi.advanceTimersByTime(48 * hourMs)
  expect(asked).toEqual([halfPastThree, halfPastThree + 24 * hourMs])
})

test('chance spreads the shops over half an hour', () => {
  begin(true, { fraction: 0.5 })
  vi.advanceTimersByTime(2 * hourMs)
  expect(asked).toEqual([halfPastThree + 15 * 60_000])
})

test('a run that the computer slept through is made up for soon after the start, once', () => {
  begin(true, { fraction: 0.5, refreshedAt: halfPastThree - 40 * hourMs })
  vi.advanceTimersByTime(hourMs / 2)
  expect(asked).toEqual([halfPastThree - hourMs + 2.5 * 60_000])
})

test('lists that are current are left alone at the start', () => {
  begin(true)
  vi.advanceTimersByTime(hourMs / 2)
  expect(asked).toEqual([])
})

test('switched off it does nothing by itself', () => {
  begin(false, { refreshedAt: 0 })
  vi.advanceTimersByTime(72 * hourMs)
  expect(asked).toEqual([])
})

test('stopped it does nothing any more', async () => {
  begin(true, { fraction: 0.5 })
  vi.advanceTimersByTime(hourMs)
  await schedule.stop()
  vi.advanceTimersByTime(72 * hourMs)
  expect(asked).toEqual([])
})
