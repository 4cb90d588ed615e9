import type { Timing } from '../../electron/gateway/outbox/timing.ts'

/** Of an outbox whose steps a test takes by hand: nothing has to be waited for. */
export const impatient: Timing = {
  pollIntervalMs: 0,
  requestTimeoutMs: 20_000,
  retryBaseMs: 1,
  watchIntervalMs: 60_000,
  quarantineMs: 0,
  lookUpIntervalMs: 0,
  resendWindowMs: 6_000_000,
}
