import type { Gauge } from 'prom-client'
import { alertCodes } from '../../../../shared/domain/alert.ts'
import type { Handler } from '../../http/call.ts'
import type { Route } from '../../http/server.ts'
import { type RefusalCounter, refusalKinds } from '../../ports.ts'
import type { Schedule } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import { tally } from '../sending/queue.ts'
import type { HealthMonitor, HealthState } from './monitor.ts'

export interface MetricsDeps {
  readonly records: Pick<Records, 'attentions'>
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly monitor: Pick<HealthMonitor, 'look'>
  readonly refusals: Pick<RefusalCounter, 'total'>
}

/** The one page with a token whose answer is not JSON (contract 10). */
export function metricsRoute(deps: MetricsDeps): Route {
  let shown: Promise<Handler> | undefined
  return {
    endpoint: {
      id: 'metrics',
      method: 'GET',
      path: '/metrics',
      scope: 'admin',
      alsoScope: 'monitor',
      withinOutlets: 'refused',
      summary: 'Figures for a monitoring system, in the text format of Prometheus',
      mostBodyBytes: 1,
      answers: {},
      faults: [],
    },
    handle: async (call) => {
      shown ??= metrics(deps)
      return (await shown)(call)
    },
  }
}

/**
 * Most gateways are never asked: what keeps the figures is loaded and begins to look at this process with the first
 * question, since it wakes it a hundred times a second.
 */
async function metrics({ records, schedule, monitor, refusals }: MetricsDeps): Promise<Handler> {
  const { Counter, collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge: MakeGauge = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
  const work = gauge('resit_outbox_records', 'Records the gateway still has something to do for', ['work'])
  const oldest = gauge('resit_oldest_waiting_seconds', 'Age of the oldest record not sent yet')
  const inDoubt = gauge('resit_in_doubt_records', 'Records sent whose outcome is not known')
  const attention = gauge('resit_attention_records', 'Records that a person has to know of', ['code'])
  const showHealth = healthGauges(gauge)
  const refused = new Counter({
    name: 'resit_refused_total',
    help: 'Refused at the door since the start: wrong tokens, PINs and codes, connections that were too many',
    labelNames: ['what'],
    registers: [registry],
  })
  return async () => {
    const state = await monitor.look()
    showHealth(state)
    const lanes = await schedule.lanes()
    const totals = tally(lanes)
    work.reset()
    for (const lane of lanes) work.inc({ work: lane.work }, lane.count)
    oldest.set(totals.oldestWaitingAt === null ? 0 : (state.facts.at - totals.oldestWaitingAt) / 1000)
    inDoubt.set(totals.inDoubt)
    attention.reset()
    for (const [code, count] of await records.attentions({ companyGuid: null })) attention.set({ code }, count)
    refused.reset()
    for (const what of refusalKinds) refused.inc({ what }, refusals.total[what])
    return { status: 200, media: { type: registry.contentType, content: await registry.metrics() } }
  }
}

type MakeGauge = (name: string, help: string, labelNames?: readonly string[]) => Gauge

/** How things stand, as figures; what could not be found out is not a number. */
function healthGauges(gauge: MakeGauge): (state: HealthState) => void {
  const ofLoop = ['company', 'loop']
  const alerting = gauge('resit_alert', 'Whether a person has to look at this: 1 or 0', ['code'])
  const closing = gauge('resit_window_closing_records', 'Unsent records whose time for submission is nearly over')
  const contact = gauge('resit_authority_silent_seconds', 'Since the authority last answered, or since the start')
  const free = gauge('resit_disk_free_bytes', 'Free space where everything is kept')
  const wal = gauge('resit_wal_bytes', 'Length of the log of the database')
  const copyHelp = 'Since the copy last had everything, and since its last backup'
  const copy = gauge('resit_copy_age_seconds', copyHelp, ['what'])
  const delay = gauge('resit_event_loop_delay_seconds', '99th percentile of the last quarter of a minute')
  const stored = gauge('resit_store_delay_seconds', "What a till's request waits for the store, 99th percentile")
  const step = gauge('resit_loop_step_seconds', 'How long the present step of a loop has taken; 0 at rest', ofLoop)
  const rested = gauge('resit_loop_rested_seconds', 'Since the last round of a loop ended', ofLoop)
  return ({ facts, alerts }) => {
    const ageOf = (when: number | null | undefined) => (when == null ? Number.NaN : (facts.at - when) / 1000)
    const { backlog } = facts
    for (const code of alertCodes) alerting.set({ code }, alerts.some((alert) => alert.code === code) ? 1 : 0)
    closing.set(backlog?.closing?.values().reduce((sum, count) => sum + count, 0) ?? Number.NaN)
    contact.set(facts.lastContactAt === null ? facts.upMs / 1000 : Math.max(0, ageOf(facts.lastContactAt)))
    free.set(facts.freeBytes ?? Number.NaN)
    wal.set(facts.walBytes ?? Number.NaN)
    copy.set({ what: 'lines' }, ageOf(facts.copy?.copiedAt))
    copy.set({ what: 'backup' }, ageOf(facts.copy?.backedUpAt))
    delay.set(facts.eventLoopDelayMs / 1000)
    stored.set(facts.storeDelayMs / 1000)
    for (const { companyGuid, name, stepMs, restedMs } of facts.heartbeats) {
      const company = backlog?.codeOf.get(companyGuid) ?? companyGuid
      step.set({ company, loop: name }, (stepMs ?? 0) / 1000)
      rested.set({ company, loop: name }, restedMs === null ? Number.NaN : restedMs / 1000)
    }
  }
}
