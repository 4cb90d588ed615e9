import type { Handler } from '../../http/call.ts'
import type { Route } from '../../http/server.ts'
import type { MetricsDeps } from './metrics-registry.ts'

/**
 * Most gateways are never asked: what keeps the figures is loaded and begins to look at this process with the first
 * question, since it wakes it a hundred times a second.
 */
function shownOnceAsked(deps: MetricsDeps): Handler {
  let shown: Promise<Handler> | undefined
  const keep = async () => (await import('./metrics-registry.ts')).metrics(deps)
  return async (call) => {
    shown ??= keep()
    return (await shown)(call)
  }
}

/** The one page with a token whose answer is not JSON. */
export const metricsRoute = (deps: MetricsDeps): Route => ({
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
  handle: shownOnceAsked(deps),
})
