import { secretsInFile } from '../gateway/installation/secrets.ts'
import { writeStdout } from '../gateway/platform/stdio.ts'
import { readChosenSettings } from '../gateway/settings/installations.ts'
import type { Settings } from '../gateway/settings/settings.ts'
import { announceGateway, setupCodeTeller } from './discovery.ts'
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
  const setupCode = setupCodeTeller()
  let isFirst = true
  const serving = await serve({
    args,
    env: process.env,
    ports,
    secretsIn: ({ secrets }) => secretsInFile(secrets),
    hasScreens: true,
    tellSetupCode: setupCode.tell,
    began(running) {
      const ready = announceGateway(running)
      if (!isFirst) return
      isFirst = false
      // Before the ready line, because its reader may stop the gateway at once.
      stopOnSignal(() => serving.close(), log)
      limitRunningMemory()
      keepSystemdNotified(process.env)
      const { settings: told } = running
      writeStdout(`${told.json ? JSON.stringify(ready) : greeting(ready.base_url, told)}\n`)
      setupCode.greeted(running)
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
