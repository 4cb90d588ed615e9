import { repeated } from '../platform/repeated.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Upkeep } from '../store/port/port.ts'

export interface ArchivingPace {
  /** Not while the tills of a shop that opens find out whether the gateway is there. */
  readonly afterStartMs: number
  readonly everyMs: number
  /** Between the rows of some records and those of the next; a step takes a few milliseconds. */
  readonly stepMs: number
  /** Where another process does it: it may be gone by then. */
  readonly elsewhereMs: number
}

const usualPace: ArchivingPace = {
  afterStartMs: 30 * 60_000,
  everyMs: 24 * 3_600_000,
  stepMs: 250,
  elsewhereMs: 30 * 60_000,
}

interface Archiving {
  readonly isOn: boolean
  /** Whether this process does what is done once for all; absent where there are no others. */
  readonly isInCharge?: () => boolean
  readonly pace?: ArchivingPace
}

/**
 * Puts closed months apart, once a day, a month or the rows of a few records at a time. What keeps it
 * from that is said in the log, and it is tried again the next day: nothing was taken away.
 */
export function keepArchived(
  { archiveOn }: Pick<Upkeep, 'archiveOn'>,
  { clock, log }: Pick<GatewayPorts, 'clock' | 'log'>,
  { isOn, isInCharge = () => true, pace = usualPace }: Archiving,
): { stop(): Promise<void> } {
  if (!isOn) return { stop: async () => undefined }
  let isStopped = false
  const step = async (): Promise<number> => {
    if (!isInCharge()) return pace.elsewhereMs
    try {
      const done = await archiveOn(clock.now())
      if (done === 'made') log.info('a closed month was archived')
      if (done === 'packed') log.info('a file of the journal with nothing but closed months was packed')
      return done === 'nothing' ? pace.everyMs : pace.stepMs
    } catch (err) {
      if (!isStopped) log.error({ err }, 'a closed month could not be archived')
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
