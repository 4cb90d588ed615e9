import { performance } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import packageJson from '../../../../package.json' with { type: 'json' }
import { alertCodes, alertRowOf } from '../../../../shared/domain/alert.ts'
import { workKinds } from '../../../../shared/domain/status.ts'
import type { Route } from '../../http/server.ts'
import type { CounterName, Metrics } from '../../ports.ts'
import { countWork } from '../sending/queue.ts'
import type { HealthMonitor } from './monitor.ts'

const families: Readonly<Record<CounterName, readonly [help: string, labelNames: readonly string[]]>> = {
  resit_submissions_total: ['Submissions of tills by what they were answered', ['family', 'kind', 'outcome']],
  resit_document_transitions_total: ['Documents by the status they came into', ['status']],
  resit_webhook_deliveries_total: ['Tries to tell a server of a change', ['state']],
  resit_refused_total: ['Refused at the door: wrong tokens, PINs and codes, too many connections', ['what']],
  resit_authority_requests_total: ['Requests to where documents go', ['endpoint', 'code']],
  resit_http_requests_total: ['Answers by endpoint and status', ['endpoint', 'code']],
}

/** In seconds: a sale takes milliseconds, a cancellation waits for the authority. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export class MetricCounters implements Metrics {
  readonly registry = new Registry()
  readonly #counters = new Map<string, Counter>()
  readonly #times: Histogram

  constructor() {
    const registers = [this.registry]
    for (const [name, [help, labelNames]] of Object.entries(families))
      this.#counters.set(name, new Counter({ name, help, labelNames: [...labelNames], registers }))
    const name = 'resit_http_request_duration_seconds'
    this.#times = new Histogram({ name, help: 'How long an answer took', labelNames: ['endpoint'], buckets, registers })
  }

  count(family: CounterName, labels: Readonly<Record<string, string>>): void {
    this.#counters.get(family)?.inc(labels)
  }

  time(endpoint: string, ms: number): void {
    this.#times.observe({ endpoint }, ms / 1000)
  }
}

export interface MetricsDeps {
  readonly settings: { readonly authority: string }
  readonly monitor: Pick<HealthMonitor, 'look'>
  readonly tallies: MetricCounters
}

/** The one page with a token whose answer is not JSON (contract 10). */
export const metricsRoute = (deps: MetricsDeps): Route => ({
  endpoint: {
    id: 'metrics',
    method: 'GET',
    path: '/metrics',
    scope: 'admin',
    alsoScope: 'monitor',
    outletScope: 'refused',
    summary: 'Figures for a monitoring system, in the text format of Prometheus',
    mostBodyBytes: 1,
    answers: {},
    faults: [],
  },
  async handle() {
    const registry = Registry.merge([deps.tallies.registry])
    for (const [name, Metric, help, samples] of [...(await gauges(deps)), ...sinceStart()]) {
      const told = samples.filter((sample): sample is readonly [Labels, number] => sample[1] != null)
      if (told.length === 0) continue
      const metric = new Metric({ name, help, labelNames: Object.keys(told[0]?.[0] ?? {}), registers: [registry] })
      for (const [labels, value] of told) metric.inc(labels, value)
    }
    return { status: 200, media: { type: registry.contentType, content: await registry.metrics() } }
  },
})

type Labels = Readonly<Record<string, string>>
/** A figure that is not known is left out. */
type Sample = readonly [Labels, number | null | undefined]
type Family = readonly [name: string, typeof Counter | typeof Gauge, help: string, readonly Sample[]]

/** Taken from the last look: a silent store must not hide the alerts. */
async function gauges({ monitor, settings }: MetricsDeps): Promise<readonly Family[]> {
  const { facts, alerts } = await monitor.look()
  const { at, backlog, copy, network, heartbeats, lastContactAt } = facts
  const waiting = backlog && countWork(backlog.lanes)
  const age = (when: number | null | undefined) => (when == null ? null : Math.max(0, at - when) / 1000)
  const gauge = (name: string, help: string, ...samples: readonly Sample[]) => [name, Gauge, help, samples] as const
  const build = { version: packageJson.version, node: process.version, authority: settings.authority }
  const raised = new Set(alerts.map(({ code }) => code))
  const ofAlerts = alertCodes.map((code) => {
    return [{ code, severity: alertRowOf(code).verdict }, raised.has(code) ? 1 : 0] as const
  })
  const ofWorks = workKinds.map((work) => {
    const count = backlog?.lanes.reduce((sum, lane) => sum + (lane.work === work ? lane.count : 0), 0)
    return [{ work }, count] as const
  })
  const nameOf = (companyGuid: string) => backlog?.codeOf.get(companyGuid) ?? companyGuid
  const ofCertificates = (facts.certificateEnds ?? []).map(({ companyGuid, until }) => {
    return [{ company: nameOf(companyGuid) }, until / 1000] as const
  })
  const ofNeedy = [...(backlog?.needy ?? [])].map(([guid, count]) => [{ company: nameOf(guid) }, count] as const)
  const ofLoops = heartbeats.map(({ companyGuid, name: loop, stepMs }) => {
    return [{ company: nameOf(companyGuid), loop }, (stepMs ?? 0) / 1000] as const
  })
  const closing = backlog?.closing?.values().reduce((sum, count) => sum + count, 0)
  const silent = lastContactAt === null ? facts.upMs / 1000 : age(lastContactAt)
  return [
    gauge('resit_build_info', 'What runs here', [build, 1]),
    gauge('resit_alert', 'Whether a person has to look at this: 1 or 0', ...ofAlerts),
    gauge('resit_outbox_records', 'Records the gateway still has something to do for', ...ofWorks),
    gauge('resit_oldest_waiting_seconds', 'Age of the oldest record not sent yet', [
      {},
      waiting && (age(waiting.oldestWaitingAt) ?? 0),
    ]),
    gauge('resit_in_doubt_records', 'Records sent whose outcome is not known', [{}, waiting?.inDoubt]),
    gauge('resit_attention_records', 'Records that do not go on before a person has acted', ...ofNeedy),
    gauge('resit_window_closing_records', 'Unsent records whose time to be sent is nearly over', [{}, closing]),
    gauge('resit_authority_silent_seconds', 'Since the authority last answered, or since the start', [{}, silent]),
    gauge('resit_disk_free_bytes', 'Free space where everything is kept', [{}, facts.freeBytes]),
    gauge('resit_wal_bytes', 'Length of the log of the database', [{}, facts.walBytes]),
    gauge('resit_copy_age_seconds', 'Since the copy last had everything', [{}, age(copy?.copiedAt)]),
    gauge('resit_backup_age_seconds', 'Since the last whole backup of the copy', [{}, age(copy?.backedUpAt)]),
    gauge('resit_tls_expiry_timestamp_seconds', 'When the certificate ends', [{}, network && network.until / 1000]),
    gauge('resit_signing_certificate_expiry_timestamp_seconds', 'When what signs documents ends', ...ofCertificates),
    gauge('resit_loop_step_seconds', 'How long the present step of a loop has taken; 0 at rest', ...ofLoops),
    gauge('process_resident_memory_bytes', 'Memory', [{}, process.memoryUsage.rss()]),
    gauge('process_start_time_seconds', 'When the process began', [{}, performance.timeOrigin / 1000]),
  ]
}

function sinceStart(): readonly Family[] {
  const { user, system } = process.cpuUsage()
  const busy = performance.eventLoopUtilization().active / 1000
  return [
    ['resit_event_loop_active_seconds_total', Counter, 'How long the thread that answers was busy', [[{}, busy]]],
    ['process_cpu_seconds_total', Counter, 'Time of processors', [[{}, (user + system) / 1e6]]],
  ]
}
