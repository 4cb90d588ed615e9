import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { alertCodes } from '../../../../shared/domain/alert.ts'
import type { asksAuthority } from '../health/judge.ts'
import type { HealthMonitor, HealthState, RaisedAlert } from '../health/monitor.ts'
import type { SendingPauses } from './sending-pauses.ts'

type Looks = Pick<HealthMonitor, 'look'>

/** The monitor itself, and how it judges. */
interface Monitoring {
  readonly monitor: Looks
  readonly asksAuthority: typeof asksAuthority
}

/** How things stand, with what people paused: a pause that everybody forgot is how documents grow too old to be sent. */
export const withPauses = (monitoring: Monitoring, pauses: SendingPauses): Looks => ({
  look: async () => seenWith(await monitoring.monitor.look(), pauses, monitoring),
})

function seenWith({ facts, alerts }: HealthState, pauses: SendingPauses, monitoring: Monitoring): HealthState {
  const { backlog, at } = facts
  if (!backlog) return { facts, alerts }
  const paused = [...backlog.codeOf].flatMap(([companyGuid, company]): readonly RaisedAlert[] => {
    const pause = pauses.of(companyGuid)
    if (!pause) return []
    const { since, by } = pause
    const values = { company, since: toWire(since), by }
    return [{ code: 'sending_paused', verdict: 'warning', companyGuid, since, values }]
  })
  if (paused.length === 0) return { facts, alerts }
  // Nobody owes an answer to documents that were not sent on purpose.
  const lanes = backlog.lanes.filter(({ work, companyGuid }) => work !== 'send' || pauses.of(companyGuid) === null)
  const isAsked = monitoring.asksAuthority(lanes, at)
  const others = alerts.filter(({ code }) => code !== 'authority_silent' || isAsked)
  const rank = ({ code }: RaisedAlert) => alertCodes.indexOf(code)
  return { facts, alerts: [...others, ...paused].toSorted((one, other) => rank(one) - rank(other)) }
}
