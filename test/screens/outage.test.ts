import { expect, test } from 'vitest'
import type { Health, Queue } from '../../renderer/gateway/health.ts'
import { outageOf } from '../../renderer/parts/outage.ts'

const at = '2026-11-20T06:30:00.000Z'
const minutesBefore = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString()
const healthWith = (alerts: readonly object[], unanswered_since: string | null = null) =>
  ({ at, alerts, unanswered_since }) as unknown as Health
const queueWith = (block_reasons: readonly object[], lanes: readonly object[] = []) =>
  ({ block_reasons, lanes, unsent: 0, in_doubt: 0 }) as unknown as Queue
const unreachable = (minutes: number) => ({ unreachable: true, since: minutesBefore(minutes) })

test('a blockReason is an outage from its first moment, and has lasted after ten minutes', () => {
  const seen = (minutes: number) => outageOf(healthWith([]), queueWith([unreachable(minutes)]))
  expect(seen(0)).toEqual({ since: Date.parse(at), hasLasted: false, nextAt: null, isTrying: false, isIdle: false })
  expect(seen(9)?.hasLasted).toBe(false)
  expect(seen(10)?.hasLasted).toBe(true)
})

test('it began with the first company that met it', () => {
  const queue = queueWith([unreachable(2), unreachable(5)])
  expect(outageOf(healthWith([]), queue)?.since).toBe(Date.parse(minutesBefore(5)))
})

test('what keeps documents back for another reason is no outage', () => {
  expect(outageOf(healthWith([]), queueWith([{ unreachable: false, since: at }]))).toBeNull()
})

test('what the watch noticed has lasted', () => {
  const silent = { code: 'authority_silent', since: minutesBefore(1) }
  expect(outageOf(healthWith([silent]), queueWith([]))?.hasLasted).toBe(true)
})

test('a request without an answer begins an outage, even if nothing waits to be sent', () => {
  expect(outageOf(healthWith([], minutesBefore(3)), queueWith([]))?.since).toBe(Date.parse(minutesBefore(3)))
  expect(outageOf(healthWith([]), queueWith([]))).toBeNull()
})

test('an outage is idle if nothing waits to be sent, and nothing else says that MyInvois is away', () => {
  const silent = { code: 'authority_silent', since: at }
  const waiting = { ...queueWith([]), unsent: 1 }
  const seen = (alerts: readonly object[], queue: Queue) => outageOf(healthWith(alerts, at), queue)?.isIdle
  expect([seen([], queueWith([])), seen([], waiting), seen([silent], queueWith([]))]).toEqual([true, false, false])
})

test('while what waits is being sent no next try is told, and the bar says that it is being tried', () => {
  const lanes = [{ work: 'settle', next_at: minutesBefore(-1) }]
  expect(outageOf(healthWith([], at), queueWith([], lanes))).toMatchObject({ nextAt: null, isTrying: true })
})

test('the next try is the first of all companies, and there is none while a person paused the sending', () => {
  const lane = (work: string, minutes: number) => ({ work, next_at: minutesBefore(-minutes) })
  const lanes = [lane('send', 9), lane('send', 4), lane('poll', 1)]
  const seen = (alerts: readonly object[]) => outageOf(healthWith(alerts, at), queueWith([], lanes))?.nextAt
  expect(seen([])).toBe(Date.parse(minutesBefore(-4)))
  expect(seen([{ code: 'sending_paused', since: at }])).toBeNull()
})
