import { secretsInFile } from '../gateway/installation/secrets.ts'
import { writeStderr, writeStdout } from '../gateway/platform/stdio.ts'
import { readChosenSettings } from '../gateway/settings/installations.ts'
import type { Settings } from '../gateway/settings/settings.ts'
import { announceGateway, setupEvent, setupNotice } from './discovery.ts'
import { exitOnUncaughtError, stopOnSignal } from './ending.ts'
import { exitCodeOf } from './exit-code.ts'
import { systemPorts } from './process-ports.ts'
import { serve } from './serving.ts'
import { keepSystemdNotified } from './systemd.ts'
import { limitRunningMemory } from './v8-flags.ts'

export async function run(args: readonly string[]): Promise<void> {
  // Documents name customers: other users must not read these files.
  process.umask(0o077)
  const { settings } = readChosenSettings(args, process.env)
  const ports = systemPorts(process.env, settings)
  const { log } = ports
  exitOnUncaughtError(log)
  /** Null before the greeting. */
  let greetedAt: number | null = null
  const serving = await serve({
    args,
    env: process.env,
    ports,
    secretsIn: ({ secrets }) => secretsInFile(secrets),
    hasScreens: true,
    tellSetupCode(code, { json }) {
      if (json) writeStderr(setupEvent(code))
      else if (greetedAt !== null) writeStderr(setupNotice(code, greetedAt))
    },
    began(running) {
      const ready = announceGateway(running)
      if (greetedAt !== null) return
      greetedAt = running.port
      // Before the ready line, because its reader may stop the gateway at once.
      stopOnSignal(() => serving.close(), log)
      limitRunningMemory()
      keepSystemdNotified(process.env)
      const { settings: told, gateway } = running
      writeStdout(`${told.json ? JSON.stringify(ready) : greeting(ready.base_url, told)}\n`)
      const code = gateway.setupCode()
      if (code !== null && !told.json) writeStderr(setupNotice(code, greetedAt))
    },
    lost(err) {
      log.fatal({ err }, 'no gateway could be started again: start it by hand')
      process.exit(exitCodeOf(err))
    },
  })
}

const greeting = (baseUrl: string, { authority, dataDir }: Settings): string =>
  [
    authority === 'practice' ? 'PRACTICE: nothing leaves this computer.' : `Authority: ${authority}.`,
    `The documents are in ${dataDir}. A till sends its sales to ${baseUrl}.`,
    `The screens are at ${new URL('/', baseUrl).href}`,
  ].join('\n')
