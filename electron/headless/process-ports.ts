import pino from 'pino'
import { machineId } from '../gateway/installation/machine-id.ts'
import { writeStderr } from '../gateway/platform/stdio.ts'
import { systemClock, systemRandomness } from '../gateway/platform/system.ts'
import { appFolder } from '../gateway/platform/user-folder.ts'
import type { GatewayPorts } from '../gateway/ports.ts'
import type { Settings } from '../gateway/settings/settings.ts'
import type { Environment } from '../gateway/settings/values.ts'

/** The ports of a gateway as a process. A host adds the secrets. */
export type PortsWithoutSecrets = Omit<GatewayPorts, 'secrets'>

/** @param logLevel the lowest level to log */
export const systemPorts = (env: Environment, logLevel: Settings['logLevel']): PortsWithoutSecrets => ({
  clock: systemClock,
  randomness: systemRandomness,
  // The library's own destination ends the process, or hangs, if stderr is blocked.
  log: pino({ level: logLevel }, { write: writeStderr }),
  machineId,
  stateFolder: appFolder('state', env),
})
