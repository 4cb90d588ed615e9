import { describe, expect, test } from 'vitest'
import { mostApartMs } from '../../electron/gateway/outbox/shared-clock.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { usualPatienceMs } from '../../electron/gateway/store-postgres/connect.ts'
import { graceOf, usualLeaseMs } from '../../electron/gateway/store-postgres/lease.ts'

const { timing } = readSettings([], { RESIT_AUTHORITY: 'myinvois', RESIT_MYINVOIS_ENVIRONMENT: 'production' })
const { requestTimeoutMs, quarantineMs, resendWindowMs } = timing
/** Two clocks, each as far off the server's as it may be, one ahead and one behind. */
const skewMs = 2 * mostApartMs
/** For so long the authority knows the same document again (myinvois 3). */
const duplicatesMs = 2 * 3_600_000

describe('with the times that several processes over one database are given', () => {
  test('what was claimed has arrived, or never will, before a look-up of another that finds nothing counts', () => {
    // It leaves up to the deadline of its claim, and its exchange with the authority may last as long again.
    const latestArrivalMs = 2 * requestTimeoutMs
    const soonestTakenOverMs = usualLeaseMs + graceOf(usualLeaseMs)
    expect(latestArrivalMs + skewMs).toBeLessThan(soonestTakenOverMs + quarantineMs)
    // By far: a message can be under way for longer than whoever sent it waits.
    expect(latestArrivalMs + skewMs).toBeLessThan(quarantineMs / 2)
  })

  test('what goes again arrives while the authority still knows the first', () => {
    expect(resendWindowMs + requestTimeoutMs + skewMs).toBeLessThan(duplicatesMs)
  })

  test('a process counts on its lease no longer than the others wait, and longer than one answer of the server takes', () => {
    expect(graceOf(usualLeaseMs)).toBeGreaterThan(0)
    expect(usualPatienceMs).toBeLessThan(usualLeaseMs)
  })
})
