import { addDays, type Day, daysInMonth, startOfDay } from './calendar.ts'
import type { EpochMs } from './record.ts'

export const frequencies = ['monthly', 'daily'] as const
export type Frequency = (typeof frequencies)[number]

/** `2026-10` or `2026-10-31`. */
export type MonthOrDay = string

/** The seventh day of the next month (myinvois 6.6). */
const lastLawfulDay = 7
/** A receipt younger than this is never overdue, in any time zone. */
export const earliestOverdueAgeMs = lastLawfulDay * 24 * 3_600_000
/** From this day of the month on there are warnings. */
const warnedFromDay = 5

export const monthOrDayOf = (day: Day, frequency: Frequency): MonthOrDay =>
  frequency === 'monthly' ? day.slice(0, 7) : day

/** Its first and last day. */
export function firstAndLastDay(period: MonthOrDay): { readonly from: Day; readonly to: Day } {
  if (period.length > 7) return { from: period, to: period }
  const [year = 0, month = 0] = period.split('-').map(Number)
  return { from: `${period}-01`, to: `${period}-${daysInMonth(year, month)}` }
}

/** The last day that may be consolidated: only finished months or days. */
export const lastDayDue = (today: Day, frequency: Frequency): Day =>
  addDays(frequency === 'monthly' ? `${today.slice(0, 7)}-01` : today, -1)

export const endOfDay = (day: Day, timeZone: string): EpochMs => startOfDay(addDays(day, 1), timeZone)

/**
 * Every day from the chosen day of the month on, so that a computer that was off makes up for it. If receipts are
 * consolidated daily, every day.
 */
export const isRunDue = (today: Day, frequency: Frequency, dayOfMonth: number): boolean =>
  frequency !== 'monthly' || Number(today.slice(8)) >= Math.min(dayOfMonth, lastLawfulDay)

export function deadlineOf(day: Day): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, lastLawfulDay)).toISOString().slice(0, 10)
}

/** @param oldest day of the oldest waiting receipt */
export function deadlineStatusOf(oldest: Day, today: Day): 'in_time' | 'due' | 'overdue' {
  const deadline = deadlineOf(oldest)
  if (today > deadline) return 'overdue'
  return today >= `${deadline.slice(0, 8)}0${warnedFromDay}` ? 'due' : 'in_time'
}

/** Earlier sales are overdue. This is `deadlineStatusOf` for many receipts at once. */
export function overdueBefore(today: Day, timeZone: string): EpochMs {
  const thisMonth = `${today.slice(0, 7)}-01`
  const isOver = Number(today.slice(8)) > lastLawfulDay
  return startOfDay(isOver ? thisMonth : `${addDays(thisMonth, -1).slice(0, 7)}-01`, timeZone)
}

/** Until the end of the month of the sale a buyer may ask for an e-invoice; later as the shop likes (myinvois 6.6). */
export const mayBuyerAsk = (day: Day, today: Day, lateDays: number): boolean =>
  today <= addDays(firstAndLastDay(day.slice(0, 7)).to, lateDays)
