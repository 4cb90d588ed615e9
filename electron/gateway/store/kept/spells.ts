import type { Instant } from '../../../../shared/domain/record.ts'

/** An answer so short before the next silence was a hiccup of the same outage. */
const hiccupMs = 60_000

/** So many of the newest ends of sends are looked at: days of a shop, and a moment's work. */
export const sendsLookedAt = 5_000
/** What was accepted so long before, and not sent before, waited when it began. */
export const queuedMs = 60_000

/** Nobody answered, in SQL that both engines speak; and ends that say nothing of whether somebody would have. */
export const isSilenceSql = "coalesce(newest.reason, '') IN ('not_connected', 'timed_out', 'connection_broken')"
export const saysNothingSql = "coalesce(newest.reason, '') IN ('deadline_passed', 'stopped_while_sending')"

/** How a send ended. */
export interface End {
  readonly at: Instant
  readonly begunAt: Instant
  readonly seq: number
  readonly isSilence: 0 | 1 | boolean
}

/** A time in which nobody answered. */
export interface Spell {
  readonly from: Instant
  /** Null where nothing got through since. */
  to: Instant | null
  /** Those whose own send met nobody; they may have been accepted before. */
  readonly met: Set<number>
}

/** @param ends in their order */
export function spellsOf(ends: readonly End[]): readonly Spell[] {
  const spells: Spell[] = []
  for (const { at, begunAt, seq, isSilence } of ends) {
    const last = spells.at(-1)
    if (!isSilence) {
      if (last?.to === null) last.to = at
      continue
    }
    const isSame = last !== undefined && (last.to === null || at - last.to < hiccupMs)
    if (isSame) {
      last.to = null
      last.met.add(seq)
    } else spells.push({ from: begunAt, to: null, met: new Set([seq]) })
  }
  return spells
}
