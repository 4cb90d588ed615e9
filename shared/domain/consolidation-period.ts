import { type Day, dayAfter, daysInMonth, startOf } from './calendar.ts'
import type { Instant } from './record.ts'

/** How often receipts are consolidated. */
export const frequencies = ['monthly', 'daily'] as const
export type Frequency = (typeof frequencies)[number]

/** A month `2026-10` or a day `2026-10-31`. */
export type Period = string

/** Documents of a month must be with the authority on the seventh day of the next (myinvois 6.6). */
const lastLawfulDay = 7
/** Nothing younger than this is overdue, in any calendar of a company. */
export const neverOverdueMs = lastLawfulDay * 24 * 3_600_000
/** So many days before the end of the time it is said aloud. */
const warnedFromDay = 5

export const periodOf = (day: Day, frequency: Frequency): Period => (frequency === 'monthly' ? day.slice(0, 7) : day)

/** Its first and last day. */
export function daysOf(period: Period): { readonly from: Day; readonly to: Day } {
  if (period.length > 7) return { from: period, to: period }
  const [year = 0, month = 0] = period.split('-').map(Number)
  return { from: `${period}-01`, to: `${period}-${daysInMonth(year, month)}` }
}

/** The last day whose receipts a run by itself takes: months and days that are over. */
export const lastDayDue = (today: Day, frequency: Frequency): Day =>
  dayAfter(frequency === 'monthly' ? `${today.slice(0, 7)}-01` : today, -1)

/** The first instant after a day in a time zone. */
export const endOf = (day: Day, timeZone: string): Instant => startOf(dayAfter(day, 1), timeZone)

/**
 * Whether a run by itself is due today: from its day of the month on for what is left of the months before, so that
 * a computer that was off makes up for it; every day where receipts are consolidated daily.
 */
export const isRunDay = (today: Day, frequency: Frequency, dayOfMonth: number): boolean =>
  frequency !== 'monthly' || Number(today.slice(8)) >= Math.min(dayOfMonth, lastLawfulDay)

/** The last day on which the receipts of a day can be consolidated in time. */
export function deadlineOf(day: Day): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, lastLawfulDay)).toISOString().slice(0, 10)
}

/** @param oldest day of the oldest receipt that waits */
export function deadlineStatusOf(oldest: Day, today: Day): 'in_time' | 'due' | 'overdue' {
  const deadline = deadlineOf(oldest)
  if (today > deadline) return 'overdue'
  return today >= `${deadline.slice(0, 8)}0${warnedFromDay}` ? 'due' : 'in_time'
}

/** Receipts of sales before this instant are overdue: `deadlineStatusOf` for many of them at once. */
export function overdueBefore(today: Day, timeZone: string): Instant {
  const thisMonth = `${today.slice(0, 7)}-01`
  const isOver = Number(today.slice(8)) > lastLawfulDay
  return startOf(isOver ? thisMonth : `${dayAfter(thisMonth, -1).slice(0, 7)}-01`, timeZone)
}

/** Whether a buyer who asks today is still in time for an e-invoice of their own (myinvois 6.6). */
export const isSameMonth = (day: Day, today: Day): boolean => day.slice(0, 7) === today.slice(0, 7)
