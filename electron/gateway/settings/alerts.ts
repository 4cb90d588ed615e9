import { duration, type Environment, wholeNumber } from './values.ts'

/** From when on something is worth a person's attention. */
export interface AlertLimits {
  /** Between two looks. */
  readonly everyMs: number
  /** Age of the oldest document that could go and is not sent. */
  readonly oldestMs: number
  /** How long the authority may say nothing although there is something to ask it. */
  readonly silenceMs: number
  /** How long one step of a worker may take, or a worker leave undone what is due. */
  readonly stuckMs: number
  /** What may be left of the time for submission. */
  readonly windowMs: number
  /** So many documents in doubt. */
  readonly inDoubt: number
  readonly leastFreeBytes: number
  readonly mostWalBytes: number
  readonly eventLoopDelayMs: number
  readonly storeDelayMs: number
}

const megabyte = 1024 * 1024
const minuteMs = 60_000

/** @throws BadConfiguration */
export const readAlertLimits = (env: Environment): AlertLimits => ({
  everyMs: duration(env, 'RESIT_ALERT_EVERY_MS', 15_000, 1),
  oldestMs: duration(env, 'RESIT_ALERT_OLDEST_MS', 15 * minuteMs),
  silenceMs: duration(env, 'RESIT_ALERT_SILENCE_MS', 15 * minuteMs),
  // A step waits for its turn under our own limits, for a token and for the answer: a minute each, at worst.
  stuckMs: duration(env, 'RESIT_ALERT_STUCK_MS', 10 * minuteMs),
  windowMs: duration(env, 'RESIT_ALERT_WINDOW_MS', 12 * 60 * minuteMs),
  inDoubt: wholeNumber('RESIT_ALERT_IN_DOUBT', env['RESIT_ALERT_IN_DOUBT'], { standard: 1, least: 1, most: 1_000_000 }),
  leastFreeBytes: megabytes(env, 'RESIT_ALERT_DISK_MB', 500),
  mostWalBytes: megabytes(env, 'RESIT_ALERT_WAL_MB', 64),
  eventLoopDelayMs: duration(env, 'RESIT_ALERT_EVENT_LOOP_MS', 1_000, 1),
  storeDelayMs: duration(env, 'RESIT_ALERT_STORE_MS', 1_000, 1),
})

const megabytes = (env: Environment, name: string, standard: number): number =>
  wholeNumber(name, env[name], { standard, most: 1_000_000_000 }) * megabyte
