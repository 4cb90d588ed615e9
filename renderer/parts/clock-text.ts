import { localeOf, useLanguage } from '../words/language.ts'

/** @returns the time of day within a sentence, with the day where it is not today's */
export function useClockText(): (instant: number) => string {
  const language = useLanguage()
  return (instant) =>
    new Date(instant).toLocaleString(localeOf(language), {
      ...(Math.abs(Date.now() - instant) > 12 * 3_600_000 && { day: '2-digit', month: 'short' }),
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
}
