import { countOf, countsOf, type FindingCounts, isOfClass } from '../../../shared/domain/journal-finding.ts'
import { repeated } from '../platform/repeated.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Store } from '../store/port/port.ts'

export interface CheckingPace {
  /** Not while the tills of a shop that opens find out whether the gateway is there. */
  readonly afterStartMs: number
  /** Between two looks at whether a proof is due. */
  readonly lookMs: number
}

const usualPace: CheckingPace = { afterStartMs: 60_000, lookMs: 10 * 60_000 }

/** What was proved is proved again after a day. */
const proofLastsMs = 24 * 3_600_000

/**
 * Looks for damage before a request meets it: soon after each start at every page, and once a day at everything that is
 * kept (reliability ST12). What is found stays, and stops sending if
 * `findingClasses` says so. The monitor tells of it.
 */
export function keepChecked(
  { upkeep, journal }: Pick<Store, 'upkeep' | 'journal'>,
  { clock, log }: Pick<GatewayPorts, 'clock' | 'log'>,
  { afterStartMs, lookMs }: CheckingPace = usualPace,
): { stop(): void } {
  let hasBegun = false
  /** Also of a proof that did not hold: it is not made again at every look. */
  let triedAt: number | null = null
  const timed = async (what: string, check: () => Promise<FindingCounts>) => {
    const begunMs = clock.steadyMs()
    const findingCounts = await check()
    const facts = { what, tookMs: Math.round(clock.steadyMs() - begunMs) }
    if (countOf(findingCounts) === 0) return log.info(facts, 'what is kept is sound')
    const isStopped = countOf(countsOf(findingCounts, isOfClass('stops_sending'))) > 0
    const says = isStopped ? 'nothing is sent until a person has looked' : 'everything that it does not concern goes on'
    log.error({ ...facts, findingCounts }, `what is kept is damaged: ${says}`)
  }
  const isDue = async (): Promise<boolean> => {
    const last = triedAt ?? (await journal.status()).provedAt
    return last === null || Math.abs(clock.now() - last) >= proofLastsMs
  }
  return repeated(async () => {
    try {
      if (await isDue()) {
        triedAt = clock.now()
        await timed('everything', async () => (await journal.verify('whole', clock.now())).findingCounts)
      } else if (!hasBegun) await timed('pages', async () => ({ database_damaged: (await upkeep.integrity()).length }))
      hasBegun = true
    } catch (err) {
      // A disk that fails while it is looked at has alerts of its own.
      log.error({ err }, 'what is kept could not be checked')
    }
    return lookMs
  }, afterStartMs)
}
