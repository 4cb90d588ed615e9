import { alertOf, inOrder } from '../../../../shared/domain/alert.ts'
import { ofOutlets } from '../../features/health/judge.ts'
import type { HealthMonitor, HealthState, RaisedAlert } from '../../features/health/monitor.ts'
import { silentOutlets } from '../../features/outlets/routes.ts'
import type { Clock } from '../../ports.ts'
import type { Areas } from './store.ts'
import type { Within } from './within.ts'

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
      ({ code, companyGuid }) =>
        alertOf(code).isEveryones && (companyGuid === null || within.companies.has(companyGuid)),
    )
    const { backlog } = facts
    if (!backlog) return { facts: { ...facts, heartbeats: [] }, alerts: kept }
    const [lanes, silent] = await Promise.all([schedule.lanes(), silentOutlets({ tokens, clock })()])
    const raised = ofOutlets(silent).map((alert): RaisedAlert => ({ ...alert, since: silentSince(silent) }))
    return {
      // How many sales of an outlet grow too old is not counted apart.
      facts: { ...facts, heartbeats: [], backlog: { ...backlog, lanes, closing: null } },
      alerts: inOrder([...kept, ...raised]),
    } satisfies HealthState
  },
})

const silentSince = (silent: readonly { readonly heardAt: number }[]): number =>
  Math.min(...silent.map(({ heardAt }) => heardAt))
