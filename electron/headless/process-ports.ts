import pino from 'pino'
import { machineId } from '../gateway/installation/machine-id.ts'
import { writeStderr } from '../gateway/platform/stdio.ts'
import { systemClock, systemRandomness } from '../gateway/platform/system.ts'
import { userFolder } from '../gateway/platform/user-folder.ts'
import type { GatewayPorts } from '../gateway/ports.ts'
import type { Settings } from '../gateway/settings/settings.ts'
import type { Environment } from '../gateway/settings/values.ts'

/** What a gateway stands on that runs as a process on a computer; its secrets lie with its data. */
export type ProcessPorts = Omit<GatewayPorts, 'secrets'>

/** The computer's own clock, chance and machine, and a log on stderr. @param logLevel from which lines on */
export const processPorts = (env: Environment, logLevel: Settings['logLevel']): ProcessPorts => ({
  clock: systemClock,
  randomness: systemRandomness,
  // Not the library's own: where stderr takes nothing it ends the process, or waits for ever to say its last.
  log: pino({ level: logLevel }, { write: writeStderr }),
  machineId,
  stateFolder: userFolder('state', env),
})
