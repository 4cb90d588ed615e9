import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { reference } from '../../shared/catalogue/openapi/reference.ts'
import { type Connected, connectAuthority } from './authorities.ts'
import type { Practice } from './authority/practice/practice.ts'
import type { DataDir } from './data-dir.ts'
import { demoCompany } from './demo-company.ts'
import { serveDocs } from './http/docs.ts'
import { createServer } from './http/server.ts'
import { assertAuthority, authorityOf, bindToAuthority, installationKey, makeDemoCompany } from './installation.ts'
import { recover } from './outbox/recover.ts'
import type { GatewayPorts } from './ports.ts'
import type { Settings } from './settings/settings.ts'
import type { Store } from './store/port.ts'
import { openThreadedStore } from './store/thread/threaded-store.ts'
import { type Machine, thisMachine } from './watch/machine.ts'
import { wire } from './wiring.ts'

/** A gateway, whatever hosts it: the desktop, plain Node or a test. */
export interface Gateway {
  /** Answers without a socket, for the command line. */
  readonly app: FastifyInstance
  /** Lets its holder do everything; made anew each time. */
  readonly controlToken: string
  readonly store: Store
  /** Of practice mode; null otherwise. */
  readonly practice: Practice | null
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
}

/** Longest wait for requests to the authority under way; SIGTERM has five seconds in all (contract 1). */
const closePatienceMs = 2_000
const noteUsesMs = 60_000
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
  const store = await openThreadedStore(dataDir.database)
  let connected: Connected | null = null
  try {
    await assertAuthority(store.settings, authorityOf(settings))
    const practiceLedger = options.keepsPracticeLedger ? dataDir.practiceLedger : null
    connected = await connectAuthority(settings, { ...ports, companies: store.companies, practiceLedger })
    const machine = thisMachine({ directory: dataDir.path, wal: `${dataDir.database}-wal` })
    return await assemble(settings, { ...ports, ...connected, store, machine })
  } catch (cause) {
    await connected?.practice?.close()
    await store.upkeep.close()
    throw cause
  }
}

async function assemble(
  settings: Settings,
  parts: GatewayPorts & Connected & { readonly store: Store; readonly machine: Machine },
): Promise<Gateway> {
  const { store, practice, randomness, log, clock } = parts
  const controlToken = randomness.secret(32)
  const key = await installationKey(store.settings, { randomness, clock })
  const keptCodes = await store.codes.all()
  const wiring = wire({ ...parts, settings, keptCodes, key, controlToken })
  const { access, changes, outbox, outboxParts, codesSchedule, watch, routes } = wiring

  let hosts = hostsAt(settings.port)
  const { allowedOrigins } = settings
  const doors = () => ({ hosts, ownOrigins: hosts.map((host) => `http://${host}`), allowedOrigins })
  const openPages = ['/healthz', '/openapi.json', '/docs']
  const app = createServer({ access, log, randomness, doors, routes, openPages })
  app.get('/healthz', async () => ({ status: 'ok' }))
  serveDocs(app, reference())
  await app.ready()
  const noteUses = setInterval(() => {
    access.noteUses().catch((err: unknown) => log.error({ err }, 'uses of tokens could not be noted'))
  }, noteUsesMs)
  noteUses.unref()

  return {
    app,
    controlToken,
    store,
    practice,
    async start(port) {
      await bindToAuthority(store.settings, authorityOf(settings), clock.now())
      if (practice) await makeDemoCompany(store, clock, demoCompany)
      // Written down by a clock that was days ahead, work would be due days from now.
      const latest = clock.now() + Math.max(settings.dispatchDelayMs, longestPauseMs)
      if (settings.isDispatching) await store.schedule.noLaterThan(latest)
      const recovered = settings.isDispatching ? await recover(outboxParts) : 0
      if (recovered > 0) log.warn({ recovered }, 'documents are in doubt: the gateway stopped while sending them')
      await app.listen({ host: '127.0.0.1', port })
      const address = app.server.address()
      const listening = typeof address === 'object' && address ? address.port : port
      hosts = hostsAt(listening)
      await outbox.start()
      codesSchedule.start()
      watch.start()
      return listening
    },
    async close() {
      clearInterval(noteUses)
      watch.stop()
      changes.stop()
      await codesSchedule.stop()
      await Promise.race([app.close(), pause(closePatienceMs, null, { ref: false })])
      await Promise.race([outbox.stop(), pause(closePatienceMs, null, { ref: false })])
      await access.noteUses()
      await practice?.close()
      await store.upkeep.close()
    },
  }
}

const hostsAt = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`]
