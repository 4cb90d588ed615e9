import { repeated } from '../platform/repeated.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Upkeep } from '../store/port/port.ts'

export interface ArchivingPace {
  /** Not while the tills of a shop that opens find out whether the gateway is there. */
  readonly afterStartMs: number
  readonly everyMs: number
  /** Between the rows of some records and those of the next; a step takes a few milliseconds. */
  readonly stepMs: number
}

const usualPace: ArchivingPace = { afterStartMs: 30 * 60_000, everyMs: 24 * 3_600_000, stepMs: 250 }

/**
 * Puts closed months into files of their own, once a day, a month or the rows of a few records at a time. What keeps it
 * from that is said in the log, and it is tried again the next day: nothing was taken away.
 */
export function keepArchived(
  { archiveOn }: Pick<Upkeep, 'archiveOn'>,
  { clock, log }: Pick<GatewayPorts, 'clock' | 'log'>,
  { isOn, pace = usualPace }: { readonly isOn: boolean; readonly pace?: ArchivingPace },
): { stop(): Promise<void> } {
  if (!isOn) return { stop: async () => undefined }
  let isStopped = false
  const step = async (): Promise<number> => {
    try {
      const done = await archiveOn(clock.now())
      if (done === 'made') log.info('a closed month was put into a file of its own')
      if (done === 'packed') log.info('a file of the journal with nothing but closed months was packed')
      return done === 'nothing' ? pace.everyMs : pace.stepMs
    } catch (err) {
      if (!isStopped) log.error({ err }, 'a closed month could not be put into a file of its own')
      return pace.everyMs
    }
  }
  const steps = repeated(step, pace.afterStartMs)
  return {
    async stop() {
      isStopped = true
      steps.stop()
    },
  }
}
