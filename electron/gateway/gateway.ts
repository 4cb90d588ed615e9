import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Connected, connectAuthority } from './authorities.ts'
import type { Practice } from './authority/practice/practice.ts'
import { crashPoint } from './crash-points.ts'
import type { DataDir } from './data-dir.ts'
import { demoCompany } from './demo-company.ts'
import { doorsAt, hostsAt, openDoor } from './door.ts'
import { dropFolderOf } from './drop-folder/open.ts'
import { assertAuthority, authorityOf, bindToAuthority, installationKey, makeDemoCompany } from './installation.ts'
import { askWitness, journalFor, keepSealed, newSeal, tellOfJournal } from './journal-keeping.ts'
import { refuseMovedOut } from './moving.ts'
import { SendingPauses } from './operator/sending-pauses.ts'
import type { OutboxParts } from './outbox/parts.ts'
import { recover } from './outbox/recover.ts'
import type { GatewayPorts } from './ports.ts'
import { Readiness } from './readiness.ts'
import { compareAfterCrash } from './reconciliation/after-crash.ts'
import type { Settings } from './settings/settings.ts'
import type { Store } from './store/port.ts'
import { refuseSharedPlace } from './store/storage-place.ts'
import { openThreadedStore, type ThreadedStore } from './store/thread/threaded-store.ts'
import { keepChecked } from './store-checking.ts'
import { keepUsesNoted } from './uses-noted.ts'
import { type Machine, thisMachine } from './watch/machine.ts'
import { Refusals } from './watch/refusals.ts'
import { type Wiring, wire } from './wiring.ts'
import { type OwnWitness, witnessOf } from './witness.ts'

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
}

/** Longest wait for what is under way, all of it together; SIGTERM has five seconds in all (contract 1). */
const closePatienceMs = 2_500
/** At a start nothing waits longer for its turn. */
const longestPauseMs = 15 * 60_000

/**
 * Opens the store, connects the authority and puts the rooms together.
 * @throws StoreRefusal, WrongAuthority where this must not run on this data directory
 */
export async function createGateway(
  settings: Settings,
  dataDir: DataDir,
  ports: GatewayPorts,
  options: GatewayOptions = { keepsPracticeLedger: true },
): Promise<Gateway> {
  refuseMovedOut(dataDir)
  refuseSharedPlace(dataDir.path, settings.isSharedPlaceAllowed)
  crashPoint('opening')
  const journal = await journalFor(settings.journalDir ?? dataDir.journal, ports)
  // Nobody who stops as he should leaves a log.
  const wasKilled = existsSync(`${dataDir.database}-wal`)
  const store = await openThreadedStore(dataDir.database, journal)
  const witness = witnessOf(journal, dataDir, ports)
  let connected: Connected | null = null
  try {
    // Again, now that nobody else has the database: it may have been moved out since.
    refuseMovedOut(dataDir)
    await askWitness(store.journal, { ...ports, witness })
    await tellOfJournal(store.journal, ports)
    await assertAuthority(store.settings, authorityOf(settings))
    const isReadOnly = store.storage.standing.state === 'read_only'
    const practiceLedger = options.keepsPracticeLedger && !isReadOnly ? dataDir.practiceLedger : null
    connected = await connectAuthority(settings, { ...ports, companies: store.companies, practiceLedger })
    const machine = thisMachine({ directory: dataDir.path, wal: `${dataDir.database}-wal` })
    return await assemble(settings, { ...ports, ...connected, ...options, store, machine, witness, wasKilled })
  } catch (cause) {
    await connected?.practice?.close()
    await store.upkeep.close()
    throw cause
  }
}

interface Opened extends GatewayPorts, Connected, GatewayOptions {
  readonly store: ThreadedStore
  readonly machine: Machine
  readonly witness: OwnWitness | null
  readonly wasKilled: boolean
}

async function assemble(settings: Settings, parts: Opened): Promise<Gateway> {
  const { store, practice, randomness, log, tellSetupCode = () => undefined } = parts
  const controlToken = randomness.secret(32)
  const readiness = new Readiness(store.storage, log)
  const isStorageSound = () => readiness.isReady
  const wiring = wire({ ...parts, ...(await rememberedBy(parts)), settings, controlToken, isStorageSound })
  const { outbox, outboxParts, room } = wiring

  let hosts = hostsAt(settings.port)
  const doors = () => doorsAt(hosts, settings)
  const app = await openDoor({ ...parts, controlToken }, wiring, doors)
  const keepers = {
    sealing: keepSealed(store.journal, parts),
    noted: keepUsesNoted(wiring.access, log),
  }
  const checking = keepChecked(store, parts)
  const inject = (ask: InjectOptions) => app.inject(ask)
  const drop = dropFolderOf({ ...parts, ...wiring, companies: store.companies, settings, inject })
  let afterCrash: { stop(): void } | null = null

  return {
    app,
    controlToken,
    store,
    practice,
    storeLost: lossOf(store),
    setupCode: () => room.setupCodes.current,
    wake: async () => {
      for (const { profile } of await store.companies.list()) outbox.wake(profile.companyGuid)
      await wiring.consolidating.wake()
    },
    async start(port) {
      await readiness.begin(async () => {
        await putInOrder(settings, parts, outboxParts)
        // Where the disk kept it from being done before: what is new since must be woken too.
        if (app.server.listening) await outbox.start()
      })
      const listening = await listenOn(app, port)
      hosts = hostsAt(listening)
      await outbox.start()
      startLoops(wiring, settings)
      if (parts.wasKilled && settings.isDispatching) afterCrash = compareAfterCrash(wiring.reconciliationRuns, parts)
      await drop.start(hosts[0] ?? '')
      if (!(await store.people.hasOwner())) room.setupCodes.begin(tellSetupCode)
      return listening
    },
    async close() {
      readiness.stop()
      checking.stop()
      afterCrash?.stop()
      await drop.stop()
      await stopLoops(wiring, app)
      await Promise.all(Object.values(keepers).map((keeper) => keeper.stop()))
      await practice?.close()
      await store.upkeep.close()
    },
  }
}

/** @returns the port, also where any free one was asked for */
async function listenOn(app: FastifyInstance, port: number): Promise<number> {
  await app.listen({ host: '127.0.0.1', port })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** What goes on by itself, beside the outbox. */
function startLoops(
  { codesSchedule, watch, samples, consolidating, webhooks }: Wiring,
  { isDispatching }: Settings,
): void {
  codesSchedule.start()
  watch.start()
  samples.start()
  webhooks.start()
  consolidating.start(isDispatching)
}

/** Nothing new begins; what waits for somebody else is given up after a while, and is in doubt at the next start. */
async function stopLoops(wiring: Wiring, app: FastifyInstance): Promise<void> {
  const { watch, changes, hub, codesSchedule, consolidating, outbox, samples, reconciliationRuns, webhooks } = wiring
  watch.stop()
  changes.stop()
  hub.stop()
  const stopping = [
    app.close(),
    outbox.stop(),
    webhooks.stop(),
    consolidating.stop(),
    reconciliationRuns.stopAll(),
    codesSchedule.stop(),
  ]
  await Promise.race([Promise.all(stopping), pause(closePatienceMs, null, { ref: false })])
  await samples.stop()
}

/** What the rooms are given of what the store kept. */
async function rememberedBy(parts: GatewayPorts & { readonly store: Store }) {
  const { store } = parts
  return {
    key: await installationKey(store.settings, parts),
    keptCodes: await store.codes.all(),
    pauses: await SendingPauses.keptIn(store),
    newSeal: () => newSeal(parts),
    refusals: new Refusals(parts),
  }
}

const lossOf = ({ storage, settings }: ThreadedStore): Promise<unknown> =>
  new Promise((resolve) => {
    storage.listen(({ cause }) => {
      // Whatever it is asked from now on is answered with why it ended.
      if (cause === 'thread') settings.get('authority').catch(resolve)
    })
  })

/** Before anything is sent, after a start and after trouble with the disk. */
async function putInOrder(
  settings: Settings,
  { store, practice, clock, log }: GatewayPorts & Pick<Connected, 'practice'> & { readonly store: Store },
  outboxParts: OutboxParts,
): Promise<void> {
  await bindToAuthority(store.settings, authorityOf(settings), clock.now())
  if (practice) await makeDemoCompany(store, clock, demoCompany)
  // Written down by a clock that was days ahead, work would be due days from now.
  const latest = clock.now() + Math.max(settings.dispatchDelayMs, longestPauseMs)
  if (settings.isDispatching) await store.schedule.noLaterThan(latest)
  const recovered = settings.isDispatching ? await recover(outboxParts) : 0
  if (recovered > 0) log.warn({ recovered }, 'documents are in doubt: the gateway stopped while sending them')
}
