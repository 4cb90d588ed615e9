import { type InstallationName, type PreparedName } from '../../shared/domain/installation.ts'
import { sqliteIn } from '../gateway/compose/sqlite.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import { restoreKept } from '../gateway/installation/at-rest.ts'
import { type DataDir, openDataDir } from '../gateway/installation/data-dir.ts'
import type { GatewayPorts, Installations, PreparedCall, PutBack, Secrets } from '../gateway/ports.ts'
import {
  type Here,
  keepInstallations,
  nothingPrepared,
  readInstallations,
  settingsHere,
  settingsOf,
} from '../gateway/settings/installations.ts'
import type { Settings } from '../gateway/settings/settings.ts'
import type { Environment } from '../gateway/settings/values.ts'
import { StoreRefusal } from '../gateway/store/refusal.ts'
import { beGone, type Running } from './discovery.ts'
import type { ProcessPorts } from './process-ports.ts'

/** What a host gives every gateway that it runs. */
export interface Host {
  readonly args: readonly string[]
  readonly env: Environment
  readonly ports: ProcessPorts
  readonly secretsIn: (dataDir: DataDir) => Secrets
  /** Whether it serves the screens itself. */
  readonly hasScreens: boolean
  readonly tellSetupCode: (code: string, settings: Settings) => void
  /** A gateway answers; again after it was changed for another. */
  readonly began: (running: Running) => void
  /** Neither the one that was chosen nor the one before it can be started. */
  readonly lost: (cause: unknown) => void
}

export interface Serving {
  readonly running: () => Running
  readonly close: () => Promise<void>
}

/**
 * Runs the gateway of the installation that was chosen, and changes it for another when an owner chooses that.
 * @throws whatever keeps the first one from starting
 */
export async function serve(host: Host): Promise<Serving> {
  let running: Running | null = null
  let isEnding = false
  let restored: PutBack | null = null
  let last: Promise<unknown> = Promise.resolve()

  const begin = async (port: number | null): Promise<Running> => {
    const here = settingsHere(host.args, host.env)
    const change = (name: InstallationName) => {
      last = last.then(() => changeTo(name, here)).catch(host.lost)
    }
    const restore = (file: string | null) => {
      last = last.then(() => putBack(file)).catch(host.lost)
    }
    const begun = await start(host, { here, port, change, enqueue, restore, restored: () => restored })
    if (here.name !== null && here.name !== 'practice') noteUse(here.home, here.name, host)
    host.began(begun)
    void begun.gateway.writable.then(() => {
      last = last.then(() => again()).catch(host.lost)
    })
    return begun
  }
  const enqueue = <Answer>(task: () => Promise<Answer>): Promise<Answer> => {
    const mine = last.then(task)
    last = mine.catch(() => undefined)
    return mine
  }
  const changeTo = async (name: InstallationName, { home, name: before }: Here): Promise<void> => {
    if (isEnding || running === null || before === null) return
    const { port } = running
    await end(running)
    keepInstallations(home, { ...readInstallations(home), chosen: name })
    try {
      running = await begin(port)
    } catch (err) {
      host.ports.log.error({ err, installation: name }, 'it could not be started: the gateway goes on where it was')
      keepInstallations(home, { ...readInstallations(home), chosen: before })
      running = await begin(port)
    }
  }
  const again = async (between = async (_dataDir: DataDir): Promise<void> => undefined): Promise<void> => {
    if (isEnding || running === null) return
    const { port, dataDir } = running
    await end(running)
    await between(dataDir)
    running = await begin(port)
  }
  const putBack = (file: string | null) =>
    again(async (dataDir) => {
      restored = await restoreFrom(host, dataDir, file)
    })
  running = await begin(null)
  return {
    running: () => running as Running,
    async close() {
      isEnding = true
      await last
      if (running) await end(running)
    },
  }
}

interface Beginning {
  readonly here: Here
  /** The one it had, so that tills find it again; null at the first start. */
  readonly port: number | null
  readonly change: (name: InstallationName) => void
  readonly enqueue: <Answer>(task: () => Promise<Answer>) => Promise<Answer>
  readonly restore: (file: string | null) => void
  readonly restored: () => PutBack | null
}

async function start(host: Host, { here, port: wished, ...way }: Beginning): Promise<Running> {
  const { settings } = here
  const { log } = host.ports
  const dataDir = openDataDir(settings.dataDir)
  const options = {
    settings,
    openStore: sqliteIn(dataDir),
    keepsPracticeLedger: true,
    screensDir: host.hasScreens ? settings.screensDir : null,
    tellSetupCode: (code: string) => host.tellSetupCode(code, settings),
    installations: installationsFor(host, here, way),
  }
  const gateway = await createGateway(options, portsIn(host, dataDir))
  const port = await gateway.start(wished ?? settings.port).catch(async (cause: unknown) => {
    await gateway.close()
    throw cause
  })
  return { gateway, settings, dataDir, port, log }
}

async function restoreFrom(host: Host, dataDir: DataDir, file: string | null): Promise<PutBack> {
  const at = host.ports.clock.now()
  try {
    await restoreKept({ dataDir }, portsIn(host, dataDir), file)
    return { at, file, refusal: null }
  } catch (err) {
    host.ports.log.error({ err }, 'the backup was not put back: the gateway goes on with what it had')
    return { at, file, refusal: refusalOf(err) }
  }
}

function refusalOf(cause: unknown): PutBack['refusal'] {
  const reason = cause instanceof StoreRefusal ? cause.reason : null
  return reason === 'not_ours' || reason === 'newer_version' || reason === 'unsafe' ? reason : 'failed'
}

async function end({ gateway, dataDir, log }: Running): Promise<void> {
  await gateway.close()
  beGone(dataDir, log)
}

const portsIn = ({ ports, secretsIn }: Host, dataDir: DataDir): GatewayPorts => ({
  ...ports,
  secrets: secretsIn(dataDir),
})

function noteUse(home: string, name: PreparedName, { ports }: Host): void {
  const kept = readInstallations(home)
  const prepared = kept[name] ?? nothingPrepared
  if (prepared.usedAt !== null) return
  keepInstallations(home, { ...kept, [name]: { ...prepared, usedAt: new Date(ports.clock.now()).toISOString() } })
}

function installationsFor(
  host: Host,
  { home, name: here }: Here,
  { change, enqueue, restore, restored }: Omit<Beginning, 'here' | 'port'>,
): Installations {
  return {
    here,
    address: host.env['RESIT_MYINVOIS_API_URL'] ?? null,
    kept: () => (here === null ? { chosen: 'practice' } : readInstallations(home)),
    keep(name, becomes) {
      const kept = readInstallations(home)
      keepInstallations(home, { ...kept, [name]: { ...(kept[name] ?? nothingPrepared), ...becomes } })
    },
    ask: (name, call) => enqueue(() => askPrepared(host, { home, name }, call)),
    // Whoever chose is answered first: a gateway that ends finishes what it was asked.
    choose: (name) => setImmediate(() => change(name)),
    restored,
    restore: (file) => setImmediate(() => restore(file)),
  }
}

/** As a command does where no gateway runs: one inside this process that sends nothing. */
async function askPrepared(
  host: Host,
  { home, name }: { readonly home: string; readonly name: PreparedName },
  { method, url, body, language }: PreparedCall,
) {
  const kept = readInstallations(home)
  const settings = settingsOf(name, { ...host, env: { ...host.env, RESIT_DISPATCH: 'off' }, home, kept })
  const dataDir = openDataDir(settings.dataDir)
  const options = { settings, openStore: sqliteIn(dataDir), keepsPracticeLedger: false }
  const gateway: Gateway = await createGateway(options, portsIn(host, dataDir))
  try {
    const answer = await gateway.app.inject({
      method,
      url,
      headers: {
        host: `127.0.0.1:${settings.port}`,
        authorization: `Bearer ${gateway.controlToken}`,
        'accept-language': language,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, body: answer.json<unknown>() }
  } finally {
    await gateway.close()
  }
}
