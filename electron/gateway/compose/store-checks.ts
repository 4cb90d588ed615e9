import { maySend } from '../../../shared/domain/journal-finding.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Store } from '../store/port/port.ts'

export interface CheckingPace {
  /** Later than the first minute, when tills look for the gateway. */
  readonly afterStartMs: number
  readonly lookMs: number
}

const usualPace: CheckingPace = { afterStartMs: 60_000, lookMs: 10 * 60_000 }

const proofLastsMs = 24 * 3_600_000

/**
 * Looks for damage before a request meets it: everything is proved once a day, and soon after a start that follows a
 * kill (reliability ST12). Findings stay, and stop the sending if `findingClasses` says so.
 */
export function scheduleStoreChecks(
  { journal }: Pick<Store, 'journal'>,
  { clock, log }: Pick<GatewayPorts, 'clock' | 'log'>,
  { afterStartMs, lookMs }: CheckingPace = usualPace,
): { stop(): void } {
  let isOver = false
  /** Set also if a proof failed, so that it is not repeated at every look. */
  let triedAt: number | null = null
  const prove = async () => {
    const begunMs = clock.steadyMs()
    const { findings, findingCount } = await journal.verify(clock.now())
    const facts = { tookMs: Math.round(clock.steadyMs() - begunMs) }
    if (findingCount === 0) return log.info(facts, 'what is kept is sound')
    const says = maySend(findings)
      ? 'everything that it does not concern goes on'
      : 'nothing is sent until a person has looked'
    const codes = [...new Set(findings.map(({ code }) => code))]
    log.error({ ...facts, codes, findingCount }, `what is kept is damaged: ${says}`)
  }
  const isDue = async (): Promise<boolean> => {
    const { provedAt, wasKilled } = await journal.status()
    const last = triedAt ?? (wasKilled ? null : provedAt)
    return last === null || Math.abs(clock.now() - last) >= proofLastsMs
  }
  const round = async () => {
    try {
      if (await isDue()) {
        triedAt = clock.now()
        await prove()
      }
    } catch (err) {
      // A failing disk has alerts of its own.
      log.error({ err }, 'what is kept could not be checked')
    }
    if (!isOver) next = setTimeout(() => void round(), lookMs).unref()
  }
  let next = setTimeout(() => void round(), afterStartMs).unref()
  return {
    stop() {
      isOver = true
      clearTimeout(next)
    },
  }
}
