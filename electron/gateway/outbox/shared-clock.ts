import type { ClockStatus } from '../../../shared/domain/clock-skew.ts'
import type { OutboxDeps } from './deps.ts'

/** By so much may the clock of a process differ from the one that all of them see. */
export const mostApartMs = 30_000

/**
 * Whether what this process dates can be compared with what others date over the same store: one waits out the quarantine
 * that another began, and sends within the window that another opened.
 */
export function isClockShared({ claims }: Pick<OutboxDeps, 'claims'>): boolean {
  if (!claims) return true
  const aheadMs = claims.serverAheadMs()
  return aheadMs !== null && Math.abs(aheadMs) <= mostApartMs
}

interface ClockState {
  readonly kind: ClockStatus
  /** How far the other clock is ahead of ours. */
  readonly offsetMs: number
}

/** How our clock stands to the authority's, or to the one of all processes where that keeps it from sending. */
export function worseClockState({ authority, claims }: Pick<OutboxDeps, 'authority' | 'claims'>): ClockState {
  if (!claims || isClockShared({ claims })) return authority.clock.status()
  return { kind: 'wrong', offsetMs: claims.serverAheadMs() ?? 0 }
}
