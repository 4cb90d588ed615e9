import type { Timing } from '../../electron/gateway/outbox/timing.ts'

/** Timing without pauses, for an outbox that a test drives step by step. */
export const impatient: Timing = {
  pollIntervalMs: 0,
  requestTimeoutMs: 20_000,
  retryBaseMs: 1,
  watchIntervalMs: 60_000,
  quarantineMs: 0,
  lookUpIntervalMs: 0,
  resendWindowMs: 6_000_000,
}
