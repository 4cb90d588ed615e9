import type { Records } from '../store/port-records.ts'
import { Consolidation } from './consolidation.ts'
import { Follower } from './follower.ts'
import type { ConsolidationParts } from './make.ts'
import { ConsolidationSchedule } from './schedule.ts'

export interface ConsolidationRoom {
  readonly consolidation: Consolidation
  /** @param isScheduled false makes no document that nobody asked for */
  start(isScheduled: boolean): void
  /** What is being stored is finished; the rest waits for the next start. */
  stop(): Promise<void>
}

/** Everything about consolidation that goes on by itself. */
export function openConsolidation(parts: ConsolidationParts & { readonly records: Records }): ConsolidationRoom {
  const consolidation = new Consolidation(parts)
  const follower = new Follower(parts)
  const schedule = new ConsolidationSchedule(parts, consolidation)
  return {
    consolidation,
    start(isScheduled) {
      follower.start()
      if (isScheduled) schedule.start()
      else
        consolidation
          .resume()
          .catch((err: unknown) => parts.log.error({ err }, 'what a stop broke off could not be taken up'))
    },
    async stop() {
      schedule.stop()
      await Promise.all([consolidation.stop(), follower.stop()])
    },
  }
}
