import type { z } from 'zod'
import type { health as shape } from '../../../../shared/api/operator/health.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { type Language, say, words } from '../../../../shared/words/words.ts'
import { type Call, type OperatorHandler, ok } from '../../http/call.ts'
import type { Lane } from '../../store/port/port.ts'
import type { HealthMonitor, HealthState, RaisedAlert } from './monitor.ts'

/** Whether the gateway does its work, as far as the caller may know. */
export const health =
  (monitor: Pick<HealthMonitor, 'look'>): OperatorHandler<'health'> =>
  async (call) =>
    ok(shown(await monitor.look(), call))

function shown({ facts, alerts }: HealthState, { caller, language }: Call): z.output<typeof shape> {
  const isVisible = ({ companyGuid }: { readonly companyGuid: string | null }) =>
    caller.companyGuid === null || companyGuid === null || companyGuid === caller.companyGuid
  const { backlog, lastContactAt } = facts
  const visible = alerts.filter(isVisible)
  const codeOf = (companyGuid: string | null) =>
    companyGuid === null ? null : (backlog?.codeOf.get(companyGuid) ?? companyGuid)
  const lanes = backlog?.lanes.filter(isVisible)
  const unsent = lanes?.filter(({ work }) => work === 'send')
  const closing = backlog?.closing && [...backlog.closing].filter(([companyGuid]) => isVisible({ companyGuid }))
  const oldestAt = Math.min(...(unsent ?? []).map((lane) => lane.oldestAt))
  const stuck = visible.filter(({ code }) => code === 'loop_stuck')
  return {
    verdict: verdictOf(visible),
    message: sentenceOf(visible, language),
    at: toWire(facts.at),
    alerts: visible.map((alert) => ({
      code: alert.code,
      verdict: alert.verdict,
      company: codeOf(alert.companyGuid),
      since: toWire(alert.since),
      message: messageOf(alert, language),
    })),
    unsent: unsent ? countOf(unsent) : null,
    oldest_unsent_at: Number.isFinite(oldestAt) ? toWire(oldestAt) : null,
    in_doubt: lanes ? countOf(lanes.filter(({ work }) => work === 'look_up')) : null,
    window_closing: closing ? closing.reduce((sum, [, count]) => sum + count, 0) : null,
    last_contact_at: lastContactAt === null ? null : toWire(lastContactAt),
    disk_free_bytes: facts.freeBytes,
    wal_bytes: facts.walBytes,
    copied_at: wireOrNull(facts.copy?.copiedAt),
    backed_up_at: wireOrNull(facts.copy?.backedUpAt),
    store_delay_ms: facts.storeDelayMs,
    event_loop_delay_ms: facts.eventLoopDelayMs,
    loops: facts.heartbeats.filter(isVisible).map(({ companyGuid, name, stepMs, restedMs }) => ({
      company: codeOf(companyGuid) ?? '',
      name,
      step_ms: stepMs === null ? null : Math.round(stepMs),
      rested_ms: restedMs === null ? null : Math.round(restedMs),
      stuck: stuck.some((alert) => alert.companyGuid === companyGuid && alert.loop === name),
    })),
  }
}

const wireOrNull = (at: Instant | null | undefined) => (at === null || at === undefined ? null : toWire(at))

export function verdictOf(alerts: readonly RaisedAlert[]): 'good' | 'warning' | 'bad' {
  if (alerts.length === 0) return 'good'
  return alerts.some(({ verdict }) => verdict === 'bad') ? 'bad' : 'warning'
}

/** The worst there is, with the next step. */
const sentenceOf = ([worst]: readonly RaisedAlert[], language: Language): string =>
  worst ? messageOf(worst, language) : words[language].status.all_well

const messageOf = ({ code, values }: RaisedAlert, language: Language): string => say(language, 'alert', code, values)

const countOf = (lanes: readonly Lane[]): number => lanes.reduce((sum, { count }) => sum + count, 0)
