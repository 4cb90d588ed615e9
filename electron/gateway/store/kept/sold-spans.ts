import type { Day } from '../../../../shared/domain/calendar.ts'
import { dayAfter, startOf } from '../../../../shared/domain/shift-days.ts'
import type { SoldIn } from '../port/shifts.ts'

export interface ZonedCompany {
  readonly id: number
  readonly timeZone: string
}

/** What some days are for companies that live by one clock. */
export interface SoldSpan extends SoldIn {
  readonly companyIds: readonly number[]
}

/** A day begins at another instant in another time zone, so there is one span for each zone: in most databases just one. */
export function soldSpans(
  companies: readonly ZonedCompany[],
  { from, to }: { readonly from: Day | null; readonly to: Day | null },
): readonly SoldSpan[] {
  const byZone = Map.groupBy(companies, ({ timeZone }) => timeZone)
  return [...byZone].map(([timeZone, those]) => ({
    companyIds: those.map(({ id }) => id),
    from: from === null ? 0 : startOf(from, timeZone),
    before: to === null ? Number.MAX_SAFE_INTEGER : startOf(dayAfter(to, 1), timeZone),
  }))
}

/** From the first of the spans to the last; with no span it is empty. */
export const wholeOf = (spans: readonly SoldIn[]): SoldIn => ({
  from: Math.min(Number.MAX_SAFE_INTEGER, ...spans.map(({ from }) => from)),
  before: Math.max(0, ...spans.map(({ before }) => before)),
})
