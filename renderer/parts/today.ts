import { dayOf } from '../../shared/domain/calendar.ts'

/** The gateway counts the days of shops in Malaysia; the computer may be set to another place. */
const timeZone = 'Asia/Kuala_Lumpur'

/** The day at the shop, YYYY-MM-DD. @param now milliseconds since 1970 */
export const today = (now = Date.now()): string => dayOf(now, timeZone)

/** @param day YYYY-MM-DD */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
