import type { Instant } from './record.ts'

/** Malaysia has one time and no summer time: what is archived together is a month there. */
const offsetMs = 8 * 3_600_000

/** The month of an instant in Malaysia, and when the next one begins. */
export function monthOf(at: Instant): { readonly name: string; readonly endsAt: Instant } {
  const there = new Date(at + offsetMs)
  const [year, month] = [there.getUTCFullYear(), there.getUTCMonth()]
  return { name: there.toISOString().slice(0, 7), endsAt: Date.UTC(year, month + 1, 1) - offsetMs }
}

/** When a month is over. @param name as `2026-01`, or longer */
export const endOfMonth = (name: string): Instant => monthOf(Date.parse(`${name.slice(0, 7)}-02T00:00:00Z`)).endsAt

/**
 * How long after its end a month is archived: its receipts are consolidated within 7 days, what became valid can be
 * cancelled for 3 more, and a week is for whoever comes late.
 */
export const restingMs = 17 * 24 * 3_600_000

/** For so many years documents are kept by law, from the end of the year they are of. */
const retentionYears = 7

/** Whether the law asks for the file of a month no more. @param name as `2026-01` */
export const isPastRetention = (name: string, now: Instant): boolean =>
  Number(name.slice(0, 4)) + retentionYears < new Date(now + offsetMs).getUTCFullYear()
