import { type KeyStore, SecretsLocked, secretsInFile } from '../gateway/installation/secrets.ts'
import type { Log } from '../gateway/ports.ts'
import { readChosenSettings } from '../gateway/settings/installations.ts'
import { announceGateway } from '../headless/discovery.ts'
import { exitOnUncaughtError } from '../headless/ending.ts'
import { exitCodes } from '../headless/exit-code.ts'
import { systemPorts } from '../headless/process-ports.ts'
import { type InstallationRunner, serve } from '../headless/serving.ts'
import { limitRunningMemory } from '../headless/v8-flags.ts'
import { type DesktopPort, heartbeatMs, type KeyStoreResult, type ToGateway } from './messages.ts'
import { ownerClient } from './owner-client.ts'

const stopWithinMs = 5_000

/**
 * Runs the gateway in a process that the desktop starts. Its secrets are in the platform's key store. It ends with the
 * desktop: otherwise it would keep the data directory locked.
 */
export async function run(desktop: DesktopPort, args: readonly string[]): Promise<void> {
  process.umask(0o077)
  const { settings } = readChosenSettings(args, process.env)
  const ports = systemPorts(process.env, settings)
  const { log } = ports
  exitOnUncaughtError(log)
  const keyStore = process.env['RESIT_KEY_STORE'] === 'none' ? null : keyStoreOver(desktop)
  const starting = serve({
    args,
    env: process.env,
    ports,
    secretsIn: ({ secrets }) => secretsInFile(secrets, keyStore),
    hasScreens: false,
    putsCopyBack: process.env['RESIT_PUT_BACK'] === 'copy',
    tellSetupCode: (code) => desktop.tell({ kind: 'set_up', code }),
    began(running) {
      announceGateway(running)
      desktop.tell({ kind: 'ready', port: running.port })
    },
    lost(err) {
      log.fatal({ err }, 'no gateway could be started again here: the desktop starts it again')
      process.exit(exitCodes.failed)
    },
  })
  // The listener must exist before the first message arrives.
  const heartbeat = obey(desktop, starting, log)
  await starting
  setInterval(heartbeat, heartbeatMs)
  heartbeat()
  limitRunningMemory()
}

/** @returns a function that tells the desktop the state */
function obey(desktop: DesktopPort, starting: Promise<InstallationRunner>, log: Log): () => void {
  let language = process.env['RESIT_LANGUAGE'] ?? 'en'
  const running = async () => (await starting).running()
  const client = async () => ownerClient(await running(), () => language)
  const heartbeat = async () => {
    const state = await (await client()).state().catch((err: unknown) => {
      log.warn({ err }, 'how things stand could not be found out')
      return null
    })
    desktop.tell({ kind: 'standing', standing: state })
    if ((await running()).gateway.setupCode() === null) desktop.tell({ kind: 'set_up', code: null })
  }
  const obeyed = async (order: ToGateway): Promise<void> => {
    switch (order.kind) {
      case 'stop':
        setTimeout(() => process.exit(exitCodes.stopped), stopWithinMs)
        await (await starting).close()
        return process.exit(exitCodes.stopped)
      case 'wake':
        return (await running()).gateway.wake()
      case 'speak':
        language = order.language
        return heartbeat()
      case 'back_up':
        return desktop.tell({ kind: 'backed_up', problem: await (await client()).backUp().catch(String) })
      case 'key_store':
        return undefined
    }
  }
  // If the start fails, the process ends with its reason.
  desktop.listen((order) => void obeyed(order).catch((err: unknown) => log.warn({ err }, 'an order was not obeyed')))
  return () => void heartbeat()
}

/** Calls the main process, because only that can reach the platform's key store. */
function keyStoreOver({ tell, listen }: DesktopPort): KeyStore {
  const waiting = new Map<number, (made: KeyStoreResult | null) => void>()
  let count = 0
  listen((order) => {
    if (order.kind !== 'key_store') return
    waiting.get(order.id)?.(order.made)
    waiting.delete(order.id)
  })
  const ask = async (operation: 'seal' | 'open', text: string): Promise<KeyStoreResult> => {
    count += 1
    const id = count
    const answer = new Promise<KeyStoreResult | null>((resolve) => waiting.set(id, resolve))
    tell({ kind: 'key_store', id, operation, text })
    const made = await answer
    if (made === null) throw new SecretsLocked(`The key store of this computer did not ${operation} a secret.`)
    return made
  }
  return { seal: async (text) => (await ask('seal', text)).text, open: (sealed) => ask('open', sealed) }
}
