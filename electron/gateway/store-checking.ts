import type { GatewayPorts } from './ports.ts'
import type { Store } from './store/port.ts'

export interface CheckingPace {
  /** Not while the tills of a shop that opens find out whether the gateway is there. */
  readonly afterStartMs: number
  readonly everyMs: number
}

const usualPace: CheckingPace = { afterStartMs: 60_000, everyMs: 24 * 3_600_000 }

/**
 * Looks for damage that nobody asked about: soon after a start at every page of the database, and once a day at
 * everything, from the first line of the journal on (reliability ST12). What is found stays: nothing goes out until a
 * person has looked, and the watch says so.
 */
export function keepChecked(
  { upkeep, journal }: Pick<Store, 'upkeep' | 'journal'>,
  { clock, log }: Pick<GatewayPorts, 'clock' | 'log'>,
  { afterStartMs, everyMs }: CheckingPace = usualPace,
): { stop(): void } {
  let isChecking = false
  const timed = async (what: string, check: () => Promise<readonly unknown[]>) => {
    if (isChecking) return
    isChecking = true
    const begunMs = clock.steadyMs()
    try {
      const findings = await check()
      const facts = { what, tookMs: Math.round(clock.steadyMs() - begunMs) }
      if (findings.length === 0) log.info(facts, 'what is kept is sound')
      else log.error({ ...facts, findings }, 'what is kept is damaged: nothing is sent until a person has looked')
    } catch (err) {
      // A disk that fails while it is looked at has alerts of its own.
      log.error({ err, what }, 'what is kept could not be checked')
    } finally {
      isChecking = false
    }
  }
  const first = setTimeout(() => void timed('pages', () => upkeep.integrity()), afterStartMs)
  const daily = setInterval(() => void timed('everything', async () => (await journal.verify()).findings), everyMs)
  first.unref()
  daily.unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(daily)
    },
  }
}
