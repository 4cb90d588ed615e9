import { type AlertCode, alertCodes } from '../../../../shared/domain/alert.ts'
import { ofOutlets } from '../../features/health/judge.ts'
import type { HealthMonitor, HealthState, RaisedAlert } from '../../features/health/monitor.ts'
import { silentOutlets } from '../../features/outlets/outlets.ts'
import type { Clock } from '../../ports.ts'
import type { Areas } from './store.ts'
import type { Within } from './within.ts'

/** What keeps everybody's sales from being kept or sent; the rest is for whoever looks after all outlets. */
const everybodys: ReadonlySet<AlertCode> = new Set([
  'storage_damaged',
  'storage_read_only',
  'storage_full',
  'storage_failing',
  'store_silent',
  'journal_untrusted',
  'disk_low',
  'clock_wrong',
  'company_not_ready',
  'sending_paused',
  'authority_silent',
])

type Looks = Pick<HealthMonitor, 'look'>

interface Seen extends Pick<Areas, 'schedule' | 'tokens'> {
  readonly clock: Clock
  readonly within: Within
}

/** How things stand, with what waits in some outlets and which of them are silent. */
export const monitorWithin = (monitor: Looks, { clock, within, schedule, tokens }: Seen): Looks => ({
  look: async () => {
    const { facts, alerts } = await monitor.look()
    const kept = alerts.filter(
      ({ code, companyGuid }) => everybodys.has(code) && (companyGuid === null || within.companies.has(companyGuid)),
    )
    const { backlog } = facts
    if (!backlog) return { facts: { ...facts, heartbeats: [] }, alerts: kept }
    const [lanes, silent] = await Promise.all([schedule.lanes(), silentOutlets({ tokens, clock })()])
    const raised = ofOutlets(silent).map((alert): RaisedAlert => ({ ...alert, since: silentSince(silent) }))
    const rank = ({ code }: RaisedAlert) => alertCodes.indexOf(code)
    return {
      // How many sales of an outlet grow too old is not counted apart.
      facts: { ...facts, heartbeats: [], backlog: { ...backlog, lanes, closing: null } },
      alerts: [...kept, ...raised].toSorted((one, other) => rank(one) - rank(other)),
    } satisfies HealthState
  },
})

const silentSince = (silent: readonly { readonly heardAt: number }[]): number =>
  Math.min(...silent.map(({ heardAt }) => heardAt))
