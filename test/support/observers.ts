import { Tallies } from '../../electron/gateway/features/health/tallies.ts'
import { Traces } from '../../electron/gateway/platform/traces.ts'

/** What a server tells of its answers. */
export const observers = { tallies: new Tallies(), traces: new Traces(), settings: { isAccessLogged: false } }
