import { type AlertCode, alertRowOf } from './alert.ts'
import type { EpochMs } from './record.ts'

const minuteMs = 60_000
/** A cause is told at most once in this time. */
const dayMs = 24 * 60 * minuteMs
/** A slow moment is no news. */
const slowMs = 5 * minuteMs
const goneMs = minuteMs
/** After a start, or after the machine slept, some alerts are raised only a quarter of an hour later. */
const unseenMs = 20 * minuteMs

/** @param hours like `22:00-07:00`; empty for none */
export function isQuietAt(hours: string, at: EpochMs, timeZone: string): boolean {
  const [from = '', to = ''] = hours.split('-')
  const now = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  return from <= to ? from <= now && now < to : from <= now || now < to
}

/** Whether the beginning of the alert is told now. @param was null if its cause was never told */
export function shouldTellStart(
  { code, since }: { readonly code: AlertCode; readonly since: EpochMs },
  was: { readonly toldAt: EpochMs; readonly endedAt: EpochMs | null } | null,
  { at, isQuiet }: { readonly at: EpochMs; readonly isQuiet: boolean },
): boolean {
  const { isUrgent = false, check } = alertRowOf(code)
  if ((isQuiet && !isUrgent) || (check === 'speed' && at - since < slowMs)) return false
  return was === null || (was.endedAt !== null && Math.abs(at - was.toldAt) >= dayMs)
}

/** Whether an alert that does not stand has ended. @param seenAt when this process last saw it stand */
export const hasAlertEnded = (seenAt: EpochMs | undefined, at: EpochMs, awakeMs: number): boolean =>
  seenAt === undefined || seenAt < at - awakeMs ? awakeMs >= unseenMs : at - seenAt >= goneMs
