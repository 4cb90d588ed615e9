import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Day, dayOf } from '../../shared/domain/calendar.ts'
import { timeZoneOf } from '../gateway/time-zone.ts'

export type Sold = Pick<WireRecord, 'ISSUED_AT' | 'SUBMITTED_AT' | 'COMPANY_CODE'>

/** The day that a sale came to Resit; null if it came on the day it was made, as nearly all do. */
export function otherDayOf(
  { ISSUED_AT, SUBMITTED_AT, COMPANY_CODE }: Sold,
  timeZone = timeZoneOf(COMPANY_CODE),
): Day | null {
  const came = dayOf(Date.parse(SUBMITTED_AT), timeZone)
  return came === dayOf(Date.parse(ISSUED_AT), timeZone) ? null : came
}
