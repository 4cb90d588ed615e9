import type { Due } from '../store/port/port.ts'
import type { Stored } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { transition } from './transition.ts'

/** So often a document is begun to be built; then a person has to look at it. */
const mostBuilds = 5

/** What was sent before goes as it is, and nothing is built of it. */
const isBuilt = ({ record }: Stored): boolean => !record.everSent

/** Whether the gateway died, or a round of it failed, while the document was built: perhaps because of it. */
export const isSuspect = (due: Due): boolean => isBuilt(due) && due.unfinishedBuilds > 0

/**
 * Counts what is about to be built, durably and before it is: after a crash nothing else tells which document it was.
 * One that was begun too often is held, so that it does not take the gateway down for ever (reliability QR12).
 * @returns what may be built
 */
export async function beginBuilds(deps: OutboxDeps, due: readonly Due[]): Promise<readonly Due[]> {
  const { records, schedule, clock, log } = deps
  const isGivenUp = (each: Due) => isBuilt(each) && each.unfinishedBuilds >= mostBuilds
  for (const stored of due.filter(isGivenUp)) {
    log.error({ saleGuid: stored.record.saleGuid }, 'a record was begun to be sent again and again, and never was')
    const at = clock.now()
    await transition(records, stored, ({ phase }) =>
      phase === 'queued'
        ? { kind: 'happens', event: { type: 'held', attention: 'cannot_be_sent', at } }
        : { kind: 'unchanged' },
    )
  }
  const rest = due.filter((each) => !isGivenUp(each))
  const toBuild = rest.filter(isBuilt)
  if (toBuild.length > 0) await schedule.beginBuilds(toBuild.map(({ seq }) => seq))
  return rest
}

/** What was not claimed broke nothing: it had no room in the batch, or something else happened to it first. */
export async function endBuilds({ schedule }: OutboxDeps, begun: readonly Due[], claimed: readonly Stored[]) {
  const left = begun.filter((each) => isBuilt(each) && !claimed.some(({ seq }) => seq === each.seq))
  if (left.length > 0) await schedule.endBuilds(left.map(({ seq }) => seq))
}
