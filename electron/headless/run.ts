import pino from 'pino'
import { type DataDir, openDataDir } from '../gateway/data-dir.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import { machineId } from '../gateway/machine-id.ts'
import type { Log } from '../gateway/ports.ts'
import { secretsInFile } from '../gateway/secrets.ts'
import { readSettings, type Settings } from '../gateway/settings/settings.ts'
import { systemClock, systemRandomness } from '../gateway/system.ts'
import { witnessFolder } from '../gateway/witness.ts'
import { beFound, beGone } from './discovery.ts'
import { endOnSurprise, endWithStore } from './ending.ts'
import { dataDirFlag } from './hints.ts'
import { stayThrifty } from './thrift.ts'

const stopWithinMs = 5_000

/** The gateway as a plain process: no window, logs on stderr, stopped by a signal. */
export async function run(args: readonly string[]): Promise<void> {
  // Documents name customers: nobody else on this machine reads what is written here.
  process.umask(0o077)
  const settings = readSettings(args, process.env)
  // Synchronous: the last line before a crash is the one that matters.
  const log = pino({ level: settings.logLevel }, pino.destination({ fd: 2, sync: true }))
  endOnSurprise(log)
  const dataDir = openDataDir(settings.dataDir)
  const secrets = secretsInFile(dataDir.secrets)
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
    screensDir: settings.screensDir,
    tellSetupCode: (code) => process.stderr.write(`${setupNotice(code, settings)}\n`),
  })
  endWithStore(gateway, log)
  const port = await gateway.start(settings.port).catch(async (cause: unknown) => {
    await gateway.close()
    throw cause
  })
  // Before anybody knows that it runs: whoever reads the ready line may stop it at once.
  stopOnSignal(gateway, dataDir, log)
  stayThrifty()
  const ready = beFound({ gateway, settings, dataDir, port, log })
  process.stdout.write(`${settings.json ? JSON.stringify(ready) : greeting(ready.base_url, settings)}\n`)
}

/** For whoever started it, and nobody else: it makes the first owner (contract 1). */
const setupNotice = (code: string, { json }: Settings): string =>
  json
    ? JSON.stringify({ event: 'setup_code', code })
    : `Nobody can sign in yet. Open the screens and make the first owner with this set-up code: ${code}`

const greeting = (baseUrl: string, { authority, dataDir }: Settings): string =>
  [
    `Resit answers at ${baseUrl} and keeps its documents in ${dataDir}.`,
    authority === 'practice' ? 'PRACTICE: nothing leaves this machine.' : `Authority: ${authority}.`,
    `A till needs a token: npm run -s resit -- token create --name "Till 1" --scopes submit,read${dataDirFlag(dataDir, process.env)}`,
  ].join('\n')

function stopOnSignal(gateway: Gateway, dataDir: DataDir, log: Log): void {
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping took too long; what was in flight is in doubt at the next start')
      process.exit(0)
    }, stopWithinMs).unref()
    gateway
      .close()
      .then(() => {
        beGone(dataDir, log)
        process.exit(0)
      })
      .catch((err: unknown) => {
        log.fatal({ err }, 'stopping failed')
        process.exit(1)
      })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
