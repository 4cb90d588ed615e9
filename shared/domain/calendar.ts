import type { Instant } from './record.ts'

/** A calendar day, YYYY-MM-DD. */
export type Day = string

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // The Swedish locale writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format
}

let last: { timeZone: string; minute: number; day: Day } | undefined

/** The day an instant falls on in a time zone (interface 4.3, contract 6). */
export function dayOf(instant: Instant, timeZone: string): Day {
  const minute = Math.floor(instant / 60_000)
  if (last?.minute !== minute || last.timeZone !== timeZone)
    last = { timeZone, minute, day: formatOf(timeZone).format(instant) }
  return last.day
}

/** A real calendar day in YYYY-MM-DD, years 2000 to 2100: 2026-02-30 is none. */
export function isDay(text: string): text is Day {
  const parts = /^(2\d{3})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts || Number(parts[1]) > 2100) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
