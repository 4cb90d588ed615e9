import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Practice } from './authority/practice/practice.ts'
import { type Connected, connectAuthority } from './compose/authorities.ts'
import { doorsAt, hostsAt, openDoor, openOtherDoors } from './compose/door.ts'
import type { OpenedStore, OpenStore } from './compose/opened-store.ts'
import { followOthers } from './compose/other-processes.ts'
import { lossOf, Readiness } from './compose/readiness.ts'
import { keepChecked } from './compose/store-checking.ts'
import { keepUsesNoted } from './compose/token-uses.ts'
import { type Wiring, wire } from './compose/wiring.ts'
import type { WiringDeps } from './compose/wiring-deps.ts'
import { demoCompany } from './features/companies/demo-company.ts'
import { dropFolderOf } from './features/drop-folder/open.ts'
import { type Machine, thisMachine } from './features/health/machine.ts'
import { Refusals } from './features/health/refusals.ts'
import { compareAfterCrash } from './features/reconciliation/after-crash.ts'
import { SendingPauses } from './features/sending/sending-pauses.ts'
import { type Loopback, listenOnLoopback } from './http/loopback.ts'
import { filesIn } from './installation/data-dir.ts'
import { compareWithHead, keepSealed, renewSeal } from './installation/head-keeping.ts'
import {
  assertAuthority,
  authorityOf,
  bindToAuthority,
  installationKey,
  makeDemoCompany,
} from './installation/installation.ts'
import type { OutboxDeps } from './outbox/deps.ts'
import { recover } from './outbox/recover.ts'
import { prepareOutgoing } from './platform/outgoing/exchange.ts'
import type { GatewayPorts, Installations } from './ports.ts'
import type { Settings } from './settings/settings.ts'
import type { ContinuousCopy } from './store/port/copy.ts'
import type { Store } from './store/port/port.ts'

/** A gateway, whatever hosts it: the desktop, plain Node or a test. */
export interface Gateway {
  /** Answers without a socket, for the command line. */
  readonly app: FastifyInstance
  /** Lets its holder do everything; made anew each time. */
  readonly controlToken: string
  readonly store: Store
  /** Of practice mode; null otherwise. */
  readonly practice: Practice | null
  /** Resolves, with what is known of why, where the thread that has the database ends by itself: nothing can be kept. */
  readonly storeLost: Promise<unknown>
  /** With what the first owner is made, for the desktop to show; null once there is an owner, and before the start. */
  setupCode(): string | null
  /** Where the page for buyers listens; null where there is none, and before the start. */
  buyerPort(): number | null
  /** Under which other computers call it first; null where they may not, and before the start. */
  networkOrigin(): string | null
  /** Looks at once for what is due: timers stood still while the computer slept. */
  wake(): Promise<void>
  /**
   * Answers on loopback and begins to send; from its first start a data directory belongs to its authority.
   * @returns the port
   * @throws Error with the code EADDRINUSE where it is taken
   */
  start(port: number): Promise<number>
  /** No new requests; what is in flight is finished, or in doubt at the next start. */
  close(): Promise<void>
}

export interface GatewayOptions {
  /** False for a gateway that only answers the command line: it leaves nothing of the practice authority behind. */
  readonly keepsPracticeLedger: boolean
  /** Where the built screens are; none are served where it is absent or null. */
  readonly screensDir?: string | null
  /** Shows the set-up code of a gateway without an owner to whoever started it; again where a new one takes its place. */
  readonly tellSetupCode?: (code: string) => void
  /** Where the host can change between practice, sandbox and production. */
  readonly installations?: Installations
}

/** Longest wait for what is under way, all of it together; SIGTERM has five seconds in all (contract 1). */
const closePatienceMs = 2_500
/** At a start nothing waits longer for its turn. */
const longestPauseMs = 15 * 60_000

/**
 * Opens the store, connects the authority and puts the rooms together.
 * @throws StoreRefusal, WrongAuthority where this must not run on what is kept
 */
export async function createGateway(
  settings: Settings,
  openStore: OpenStore,
  given: GatewayPorts,
  options: GatewayOptions = { keepsPracticeLedger: true },
): Promise<Gateway> {
  const kept = await openStore(settings, given)
  const { store } = kept
  const ports = { ...given, ...(kept.secrets && { secrets: kept.secrets }) }
  const dataDir = filesIn(settings.dataDir)
  let connected: Connected | null = null
  try {
    await compareWithHead(store.journal, kept, ports.log)
    await assertAuthority(store.settings, authorityOf(settings))
    const isReadOnly = store.storage.status.state === 'read_only'
    const practiceLedger = options.keepsPracticeLedger && !isReadOnly ? dataDir.practiceLedger : null
    const { companies, rateLimiter } = store
    connected = await connectAuthority(settings, ports, { companies, practiceLedger, rateLimiter })
    const machine = thisMachine({ directory: dataDir.path, wal: kept.database && `${kept.database}-wal` })
    return await assemble(settings, { ports, connected, options, kept, machine })
  } catch (cause) {
    await connected?.practice?.close()
    await store.upkeep.close()
    throw cause
  }
}

interface Opened {
  readonly ports: GatewayPorts
  readonly connected: Connected
  readonly options: GatewayOptions
  readonly kept: OpenedStore
  readonly machine: Machine
}

async function assemble(settings: Settings, opened: Opened): Promise<Gateway> {
  const { ports, connected, options, kept } = opened
  const { store } = kept
  const { clock, log } = ports
  const readiness = new Readiness(store.storage, log)
  const wired = await wiringDepsOf(settings, opened, () => readiness.isReady)
  const wiring = wire(wired)
  const { outbox, outboxDeps, room } = wiring

  let hosts = hostsAt(settings.port)
  let loopback: Loopback | null = null
  const doors = () => doorsAt(hosts, settings, wiring.networkDoor?.doors() ?? null)
  const app = await openDoor(wired, wiring, { doors, screensDir: options.screensDir ?? null })
  const keepers = await keepersOf(opened, wired, wiring)
  const drop = dropFolderFor(app, wired, wiring)
  let afterCrash: { stop(): void } | null = null

  return {
    app,
    controlToken: wired.controlToken,
    store,
    practice: connected.practice,
    storeLost: lossOf(store),
    setupCode: () => room.setupCodes.current,
    buyerPort: () => wiring.buyerDoor?.port() ?? null,
    networkOrigin: () => wiring.networkDoor?.doors()?.ownOrigins[0] ?? null,
    wake: async () => {
      for (const { profile } of await store.companies.list()) outbox.wake(profile.companyGuid)
      await wiring.consolidating.wake()
    },
    async start(port) {
      await readiness.begin(async () => {
        await putInOrder(settings, opened, outboxDeps)
        // Where the disk kept it from being done before: what is new since must be woken too.
        if (app.server.listening) await outbox.start()
      })
      loopback = await listenOnLoopback(app, port, log)
      await openOtherDoors(wiring, wired, app)
      const { port: listening } = loopback
      hosts = hostsAt(listening)
      await wired.copy?.compared
      await outbox.start()
      startWorkers(wiring, settings)
      if (settings.isDispatching && (await store.journal.status()).wasKilled)
        afterCrash = compareAfterCrash(wiring.reconciliationRuns, { store, clock, log })
      await drop.start(hosts[0] ?? '')
      if (!(await store.people.hasOwner())) room.setupCodes.begin(options.tellSetupCode ?? (() => undefined))
      void prepareOutgoing(log)
      return listening
    },
    async close() {
      readiness.stop()
      loopback?.stop()
      afterCrash?.stop()
      await drop.stop()
      await stopWorkers(wiring, app)
      await Promise.all(keepers.map(async (keeper) => keeper.stop()))
      await connected.practice?.close()
      await store.upkeep.close()
    },
  }
}

/** What goes on from the first moment to the last. */
const keepersOf = async (
  { ports, kept: { store, sealed, secrets: shared } }: Opened,
  wired: WiringDeps,
  wiring: Wiring,
) => {
  const { sessions } = wiring.room
  const known = { ...wired, ...wiring, sessions, news: store.news, ...(shared && { shared }) }
  return [
    keepChecked(store, ports),
    await keepSealed(store.journal, sealed, ports),
    keepUsesNoted(wiring.access, ports.log),
    ...(wired.copy ? [wired.copy] : []),
    ...(store.duties ? [await followOthers(known)] : []),
  ]
}

/** Through the gateway's own door, like any till. */
const dropFolderFor = (
  app: FastifyInstance,
  { settings, store: { companies }, secrets, log }: WiringDeps,
  { access, changes }: Wiring,
) =>
  dropFolderOf({ settings, inject: (ask: InjectOptions) => app.inject(ask), access, companies, secrets, changes, log })

/** What goes on by itself, beside the outbox. */
function startWorkers(
  { codesSchedule, monitor, consolidating, dispatch, reporting }: Wiring,
  { isDispatching }: Settings,
): void {
  codesSchedule.start()
  monitor.start()
  dispatch.start()
  if (isDispatching) reporting?.start()
  consolidating.start(isDispatching)
}

/** Nothing new begins; what waits for somebody else is given up after a while, and is in doubt at the next start. */
async function stopWorkers(wiring: Wiring, app: FastifyInstance): Promise<void> {
  const { monitor, changes, hub, codesSchedule, consolidating, outbox, reconciliationRuns, dispatch } = wiring
  monitor.stop()
  changes.stop()
  hub.stop()
  const stopping = [
    app.close(),
    ...(wiring.buyerDoor ? [wiring.buyerDoor.close()] : []),
    ...(wiring.networkDoor ? [wiring.networkDoor.close()] : []),
    outbox.stop(),
    dispatch.stop(),
    ...(wiring.reporting ? [wiring.reporting.stop()] : []),
    consolidating.stop(),
    reconciliationRuns.stopAll(),
    codesSchedule.stop(),
  ]
  await Promise.race([Promise.all(stopping), pause(closePatienceMs, null, { ref: false })])
}

/** Everything that the rooms are given, by name. */
async function wiringDepsOf(
  settings: Settings,
  { ports, connected, options, kept, machine }: Opened,
  isStorageSound: () => boolean,
): Promise<WiringDeps> {
  const { clock, randomness, log, secrets, pinCost } = ports
  const { store, sealed } = kept
  const refusals = new Refusals(ports)
  return {
    clock,
    randomness,
    log,
    secrets,
    ...(pinCost && { pinCost }),
    ...connected,
    settings,
    store,
    isStorageSound,
    keptCodes: await store.codes.all(),
    pauses: await SendingPauses.keptIn(store),
    key: await installationKey(store.settings, ports),
    controlToken: randomness.secret(32),
    refusals,
    copy: copyOf(kept, options),
    renewSeal: () => renewSeal(sealed, ports),
    machine,
    ...(options.installations && { installations: options.installations }),
  }
}

/** A command that finds no gateway leaves the copying to the next gateway. */
const copyOf = ({ store, copyOn }: OpenedStore, { keepsPracticeLedger }: GatewayOptions): ContinuousCopy | null =>
  keepsPracticeLedger && store.storage.status.state !== 'read_only' ? (copyOn?.() ?? null) : null

/** Before anything is sent, after a start and after trouble with the disk. */
async function putInOrder(
  settings: Settings,
  { kept: { store }, connected: { practice }, ports: { clock, log } }: Opened,
  outboxDeps: OutboxDeps,
): Promise<void> {
  await bindToAuthority(store.settings, authorityOf(settings), clock.now())
  if (practice) await makeDemoCompany(store, clock, demoCompany)
  // Written down by a clock that was days ahead, work would be due days from now.
  const latest = clock.now() + Math.max(settings.dispatchDelayMs, longestPauseMs)
  if (settings.isDispatching) await store.schedule.noLaterThan(latest)
  const recovered = settings.isDispatching ? await recover(outboxDeps) : 0
  if (recovered > 0) log.warn({ recovered }, 'documents are in doubt: the gateway stopped while sending them')
}
