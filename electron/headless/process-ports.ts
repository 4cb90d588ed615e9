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

/** A person at a terminal reads the log as sentences, unless they asked for JSON. */
export const systemPorts = (
  env: Environment,
  { logLevel, json }: Pick<Settings, 'logLevel' | 'json'>,
): PortsWithoutSecrets => ({
  clock: systemClock,
  randomness: systemRandomness,
  // The library's own destination ends the process, or hangs, if stderr is blocked.
  log: pino({ level: logLevel }, { write: process.stderr.isTTY && !json ? writeSentence : writeStderr }),
  machineId,
  stateFolder: appFolder('state', env),
})

const writeSentence = (line: string): void => writeStderr(`${logSentence(line)}\n`)

/** @param line of the log, as JSON @returns the time and what happened */
export function logSentence(line: string): string {
  const { time, msg, err } = JSON.parse(line) as {
    readonly time: number
    readonly msg: string
    readonly err?: { readonly message: string }
  }
  return [new Date(time).toLocaleTimeString('en-GB'), err ? `${msg}: ${err.message}` : msg].join(' ')
}
