import { dayOf } from '../../shared/domain/calendar.ts'
import { timeZoneOf } from '../gateway/time-zone.ts'

/** The day at the company, YYYY-MM-DD. */
export const today = (company?: string): string => dayOf(Date.now(), timeZoneOf(company))

/** @param day YYYY-MM-DD */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
