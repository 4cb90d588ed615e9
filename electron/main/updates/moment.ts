import type { UpdateHindrance } from '../../../shared/desktop/bridge.ts'
import type { Standing } from '../../gateway-host/messages.ts'

/** A shift counts as open while its till sold something in the last two hours: tills do not say when they close. */
const quietMs = 2 * 3_600_000

/**
 * Whether an update may be installed now (reliability SU7). What is being sent always comes first; a person may choose
 * to interrupt a shift, the program never does.
 * @returns null where it may
 */
export function hindranceOf(standing: Standing | null, by: 'person' | 'program', now: number): UpdateHindrance | null {
  // Of a gateway that does not say how it stands, nothing is known to be in flight either: only a person decides then.
  if (standing === null) return by === 'person' ? null : 'in_flight'
  if (standing.inFlight > 0) return 'in_flight'
  if (by === 'person') return null
  if (standing.waiting > 0 || standing.inDoubt > 0) return 'waiting'
  const { newestSaleAt } = standing
  return newestSaleAt !== null && now - newestSaleAt < quietMs ? 'open_shift' : null
}
