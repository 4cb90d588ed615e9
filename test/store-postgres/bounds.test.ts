import { describe, expect, test } from 'vitest'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { maxClockSkewMs } from '../../electron/gateway/store-postgres/sender.ts'

const { timing } = readSettings([], { RESIT_AUTHORITY: 'myinvois', RESIT_MYINVOIS_ENVIRONMENT: 'production' })
const { requestTimeoutMs, quarantineMs, resendWindowMs } = timing
/** Two clocks, one ahead and one behind, each as much as is allowed. */
const skewMs = 2 * maxClockSkewMs
/** The authority recognises a duplicate for this time (myinvois 3). */
const duplicatesMs = 2 * 3_600_000

describe('with the times that several processes over one database are given', () => {
  test('what was claimed has arrived, or never will, before a look-up of another that finds nothing counts', () => {
    // The first byte leaves before the deadline of the claim, and the exchange may take as long again.
    const latestArrivalMs = 2 * requestTimeoutMs
    // Far below it: a message can be on its way for longer than its sender waits.
    expect(latestArrivalMs + skewMs).toBeLessThan(quarantineMs / 2)
  })

  test('what goes again arrives while the authority still knows the first', () => {
    expect(resendWindowMs + requestTimeoutMs + skewMs).toBeLessThan(duplicatesMs)
  })
})
