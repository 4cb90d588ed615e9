import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Day, dayOf, shopDayOf } from '../../shared/domain/calendar.ts'
import { timeZoneOnScreen } from '../gateway/this-till.ts'
import { localeOf, useLanguage } from '../words/language.ts'

export interface MomentShown {
  readonly withDay?: boolean
  readonly withSeconds?: boolean
}

/**
 * Writes an instant in a time zone. No other function does, so no time is in the zone of the browser.
 * @param instant RFC 3339, or milliseconds
 */
export const momentText = (
  instant: string | number,
  { locale, timeZone }: { readonly locale: string; readonly timeZone: string },
  { withDay = false, withSeconds = true }: MomentShown = {},
): string =>
  new Date(instant).toLocaleString(locale, {
    ...(withDay && { year: 'numeric', month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { second: '2-digit' }),
    hour12: false,
    timeZone,
  })

/** @returns the time of day for a sentence, with the day if it is not today */
export function useClockText(): (instant: number) => string {
  const locale = localeOf(useLanguage())
  return (instant) =>
    momentText(
      instant,
      { locale, timeZone: timeZoneOnScreen() },
      { withDay: Math.abs(Date.now() - instant) > 12 * 3_600_000, withSeconds: false },
    )
}

/** Today's date in the company's time zone, YYYY-MM-DD. */
export const today = (company?: string): Day => dayOf(Date.now(), timeZoneOnScreen(company))

/** The same, but until five in the morning the day before. */
export const shopDay = (company: string, instant = Date.now()): Day => shopDayOf(instant, timeZoneOnScreen(company))

export type SaleTimes = Pick<WireRecord, 'ISSUED_AT' | 'SUBMITTED_AT' | 'COMPANY_CODE'>

/** The day on which a sale reached Resit; null if that is the day of the sale, as it nearly always is. */
export function lateArrivalDayOf(
  { ISSUED_AT, SUBMITTED_AT, COMPANY_CODE }: SaleTimes,
  timeZone = timeZoneOnScreen(COMPANY_CODE),
): Day | null {
  const came = dayOf(Date.parse(SUBMITTED_AT), timeZone)
  return came === dayOf(Date.parse(ISSUED_AT), timeZone) ? null : came
}
