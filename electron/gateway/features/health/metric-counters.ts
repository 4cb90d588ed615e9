import { Counter, Histogram, Registry } from 'prom-client'
import type { CounterName, Metrics } from '../../ports.ts'

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
