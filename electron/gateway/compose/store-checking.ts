import { countOf, countsIn } from '../../../shared/domain/finding-list.ts'
import { finding, type JournalFinding, mayGoOut } from '../../../shared/domain/journal-finding.ts'
import { mostLookedAtBytes } from '../features/doctor/doctor-storage.ts'
import { repeated } from '../platform/repeated.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Verification } from '../store/port/journal.ts'
import type { Store } from '../store/port/port.ts'

export interface CheckingPace {
  /** Not while the tills of a shop that opens find out whether the gateway is there. */
  readonly afterStartMs: number
  readonly everyMs: number
  /** Between two steps of the proof that goes on; a step takes a few milliseconds. */
  readonly stepMs: number
}

const usualPace: CheckingPace = { afterStartMs: 60_000, everyMs: 24 * 3_600_000, stepMs: 200 }

const restMs = 10 * 60_000
const afterTroubleMs = 60_000

/**
 * Looks for damage that nobody asked about: soon after a start at every page of a database that is not large, then a
 * little at a time at everything, from where the last run of the gateway left off, and once a day at all of it at once
 * (reliability ST12). What is found stays, and stops sending where `findingClasses` says so.
 * The monitor tells of it.
 */
export function keepChecked(
  { upkeep, journal }: Pick<Store, 'upkeep' | 'journal'>,
  { clock, log }: Pick<GatewayPorts, 'clock' | 'log'>,
  { afterStartMs, everyMs, stepMs }: CheckingPace = usualPace,
): { stop(): void } {
  let isChecking = false
  let hasBegun = false
  const tell = (facts: object, found: Found) => {
    const isStopped = !mayGoOut(found.findings)
    const says = isStopped ? 'nothing is sent until a person has looked' : 'everything that it does not concern goes on'
    log.error({ ...facts, ...firstOf(found) }, `what is kept is damaged: ${says}`)
  }
  const timed = async (what: string, check: () => Promise<Found>) => {
    if (isChecking) return
    isChecking = true
    const begunMs = clock.steadyMs()
    try {
      const found = await check()
      const facts = { what, tookMs: Math.round(clock.steadyMs() - begunMs) }
      if (found.findings.length === 0) log.info(facts, 'what is kept is sound')
      else tell(facts, found)
    } catch (err) {
      // A disk that fails while it is looked at has alerts of its own.
      log.error({ err, what }, 'what is kept could not be checked')
    } finally {
      isChecking = false
    }
  }
  const proveOn = async (): Promise<number> => {
    if (isChecking) return stepMs
    try {
      const { findings, isRoundOver } = await journal.proveOn(clock.now())
      if (findings.length > 0) tell({ what: 'a part' }, allOf(findings))
      return isRoundOver ? restMs : stepMs
    } catch (err) {
      log.debug({ err }, 'the proof of what is kept could not go on')
      return afterTroubleMs
    }
  }
  // A large one is proved row by row, and its pages once a day.
  const begin = async () => {
    hasBegun = true
    const isSmall = await upkeep.bytes().then(
      (bytes) => bytes <= mostLookedAtBytes,
      () => false,
    )
    if (isSmall) await timed('pages', async () => allOf((await upkeep.integrity()).map(damagedPage)))
  }
  const steps = repeated(async () => {
    if (!hasBegun) await begin()
    return proveOn()
  }, afterStartMs)
  const daily = setInterval(() => void timed('everything', () => journal.verify()), everyMs).unref()
  return {
    stop() {
      steps.stop()
      clearInterval(daily)
    },
  }
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
