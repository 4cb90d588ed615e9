import { countOf, countsIn } from '../../../shared/domain/finding-list.ts'
import { finding, type JournalFinding, mayGoOut } from '../../../shared/domain/journal-finding.ts'
import { repeated } from '../platform/repeated.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Verification } from '../store/port/journal.ts'
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
  const tell = (facts: object, found: Found) => {
    const isStopped = !mayGoOut(found.findings)
    const says = isStopped ? 'nothing is sent until a person has looked' : 'everything that it does not concern goes on'
    log.error({ ...facts, ...firstOf(found) }, `what is kept is damaged: ${says}`)
  }
  /** Also of a proof that did not hold: it is not made again at every look. */
  let triedAt: number | null = null
  const timed = async (what: string, check: () => Promise<Found>) => {
    const begunMs = clock.steadyMs()
    const found = await check()
    const facts = { what, tookMs: Math.round(clock.steadyMs() - begunMs) }
    if (found.findings.length === 0) log.info(facts, 'what is kept is sound')
    else tell(facts, found)
  }
  const isDue = async (): Promise<boolean> => {
    const last = triedAt ?? (await journal.status()).provedAt
    return last === null || Math.abs(clock.now() - last) >= proofLastsMs
  }
  return repeated(async () => {
    try {
      if (await isDue()) {
        triedAt = clock.now()
        await timed('everything', () => journal.verify('whole', clock.now()))
      } else if (!hasBegun) await timed('pages', async () => allOf((await upkeep.integrity()).map(damagedPage)))
      hasBegun = true
    } catch (err) {
      // A disk that fails while it is looked at has alerts of its own.
      log.error({ err }, 'what is kept could not be checked')
    }
    return lookMs
  }, afterStartMs)
}

type Found = Pick<Verification, 'findings' | 'findingCounts'>

const allOf = (findings: readonly JournalFinding[]): Found => ({ findings, findingCounts: countsIn(findings) })
const damagedPage = (detail: string) => finding('database_damaged', { detail })

const mostLogged = 10

/** What a line of the log says: a part may have hundreds, and there are thousands of parts. */
const firstOf = ({ findings, findingCounts }: Found) => {
  const more = countOf(findingCounts) - mostLogged
  return { findings: findings.slice(0, mostLogged), ...(more > 0 && { more }) }
}
