import { statSync } from 'node:fs'
import { type EnvironmentKind, type MyInvoisEnvironment } from '../../shared/domain/installation.ts'
import { copyPeopleAndTills } from '../gateway/compose/carry-over.ts'
import { makeSqliteOpener } from '../gateway/compose/sqlite.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import { type DataPaths, ensureDataDir } from '../gateway/installation/data-dir.ts'
import { restoreDataDir } from '../gateway/installation/verify-and-restore.ts'
import { makeTaskQueue } from '../gateway/platform/task-queue.ts'
import type {
  GatewayPorts,
  InstallationCall,
  InstallationSetup,
  Installations,
  RestoreAttempt,
  Secrets,
} from '../gateway/ports.ts'
import {
  emptyInstallationSetup,
  type ResolvedInstallation,
  readChosenSettings,
  readInstallations,
  settingsOfInstallation,
  writeInstallations,
} from '../gateway/settings/installations.ts'
import type { Settings } from '../gateway/settings/settings.ts'
import type { Environment } from '../gateway/settings/values.ts'
import { StoreRefusal } from '../gateway/store/refusal.ts'
import { fetchInside, type StartedGateway, withdrawGateway } from './discovery.ts'
import type { PortsWithoutSecrets } from './process-ports.ts'

export interface RunnerDeps {
  readonly args: readonly string[]
  readonly env: Environment
  readonly ports: PortsWithoutSecrets
  readonly secretsIn: (dataDir: DataPaths) => Secrets
  readonly hasScreens: boolean
  /** A person asked for the copy, because the database is gone. */
  readonly putsCopyBack?: boolean
  readonly tellSetupCode: (code: string, settings: Settings) => void
  /** Called again after a change of installation. */
  readonly began: (running: StartedGateway) => void
  /** Neither the chosen installation nor the one before can be started. */
  readonly lost: (cause: unknown) => void
}

/** Runs the chosen installation, and changes to another when the owner chooses it. */
export class InstallationRunner {
  readonly #host: RunnerDeps
  #running: StartedGateway | null = null
  #secrets: Secrets | null = null
  #isEnding = false
  #restored: RestoreAttempt | null = null
  /** Changes and calls to prepared installations run one after the other. */
  readonly #inTurn = makeTaskQueue()

  constructor(host: RunnerDeps) {
    this.#host = host
  }

  running(): StartedGateway {
    return this.#running as StartedGateway
  }

  /** @param wished the port it had before; null at the first start */
  async begin(wished: number | null): Promise<void> {
    const { args, env, ports, hasScreens, tellSetupCode, began } = this.#host
    const here = readChosenSettings(args, env)
    const { settings, name, home } = here
    const dataDir = ensureDataDir(settings.dataDir)
    const options = {
      settings,
      openStore: makeSqliteOpener(dataDir),
      keepsPracticeLedger: true,
      screensDir: hasScreens ? settings.screensDir : null,
      tellSetupCode: (code: string) => tellSetupCode(code, settings),
      installations: this.#installations(here),
    }
    const own = portsIn(this.#host, dataDir)
    const gateway = await createGateway(options, own)
    const port = await gateway.start(wished ?? settings.port).catch(async (cause: unknown) => {
      await gateway.close()
      throw cause
    })
    this.#running = { gateway, settings, dataDir, port, log: ports.log }
    this.#secrets = own.secrets
    if (name !== null && name !== 'practice' && !readInstallations(home)[name]?.usedAt)
      keepPrepared(home, name, { usedAt: new Date(ports.clock.now()).toISOString() })
    began(this.#running)
    void gateway.writable.then(() => this.#next(() => this.#again()))
  }

  async close(): Promise<void> {
    this.#isEnding = true
    // After every earlier change.
    await this.#inTurn(async () => undefined)
    if (this.#running) await end(this.#running)
  }

  #next(change: () => Promise<void>): void {
    void this.#inTurn(change).catch(this.#host.lost)
  }

  async #again(between?: (dataDir: DataPaths) => Promise<void>): Promise<void> {
    if (this.#isEnding || this.#running === null) return
    const { port, dataDir } = this.#running
    await end(this.#running)
    await between?.(dataDir)
    await this.begin(port)
  }

  async #changeTo(name: EnvironmentKind, { home, name: before }: ResolvedInstallation): Promise<void> {
    if (this.#isEnding || this.#running === null || before === null) return
    const { port, log } = this.#running
    await end(this.#running)
    const choose = (chosen: EnvironmentKind) => writeInstallations(home, { ...readInstallations(home), chosen })
    choose(name)
    try {
      await this.begin(port)
    } catch (err) {
      log.error({ err, installation: name }, 'it could not be started: the gateway goes on where it was')
      choose(before)
      await this.begin(port)
    }
  }

  #installations(here: ResolvedInstallation): Installations {
    const { home, name } = here
    const putBack = async (dataDir: DataPaths, file: string | null) => {
      this.#restored = await restoreFrom(this.#host, dataDir, file)
    }
    /** After earlier changes. */
    const inTurn = <Answer>(prepared: MyInvoisEnvironment, work: PreparedWork<Answer>) =>
      this.#inTurn(() => withPrepared(this.#host, { home, name: prepared }, work))
    return {
      here: name,
      kept: () => (name === null ? { chosen: 'practice' } : readInstallations(home)),
      keep: (prepared, becomes) => keepPrepared(home, prepared, becomes),
      ask: (prepared, call) => inTurn(prepared, (gateway, { port }) => askAsOwner(gateway, port, call)),
      carryOver: (prepared, by) =>
        inTurn(prepared, async ({ store }, { secrets }) => {
          const from = { store: this.running().gateway.store, secrets: this.#secrets ?? secrets }
          await copyPeopleAndTills(from, { store, secrets }, { by, at: this.#host.ports.clock.now() })
        }),
      restored: () => this.#restored,
      // After open requests are answered.
      choose: (chosen) => setImmediate(() => this.#next(() => this.#changeTo(chosen, here))),
      restore: (file) => setImmediate(() => this.#next(() => this.#again((dataDir) => putBack(dataDir, file)))),
    }
  }
}

/** @throws the error of the first start */
export async function serve(host: RunnerDeps): Promise<InstallationRunner> {
  const serving = new InstallationRunner(host)
  if (host.putsCopyBack)
    await putCopyBack(host, ensureDataDir(readChosenSettings(host.args, host.env).settings.dataDir))
  await serving.begin(null)
  return serving
}

/** An existing database is newer than its copy and stays. */
async function putCopyBack(host: RunnerDeps, dataDir: DataPaths): Promise<void> {
  const isThere = (statSync(dataDir.database, { throwIfNoEntry: false })?.size ?? 0) > 0
  if (!isThere) await restoreDataDir(dataDir, portsIn(host, dataDir), null)
}

async function restoreFrom(host: RunnerDeps, dataDir: DataPaths, file: string | null): Promise<RestoreAttempt> {
  const at = host.ports.clock.now()
  try {
    await restoreDataDir(dataDir, portsIn(host, dataDir), file)
    return { at, file, refusal: null }
  } catch (err) {
    host.ports.log.error({ err }, 'the backup was not put back: the gateway goes on with what it had')
    return { at, file, refusal: refusalOf(err) }
  }
}

function refusalOf(cause: unknown): RestoreAttempt['refusal'] {
  const reason = cause instanceof StoreRefusal ? cause.reason : null
  return reason === 'not_ours' || reason === 'newer_version' || reason === 'unsafe' ? reason : 'failed'
}

async function end({ gateway, dataDir, log }: StartedGateway): Promise<void> {
  await gateway.close()
  withdrawGateway(dataDir, log)
}

const portsIn = ({ ports, secretsIn }: RunnerDeps, dataDir: DataPaths): GatewayPorts => ({
  ...ports,
  secrets: secretsIn(dataDir),
})

function keepPrepared(home: string, name: MyInvoisEnvironment, becomes: Partial<InstallationSetup>): void {
  const kept = readInstallations(home)
  writeInstallations(home, { ...kept, [name]: { ...(kept[name] ?? emptyInstallationSetup), ...becomes } })
}

async function askAsOwner(gateway: Gateway, port: number, { method, url, body, language }: InstallationCall) {
  const headers = {
    authorization: `Bearer ${gateway.controlToken}`,
    'accept-language': language,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await fetchInside(gateway, port)(url, sent)
  return { status: answer.status, body: await answer.json() }
}

type PreparedWork<Answer> = (
  gateway: Gateway,
  own: { readonly port: number; readonly secrets: Secrets },
) => Promise<Answer>

/** A gateway inside this process that sends nothing, as for commands. */
async function withPrepared<Answer>(
  host: RunnerDeps,
  { home, name }: { readonly home: string; readonly name: MyInvoisEnvironment },
  work: PreparedWork<Answer>,
): Promise<Answer> {
  const kept = readInstallations(home)
  const settings = settingsOfInstallation(name, { ...host, env: { ...host.env, RESIT_DISPATCH: 'off' }, home, kept })
  const dataDir = ensureDataDir(settings.dataDir)
  const options = { settings, openStore: makeSqliteOpener(dataDir), keepsPracticeLedger: false }
  const ports = portsIn(host, dataDir)
  const gateway = await createGateway(options, ports)
  try {
    return await work(gateway, { port: settings.port, secrets: ports.secrets })
  } finally {
    await gateway.close()
  }
}
