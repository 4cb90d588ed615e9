import pino from 'pino'
import { machineId } from '../gateway/installation/machine-id.ts'
import { witnessFolder } from '../gateway/installation/witness.ts'
import { systemClock, systemRandomness } from '../gateway/platform/system.ts'
import type { GatewayPorts } from '../gateway/ports.ts'
import type { Settings } from '../gateway/settings/settings.ts'
import type { Environment } from '../gateway/settings/values.ts'

/** What a gateway stands on that runs as a process on a computer; its secrets lie with its data. */
export type ProcessPorts = Omit<GatewayPorts, 'secrets'>

/** The computer's own clock, chance and machine, and a log on stderr. @param logLevel from which lines on */
export const processPorts = (env: Environment, logLevel: Settings['logLevel']): ProcessPorts => ({
  clock: systemClock,
  randomness: systemRandomness,
  // Synchronous: the last line before a crash is the one that matters.
  log: pino({ level: logLevel }, pino.destination({ fd: 2, sync: true })),
  machineId,
  witnessFolder: witnessFolder(env),
})
