import { expect, test } from 'vitest'
import type { Health, Queue } from '../../renderer/gateway/health.ts'
import { outageOf } from '../../renderer/parts/outage.ts'

const at = '2026-11-20T06:30:00.000Z'
const minutesBefore = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString()
const healthWith = (alerts: readonly object[]) => ({ at, alerts }) as unknown as Health
const queueWith = (block_reasons: readonly object[]) => ({ block_reasons }) as unknown as Queue
const unreachable = (minutes: number) => ({ unreachable: true, since: minutesBefore(minutes) })

test('a blockReason is an outage from its first moment, and has lasted after ten minutes', () => {
  const seen = (minutes: number) => outageOf(healthWith([]), queueWith([unreachable(minutes)]))
  expect(seen(0)).toEqual({ since: Date.parse(at), hasLasted: false })
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

test('a send whose answer never came is an outage, until something is heard of MyInvois again', () => {
  const doubt = { code: 'in_doubt', since: minutesBefore(3) }
  const heard = (minutes: number | null) => ({
    ...healthWith([doubt]),
    last_contact_at: minutes === null ? null : minutesBefore(minutes),
  })
  expect(outageOf(heard(4), queueWith([]))?.since).toBe(Date.parse(minutesBefore(3)))
  expect(outageOf(heard(1), queueWith([]))).toBeNull()
  // After a restart the authority was not asked yet.
  expect(outageOf(heard(null), queueWith([]))).toBeNull()
})
