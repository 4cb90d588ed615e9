import { type Day, dayOf } from './calendar.ts'
import type { Instant } from './record.ts'

const dayMs = 86_400_000
const stepMs = 60_000

/** @param count of days, also below zero */
export const dayAfter = (day: Day, count: number): Day =>
  // All but the time: after the year 9999 a day is longer than ten characters.
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, -14)

/** Every day of a month. @param month YYYY-MM */
export function daysOf(month: string): readonly Day[] {
  const first = `${month}-01`
  const days: Day[] = []
  for (let day = first; day.startsWith(month); day = dayAfter(day, 1)) days.push(day)
  return days
}

/** When a day begins in a time zone, to the minute: no zone is further from UTC than fifteen hours. */
export function startOf(day: Day, timeZone: string): Instant {
  const noon = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [noon - 15 * 3_600_000, noon + 15 * 3_600_000]
  while (after - before > stepMs) {
    const middle = before + Math.floor((after - before) / 2 / stepMs) * stepMs
    if (dayOf(middle, timeZone) < day) before = middle
    else after = middle
  }
  return after
}

/** To make one takes longer than to use it a hundred times. */
const hourFormats = new Map<string, Intl.DateTimeFormat>()

function hourFormatOf(timeZone: string): Intl.DateTimeFormat {
  let format = hourFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
    hourFormats.set(timeZone, format)
  }
  return format
}

/** The hour that an instant falls into on the clock of a time zone, 0 to 23. */
export const hourOf = (instant: Instant, timeZone: string): number => Number(hourFormatOf(timeZone).format(instant))
