import pino from 'pino'
import { openDataDir } from '../gateway/data-dir.ts'
import { createGateway } from '../gateway/gateway.ts'
import { machineId } from '../gateway/machine-id.ts'
import { secretsInFile } from '../gateway/secrets.ts'
import { readSettings } from '../gateway/settings/settings.ts'
import { systemClock, systemRandomness } from '../gateway/system.ts'
import { witnessFolder } from '../gateway/witness.ts'
import { beFound, beGone, type Running } from '../headless/discovery.ts'
import { endOnSurprise } from '../headless/ending.ts'
import { exitCodes } from '../headless/exit-code.ts'
import { stayThrifty } from '../headless/thrift.ts'
import type { DesktopPort } from './desktop-port.ts'
import { keyStoreOver } from './key-store.ts'
import { pulseMs } from './messages.ts'
import { ownerDesk } from './standing.ts'

const stopWithinMs = 5_000

/**
 * The gateway in a process of its own beside the desktop: secrets in the platform's key store, logs on stderr, orders
 * from the main process. It ends with it: a gateway that nobody watches would hold the data directory.
 */
export async function run(desktop: DesktopPort, args: readonly string[]): Promise<void> {
  process.umask(0o077)
  const settings = readSettings(args, process.env)
  const log = pino({ level: settings.logLevel }, pino.destination({ fd: 2, sync: true }))
  endOnSurprise(log)
  const dataDir = openDataDir(settings.dataDir)
  const keyStore = process.env['RESIT_KEY_STORE'] === 'none' ? null : keyStoreOver(desktop)
  const secrets = secretsInFile(dataDir.secrets, keyStore)
  const ports = {
    clock: systemClock,
    randomness: systemRandomness,
    log,
    secrets,
    machineId,
    witnessFolder: witnessFolder(process.env),
  }
  const gateway = await createGateway(settings, dataDir, ports, {
    keepsPracticeLedger: true,
    screensDir: null,
    tellSetupCode: (code) => desktop.tell({ kind: 'set_up', code }),
  })
  void gateway.storeLost.then((err) => {
    log.fatal({ err }, 'the store has ended: the gateway ends, and the desktop starts it again')
    process.exit(exitCodes.failed)
  })
  const port = await gateway.start(settings.port).catch(async (cause: unknown) => {
    await gateway.close()
    throw cause
  })
  obey(desktop, { gateway, settings, dataDir, port, log })
  stayThrifty()
}

function obey(desktop: DesktopPort, running: Running): void {
  const { gateway, dataDir, port, log } = running
  let language = process.env['RESIT_LANGUAGE'] ?? 'en'
  const desk = ownerDesk(gateway, port, () => language)
  beFound(running)
  const pulse = async () => {
    const standing = await desk.standing().catch((err: unknown) => {
      log.warn({ err }, 'how things stand could not be found out')
      return null
    })
    desktop.tell({ kind: 'standing', standing })
    if (gateway.setupCode() === null) desktop.tell({ kind: 'set_up', code: null })
  }
  setInterval(() => void pulse(), pulseMs)
  const stop = async () => {
    setTimeout(() => process.exit(exitCodes.stopped), stopWithinMs)
    await gateway.close()
    beGone(dataDir, log)
    process.exit(exitCodes.stopped)
  }
  desktop.listen((order) => {
    switch (order.kind) {
      case 'stop':
        return void stop()
      case 'wake':
        return void gateway.wake()
      case 'speak':
        language = order.language
        return void pulse()
      case 'back_up':
        return void desk
          .backUp(order.file)
          .then((problem) => desktop.tell({ kind: 'backed_up', id: order.id, problem }))
      case 'key_store':
        return undefined
    }
  })
  desktop.tell({ kind: 'ready', port })
  void pulse()
}
