import type { Health, Queue } from '../gateway/standing.ts'

export interface Outage {
  /** On the clock of this machine, milliseconds. */
  readonly since: number
  /** So long that it is no hiccup of the line. */
  readonly hasLasted: boolean
}

const hiccupMs = 10 * 60_000

/** Whether MyInvois cannot be reached: known from the first send that met it, not only when the watch says so. */
export function outageOf({ alerts, at }: Health, { hindrances }: Queue): Outage | null {
  const silent = alerts.filter(({ code }) => code === 'authority_silent')
  const since = [...hindrances.filter(({ unreachable }) => unreachable), ...silent].map((each) =>
    Date.parse(each.since),
  )
  if (since.length === 0) return null
  const first = Math.min(...since)
  return { since: first, hasLasted: silent.length > 0 || Date.parse(at) - first >= hiccupMs }
}

/** How many documents want a person, whatever for. */
export const peopleNeeded = (attention: Queue['attention']): number =>
  Object.values(attention).reduce<number>((sum, count) => sum + (count ?? 0), 0)
