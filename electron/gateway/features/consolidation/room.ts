import { Consolidation } from './consolidation.ts'
import { Follower } from './follower.ts'
import type { ConsolidationDeps } from './make.ts'
import { ConsolidationSchedule } from './schedule.ts'
import { consolidateShift, type EndedShift } from './shift-end.ts'

export interface ConsolidationRoom {
  readonly consolidation: Consolidation
  /** @param isScheduled false makes no document that nobody asked for */
  start(isScheduled: boolean): void
  /** Looks at once for what is due: timers stood still while the computer slept. */
  wake(): Promise<void>
  /** A company that consolidates by shift has its documents of it made, which goes on by itself. */
  shiftEnded(ended: EndedShift, by: string): void
  /** What is being stored is finished; the rest waits for the next start. */
  stop(): Promise<void>
}

/** Everything about consolidation that goes on by itself. */
export function openConsolidation(deps: ConsolidationDeps): ConsolidationRoom {
  const consolidation = new Consolidation(deps)
  const follower = new Follower(deps)
  const schedule = new ConsolidationSchedule(deps, consolidation)
  let makesByItself = false
  return {
    consolidation,
    start(isScheduled) {
      makesByItself = isScheduled
      follower.start()
      if (isScheduled) schedule.start()
      else
        consolidation
          .resume()
          .catch((err: unknown) => deps.log.error({ err }, 'what a stop broke off could not be taken up'))
    },
    async wake() {
      follower.poke()
      if (makesByItself) await schedule.tick()
    },
    shiftEnded(ended, by) {
      if (!makesByItself) return
      consolidateShift(deps, consolidation, { ended, by }).catch((err: unknown) =>
        deps.log.error({ err }, 'the documents of a shift that ended are made at night'),
      )
    },
    async stop() {
      makesByItself = false
      await Promise.all([schedule.stop(), consolidation.stop(), follower.stop()])
    },
  }
}
