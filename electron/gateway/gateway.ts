import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Practice } from './authority/practice/practice.ts'
import { type AuthorityConnection, connectAuthority } from './compose/authorities.ts'
import { buildListenerRules, createBuyerListener, createLoopbackServer, hostsAt } from './compose/listeners.ts'
import type { OpenedStore, OpenStore } from './compose/opened-store.ts'
import { followOtherProcesses } from './compose/other-processes.ts'
import { type Parts, partsOf } from './compose/parts.ts'
import { StorageReadiness } from './compose/readiness.ts'
import { scheduleStoreChecks } from './compose/store-checks.ts'
import { demoCompanyAt } from './features/companies/demo-company.ts'
import type { DropFolder } from './features/drop-folder/drop-folder.ts'
import { openDropFolder } from './features/drop-folder/open.ts'
import { thisMachine } from './features/health/machine.ts'
import { MetricCounters } from './features/health/metrics.ts'
import { scheduleReconciliationAfterCrash } from './features/reconciliation/runs.ts'
import { startTokenUseRecorder } from './http/access.ts'
import { type Loopback, listenOnLoopback } from './http/loopback.ts'
import { dataPathsIn } from './installation/data-dir.ts'
import { compareWithSealedHead, sealHeadRegularly } from './installation/head-sealing.ts'
import { assertAuthority, authorityOf, bindToAuthority, makeDemoCompany } from './installation/installation.ts'
import { makeSealKey } from './installation/seal.ts'
import { prepareHttpClient } from './platform/outgoing/exchange.ts'
import type { GatewayPorts, Installations } from './ports.ts'
import type { Settings } from './settings/settings.ts'
import type { Store } from './store/port/port.ts'

/** The gateway, the same in every host: desktop, plain Node or test. */
export interface Gateway {
  /** Answers without a socket, for the command line. */
  readonly app: FastifyInstance
  /** Allows everything; new at every start. */
  readonly controlToken: string
  readonly store: Store
  /** Resolves once a store that could only be read can be written: the host should start a new gateway. */
  readonly writable: Promise<void>
  /** Null outside practice mode. */
  readonly practice: Practice | null
  /** The first owner needs it; null once there is an owner, and before the start. */
  setupCode(): string | null
  /** Null if there is none, and before the start. */
  buyerPort(): number | null
  /** The first address for other computers; null if there is none, and before the start. */
  networkOrigin(): string | null
  /** Called after the computer slept: timers stood still. */
  wake(): Promise<void>
  /**
   * Answers on loopback and begins to send. The first start binds the data directory to its authority. @returns the
   * port @throws Error with the code EADDRINUSE if it is taken
   */
  start(port: number): Promise<number>
  /** Finishes open requests; the rest is in doubt at the next start. */
  close(): Promise<void>
}

export interface GatewayOptions {
  readonly settings: Settings
  readonly openStore: OpenStore
  /** False for a gateway that only answers one command. */
  readonly keepsPracticeLedger: boolean
  /** Null or absent for no screens. */
  readonly screensDir?: string | null
  /** Shows the set-up code to the person who started the gateway; called again if it changes. */
  readonly tellSetupCode?: (code: string) => void
  readonly installations?: Installations
}

/** For all parts together. SIGTERM has five seconds in all (contract 1). */
const closePatienceMs = 2_500
/** No work is due later than this after a start. */
const longestPauseMs = 15 * 60_000

/** @throws StoreRefusal, WrongAuthority if this must not run on the data directory */
export async function createGateway(options: GatewayOptions, given: GatewayPorts): Promise<Gateway> {
  const { settings, openStore, keepsPracticeLedger } = options
  const kept = await openStore(settings, given)
  const { store } = kept
  const ports = { ...given, ...(kept.secrets && { secrets: kept.secrets }) }
  const dataDir = dataPathsIn(settings.dataDir)
  const tallies = new MetricCounters()
  let connected: AuthorityConnection | null = null
  try {
    await compareWithSealedHead(store.journal, kept, ports.log)
    await assertAuthority(store.settings, authorityOf(settings))
    const isWriting = keepsPracticeLedger && kept.writable === null
    const practiceLedger = isWriting ? dataDir.practiceLedger : null
    connected = await connectAuthority(settings, ports, { ...store, practiceLedger, tallies })
    const readiness = new StorageReadiness(store.storage, ports.log)
    const parts = await partsOf({
      ...ports,
      ...connected,
      settings,
      store,
      tallies,
      isStorageSound: () => readiness.isReady,
      renewSeal: () => makeSealKey(ports).then((seal) => kept.sealed?.renew(seal)),
      ...(kept.sentMark && { sentMark: kept.sentMark }),
      // A command leaves the copying to the next gateway.
      copy: isWriting ? (kept.copyOn?.() ?? null) : null,
      machine: thisMachine({ directory: dataDir.path, wal: kept.database && `${kept.database}-wal` }),
      installations: options.installations ?? null,
    })
    return await assemble(parts, { options, ports, kept, readiness })
  } catch (cause) {
    await connected?.practice?.close()
    await store.upkeep.close()
    throw cause
  }
}

interface Opened {
  readonly options: GatewayOptions
  readonly ports: GatewayPorts
  readonly kept: OpenedStore
  readonly readiness: StorageReadiness
}

async function assemble(parts: Parts, { options, ports, kept, readiness }: Opened): Promise<Gateway> {
  const { store } = kept
  const { settings, outbox, setupCodes, log, networkListener } = parts
  let hosts = hostsAt(settings.port)
  let loopback: Loopback | null = null
  const listeners = () => buildListenerRules(hosts, settings, networkListener?.rules() ?? null)
  const app = await createLoopbackServer(parts, { listeners, screensDir: options.screensDir ?? null })
  const buyerListener = createBuyerListener(parts)
  const keepers = await keepersOf(parts, ports, kept)
  let drop: DropFolder | null = null
  let afterCrash: { stop(): void } | null = null

  return {
    app,
    controlToken: parts.controlToken,
    store,
    writable: kept.writable ?? new Promise(() => undefined),
    practice: parts.practice,
    setupCode: () => setupCodes.current,
    buyerPort: () => buyerListener?.port() ?? null,
    networkOrigin: () => networkListener?.rules()?.ownOrigins[0] ?? null,
    wake: async () => {
      for (const { profile } of await store.companies.list()) outbox.wake(profile.companyGuid)
      await parts.consolidating.wake()
    },
    async start(port) {
      await readiness.begin(async () => {
        await putInOrder(parts, store)
        // After trouble with the disk, work that came meanwhile begins too.
        if (app.server.listening) await outbox.start()
      })
      loopback = await listenOnLoopback(app, port, log)
      await buyerListener?.listen(settings.buyerPage?.port ?? 0)
      await networkListener?.listen(app.server)
      const { port: listening } = loopback
      hosts = hostsAt(listening)
      await parts.copy?.compared
      await outbox.start()
      startWorkers(parts)
      if (settings.isDispatching && (await store.journal.status()).wasKilled)
        afterCrash = scheduleReconciliationAfterCrash(parts.reconciliationRuns, { ...parts, store })
      // Through the HTTP server, like any till.
      drop = await openDropFolder({ ...parts, inject: (ask: InjectOptions) => app.inject(ask) }, hosts[0] ?? '')
      if (!(await store.people.hasOwner())) setupCodes.begin(options.tellSetupCode ?? (() => undefined))
      void prepareHttpClient(log)
      return listening
    },
    async close() {
      readiness.stop()
      loopback?.stop()
      afterCrash?.stop()
      await drop?.stop()
      await stopWorkers(parts, [app, buyerListener, networkListener])
      await Promise.all(keepers.map(async (keeper) => keeper.stop()))
      await parts.practice?.close()
      await store.upkeep.close()
    },
  }
}

/** Runs from the beginning to the end. */
const keepersOf = async (parts: Parts, ports: GatewayPorts, { store, sealed, secrets: shared }: OpenedStore) => [
  scheduleStoreChecks(store, ports),
  await sealHeadRegularly(store.journal, sealed, ports),
  startTokenUseRecorder(parts.access, ports.log),
  ...(parts.copy ? [parts.copy] : []),
  ...(store.news ? [await followOtherProcesses({ ...parts, store, news: store.news, ...(shared && { shared }) })] : []),
]

function startWorkers(parts: Parts): void {
  const { codesSchedule, healthMonitor, consolidating, dispatch, mailQueue, reporting } = parts
  const { isDispatching } = parts.settings
  codesSchedule.start()
  healthMonitor.start()
  dispatch.start()
  if (isDispatching) reporting?.start()
  if (isDispatching) mailQueue.start()
  consolidating.start(isDispatching)
}

/** Waits a limited time; what is still open then is in doubt at the next start. */
async function stopWorkers(
  parts: Parts,
  listeners: readonly ({ close(): PromiseLike<unknown> } | null)[],
): Promise<void> {
  const { alertTelling, codesSchedule, consolidating, outbox, reconciliationRuns, dispatch, mailQueue, reporting } =
    parts
  parts.healthMonitor.stop()
  parts.changes.stop()
  const workers = [outbox, alertTelling, dispatch, mailQueue, reporting, consolidating, codesSchedule]
  const stopping = [
    ...listeners.map(async (listener) => listener?.close()),
    ...workers.map(async (worker) => worker?.stop()),
    reconciliationRuns.stopAll(),
  ]
  await Promise.race([Promise.all(stopping), pause(closePatienceMs, null, { ref: false })])
}

/** Runs before anything is sent: at a start, and after trouble with the disk. */
async function putInOrder({ settings, practice, clock, outbox }: Parts, store: Store): Promise<void> {
  await bindToAuthority(store.settings, authorityOf(settings), clock.now())
  if (practice) await makeDemoCompany(store, clock, demoCompanyAt)
  // If the clock was days ahead, work would be due days from now.
  const latest = clock.now() + Math.max(settings.dispatchDelayMs, longestPauseMs)
  if (settings.isDispatching) await store.schedule.noLaterThan(latest)
  await outbox.putInOrder()
}
