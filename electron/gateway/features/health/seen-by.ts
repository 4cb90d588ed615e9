import { alertOf, inOrder } from '../../../../shared/domain/alert.ts'
import { type Sight, seesCompany } from '../../../../shared/domain/outlet.ts'
import type { Schedule } from '../../store/port/port.ts'
import type { SilentOutlet } from './facts.ts'
import { ofOutlets } from './judge.ts'
import type { HealthState, RaisedAlert } from './monitor.ts'

export interface SightDeps {
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly silentOutlets: (sight: Sight) => Promise<readonly SilentOutlet[]>
}

/** How things stand for a person who sees some outlets: what waits there and which of them are silent. */
export async function seenBy(sight: Sight, { facts, alerts }: HealthState, deps: SightDeps): Promise<HealthState> {
  if (!sight.outlets) return { facts, alerts }
  const kept = alerts.filter(
    ({ code, companyGuid }) => alertOf(code).isEveryones && (companyGuid === null || seesCompany(sight, companyGuid)),
  )
  const { backlog } = facts
  if (!backlog) return { facts: { ...facts, heartbeats: [] }, alerts: kept }
  const [lanes, silent] = await Promise.all([deps.schedule.lanes(sight.outlets), deps.silentOutlets(sight)])
  const since = Math.min(...silent.map(({ heardAt }) => heardAt))
  const raised = ofOutlets(silent).map((alert): RaisedAlert => ({ ...alert, since }))
  return {
    // How many sales of an outlet grow too old is not counted apart.
    facts: { ...facts, heartbeats: [], backlog: { ...backlog, lanes, closing: null } },
    alerts: inOrder([...kept, ...raised]),
  }
}
