import type { z } from 'zod'
import type { healthSchema as shape } from '../../../../shared/api/operator/health.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import { alertRowOf, sortAlerts } from '../../../../shared/domain/alert.ts'
import { seesCompany, type VisibleSales } from '../../../../shared/domain/outlet.ts'
import { type Language, say, words } from '../../../../shared/words/words.ts'
import { type Call, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Schedule, WorkBacklog } from '../../store/port/port.ts'
import { type QueueDeps, queue } from '../sending/queue.ts'
import { outletAlerts } from './evaluate-alerts.ts'
import type { SilentOutlet } from './facts.ts'
import { type HealthState, type RaisedAlert, verdictOf } from './monitor.ts'

export const healthRoutes = (parts: QueueDeps & SightDeps) =>
  ({
    queue: queue(parts),
    health: async (call) => ok(healthShown(await seenBy(call.caller, await parts.monitor.look(), parts), call)),
  }) satisfies Partial<OperatorHandlers>

function healthShown(
  { facts, alerts }: HealthState,
  { caller, language }: Pick<Call, 'caller' | 'language'>,
): z.output<typeof shape> {
  const isVisible = ({ companyGuid }: { readonly companyGuid: string | null }) =>
    companyGuid === null || seesCompany(caller, companyGuid)
  const { backlog } = facts
  const visible = alerts.filter(isVisible)
  const codeOf = (companyGuid: string | null) =>
    companyGuid === null ? null : (backlog?.codeOf.get(companyGuid) ?? companyGuid)
  const lanes = backlog?.lanes.filter(isVisible)
  const unsent = lanes?.filter(({ work }) => work === 'send')
  const closing = backlog?.closing && [...backlog.closing].filter(([companyGuid]) => isVisible({ companyGuid }))
  const [oldestAt] = (unsent ?? []).map((lane) => lane.oldestAt).toSorted((one, other) => one - other)
  return {
    verdict: verdictOf(visible),
    message: visible[0] ? alertSentence(visible[0], language) : words[language].status.all_well,
    at: toIsoTime(facts.at),
    alerts: visible.map((alert) => ({
      code: alert.code,
      verdict: alert.verdict,
      company: codeOf(alert.companyGuid),
      since: toIsoTime(alert.since),
      message: alertSentence(alert, language),
    })),
    unsent: unsent ? countOf(unsent) : null,
    oldest_unsent_at: toIsoTimeOrNull(oldestAt),
    in_doubt: lanes ? countOf(lanes.filter(({ work }) => work === 'look_up')) : null,
    window_closing: closing ? closing.reduce((sum, [, count]) => sum + count, 0) : null,
    last_contact_at: toIsoTimeOrNull(facts.lastContactAt),
    unanswered_since: toIsoTimeOrNull(facts.unansweredSince),
    copied_at: toIsoTimeOrNull(facts.copy?.copiedAt),
    backed_up_at: toIsoTimeOrNull(facts.copy?.backedUpAt),
  }
}

export const alertSentence = ({ code, values }: RaisedAlert, language: Language): string =>
  say(language, 'alert', code, values)

const countOf = (lanes: readonly WorkBacklog[]): number => lanes.reduce((sum, { count }) => sum + count, 0)

export interface SightDeps {
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly silentOutlets: (sight: VisibleSales) => Promise<readonly SilentOutlet[]>
}

async function seenBy(sight: VisibleSales, { facts, alerts }: HealthState, deps: SightDeps): Promise<HealthState> {
  if (!sight.outlets) return { facts, alerts }
  const kept = alerts.filter(
    ({ code, companyGuid }) =>
      alertRowOf(code).isEveryones && (companyGuid === null || seesCompany(sight, companyGuid)),
  )
  const { backlog } = facts
  if (!backlog) return { facts, alerts: kept }
  const [lanes, silent] = await Promise.all([deps.schedule.lanes(sight.outlets), deps.silentOutlets(sight)])
  const since = Math.min(...silent.map(({ heardAt }) => heardAt))
  const raised = outletAlerts(silent).map((alert): RaisedAlert => ({ ...alert, since }))
  return {
    // This count is not known for single outlets.
    facts: { ...facts, backlog: { ...backlog, lanes, closing: null } },
    alerts: sortAlerts([...kept, ...raised]),
  }
}
