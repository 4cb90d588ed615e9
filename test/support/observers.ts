import { Tallies } from '../../electron/gateway/features/health/tallies.ts'
import { Traces } from '../../electron/gateway/platform/traces.ts'

/** Counters and traces for a server under test. */
export const observers = { tallies: new Tallies(), traces: new Traces(), settings: { isAccessLogged: false } }
