import { describe, expect, test } from 'vitest'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { maxClockSkewMs } from '../../electron/gateway/store-postgres/sender.ts'

const { timing } = readSettings([], { RESIT_AUTHORITY: 'myinvois', RESIT_MYINVOIS_ENVIRONMENT: 'production' })
const { requestTimeoutMs, quarantineMs, resendWindowMs } = timing
/** Two clocks, each as far off the server's as it may be, one ahead and one behind. */
const skewMs = 2 * maxClockSkewMs
/** For so long the authority knows the same document again (myinvois 3). */
const duplicatesMs = 2 * 3_600_000

describe('with the times that several processes over one database are given', () => {
  test('what was claimed has arrived, or never will, before a look-up of another that finds nothing counts', () => {
    // It leaves up to the deadline of its claim, and its exchange with the authority may last as long again.
    const latestArrivalMs = 2 * requestTimeoutMs
    // By far: a message can be under way for longer than its sender waits.
    expect(latestArrivalMs + skewMs).toBeLessThan(quarantineMs / 2)
  })

  test('what goes again arrives while the authority still knows the first', () => {
    expect(resendWindowMs + requestTimeoutMs + skewMs).toBeLessThan(duplicatesMs)
  })
})
