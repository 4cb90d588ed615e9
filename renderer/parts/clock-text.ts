import { timeZoneOf } from '../gateway/time-zone.ts'
import { localeOf, useLanguage } from '../words/language.ts'
import { momentText } from './moment-text.ts'

/** @returns the time of day within a sentence, with the day where it is not today's */
export function useClockText(): (instant: number) => string {
  const locale = localeOf(useLanguage())
  return (instant) =>
    momentText(
      instant,
      { locale, timeZone: timeZoneOf() },
      { withDay: Math.abs(Date.now() - instant) > 12 * 3_600_000, withSeconds: false },
    )
}
