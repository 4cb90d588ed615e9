import { dayOf } from '../../../../shared/domain/calendar.ts'
import type { GatewayPorts } from '../../ports.ts'
import type { Journal } from '../../store/port/journal.ts'
import type { Companies } from '../../store/port/port.ts'
import type { ReconciliationRuns } from './runs.ts'

/** A stop can have lost only what happened in these days. */
const mostDaysMs = 2 * 24 * 3_600_000
/** Later than the first minutes, when tills come back and documents in doubt are looked up. */
const usualPauseMs = 5 * 60_000

interface Kept {
  readonly companies: Pick<Companies, 'list'>
  readonly journal: Pick<Journal, 'status'>
}

/**
 * After an unexpected stop, compares the last days with the authority, so that a silent loss on the disk is found.
 * People see the result among their own comparisons.
 */
export function scheduleReconciliationAfterCrash(
  runs: Pick<ReconciliationRuns, 'begin'>,
  { store, clock, log }: Pick<GatewayPorts, 'clock' | 'log'> & { readonly store: Kept },
  pauseMs = usualPauseMs,
): { stop(): void } {
  const compareAll = async () => {
    const { lastKnownAt } = await store.journal.status()
    const now = clock.now()
    const since = Math.min(now, Math.max(lastKnownAt ?? now, now - mostDaysMs))
    for (const { profile } of await store.companies.list()) {
      const days = { from: dayOf(since, profile.timeZone), to: dayOf(now, profile.timeZone) }
      const id = await runs.begin({ company: profile, ...days, by: 'gateway' })
      log.info(
        { company: profile.companyCode, id, ...days },
        'after a stop that was none, the authority is compared with',
      )
    }
  }
  const timer = setTimeout(() => {
    compareAll().catch((err: unknown) => log.error({ err }, 'what is kept could not be compared after a crash'))
  }, pauseMs)
  timer.unref()
  return { stop: () => clearTimeout(timer) }
}
