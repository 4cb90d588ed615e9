import type { EpochMs } from './record.ts'

/** YYYY-MM-DD. */
export type Day = string

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // This locale writes dates as in ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format
}

let last: { timeZone: string; minute: number; day: Day } | undefined

/** See interface 4.3, contract 6. */
export function dayOf(instant: EpochMs, timeZone: string): Day {
  const minute = Math.floor(instant / 60_000)
  if (last?.minute !== minute || last.timeZone !== timeZone)
    last = { timeZone, minute, day: fourDigits(formatOf(timeZone).format(instant), instant) }
  return last.day
}

const nightMs = 5 * 3_600_000

/** The day of a shop that closes after midnight: until five in the morning it is the day before. */
export const shopDayOf = (instant: EpochMs, timeZone: string): Day => dayOf(instant - nightMs, timeZone)

const yearOneBegun = Date.parse('0001-06-01T00:00:00Z')

/**
 * Days are compared as texts, so the year needs four digits. A time outside of the calendar becomes its first or last
 * day.
 */
function fourDigits(day: string, instant: EpochMs): Day {
  if (day.length === 10 && instant > yearOneBegun) return day
  if (day.length > 10) return '9999-12-31'
  return instant < yearOneBegun && day.endsWith('12-31') ? '0001-01-01' : day.padStart(10, '0')
}

/** Whether the text is a day from 0001-01-01 to 9999-12-31. 2026-02-30 is none. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const day = Number(text.slice(8))
  return day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
}

/** Months from 1 to 12; 0 for any other. */
export function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12) return 0
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const dayMs = 86_400_000
const stepMs = 60_000

/** @param count may be negative */
export const addDays = (day: Day, count: number): Day =>
  // After the year 9999 a day is longer than ten characters.
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, -14)

/** @param month YYYY-MM */
export function daysOfMonth(month: string): readonly Day[] {
  const first = `${month}-01`
  const days: Day[] = []
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}

/** The first minute of the day. No zone is more than fifteen hours from UTC. */
export function startOfDay(day: Day, timeZone: string): EpochMs {
  const noon = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [noon - 15 * 3_600_000, noon + 15 * 3_600_000]
  while (after - before > stepMs) {
    const middle = before + Math.floor((after - before) / 2 / stepMs) * stepMs
    if (dayOf(middle, timeZone) < day) before = middle
    else after = middle
  }
  return after
}
