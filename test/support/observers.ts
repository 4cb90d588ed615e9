import { MetricCounters } from '../../electron/gateway/features/health/metrics.ts'
import { TraceIds } from '../../electron/gateway/platform/traces.ts'

/** Counters and traces for a server under test. */
export const observers = { tallies: new MetricCounters(), traces: new TraceIds(), settings: { isAccessLogged: false } }
