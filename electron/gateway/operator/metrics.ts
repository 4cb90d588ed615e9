import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Handler } from '../http/call.ts'
import type { Route } from '../http/server.ts'
import type { Clock } from '../ports.ts'
import type { Records, Schedule } from '../store/port.ts'
import { tally } from './queue.ts'

export interface MetricsParts {
  readonly records: Pick<Records, 'attentions'>
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly clock: Clock
}

/** Figures for a monitoring system (contract 10). */
function metrics({ records, schedule, clock }: MetricsParts): Handler {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
  const work = gauge('resit_outbox_records', 'Records the gateway still has something to do for', ['work'])
  const oldest = gauge('resit_oldest_waiting_seconds', 'Age of the oldest record not sent yet')
  const inDoubt = gauge('resit_in_doubt_records', 'Records sent whose outcome is not known')
  const attention = gauge('resit_attention_records', 'Records that a person has to know of', ['code'])
  return async () => {
    const lanes = await schedule.lanes()
    const standing = tally(lanes)
    work.reset()
    for (const lane of lanes) work.inc({ work: lane.work }, lane.count)
    oldest.set(standing.oldestWaitingAt === null ? 0 : (clock.now() - standing.oldestWaitingAt) / 1000)
    inDoubt.set(standing.inDoubt)
    attention.reset()
    for (const [code, count] of await records.attentions(null)) attention.set({ code }, count)
    return { status: 200, text: { type: registry.contentType, content: await registry.metrics() } }
  }
}

/** The one page with a token whose answer is not JSON. */
export const metricsRoute = (parts: MetricsParts): Route => ({
  endpoint: {
    id: 'metrics',
    method: 'GET',
    path: '/metrics',
    scope: 'admin',
    summary: 'Figures for a monitoring system, in the text format of Prometheus',
    mostBodyBytes: 1,
    answers: {},
    faults: [],
  },
  handle: metrics(parts),
})
