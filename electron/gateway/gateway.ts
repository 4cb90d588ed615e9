import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { reference } from '../../shared/catalogue/openapi/reference.ts'
import { Access } from './access.ts'
import { connectAuthority } from './authorities.ts'
import { announcing, Changes } from './changes.ts'
import { Codes } from './codes/codes.ts'
import type { DataDir } from './data-dir.ts'
import { demoCompany } from './demo-company.ts'
import { Cursors } from './handlers/cursors.ts'
import { RecordView } from './handlers/record-view.ts'
import { serveDocs } from './http/docs.ts'
import { createServer } from './http/server.ts'
import { assertAuthority, authorityOf, bindToAuthority, digestWith, installationKey, makeDemoCompany } from './installation.ts'
import { operatorHandlers } from './operator/handlers.ts'
import { metricsRoute } from './operator/metrics.ts'
import { Outbox } from './outbox/outbox.ts'
import { recover } from './outbox/recover.ts'
import type { Practice } from './authority/practice/practice.ts'
import type { Clock, Log, Randomness } from './ports.ts'
import { interfaceRoutes, operatorRoutes } from './routes.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { openSqliteStore } from './store/sqlite-store.ts'
import type { Store } from './store/port.ts'

export interface GatewayPorts {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly secrets: Secrets
}

/** A gateway, whatever hosts it: the desktop, plain Node or a test. */
export interface Gateway {
  /** Answers without a socket, for the command line and tests. */
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
const closePatienceMs = 3_000
const noteUsesMs = 60_000
const keepTaxpayerMs = 30 * 24 * 3_600_000

/**
 * Puts the rooms together; the one place that sees them all.
 * @throws StoreRefusal, WrongAuthority where this must not run on this data directory
 */
export async function createGateway(
  settings: Settings,
  dataDir: DataDir,
  ports: GatewayPorts,
  options: GatewayOptions = { keepsPracticeLedger: true },
): Promise<Gateway> {
  const { clock, randomness, log } = ports
  const store = openSqliteStore(dataDir.database)
  await assertAuthority(store.settings, authorityOf(settings))
  const key = await installationKey(store.settings, randomness)
  const { authority, credentials, practice } = await connectAuthority(settings, {
    ...ports,
    companies: store.companies,
    practiceLedger: options.keepsPracticeLedger ? dataDir.practiceLedger : null,
  })

  const changes = new Changes()
  const records = announcing(store.records, changes)
  const { companies, schedule, taxpayers, acts, upkeep, tokens } = store
  const codes = new Codes()
  const { timing, isDispatching, dispatchDelayMs, cancelWaitMs } = settings
  const outbox = new Outbox(
    { records, schedule, companies, codes: codes.standing, authority, clock, randomness, log, timing },
    isDispatching,
  )
  const hindranceOf = (companyGuid: string) => outbox.hindranceOf(companyGuid)
  const wake = (companyGuid: string) => outbox.wake(companyGuid)
  const view = new RecordView({
    records,
    authority,
    clock,
    attentionOf: (companyGuid) => hindranceOf(companyGuid)?.attention ?? null,
  })
  const controlToken = randomness.secret(32)
  const access = new Access(tokens, controlToken, { clock, randomness })
  const routes = [
    ...interfaceRoutes({
      records,
      companies,
      changes,
      view,
      clock,
      randomness,
      authority,
      wake,
      dispatchDelayMs,
      codes: codes.standing,
      codeLists: codes,
      cursors: new Cursors(key),
      voided: (stored) => outbox.changed(stored),
      cancelling: { waitMs: cancelWaitMs, ask: (saleGuid) => outbox.askToCancel(saleGuid) },
      taxpayer: { authority, taxpayers, companies, acts, clock, digest: digestWith(key), keepMs: keepTaxpayerMs },
    }),
    ...operatorRoutes(
      operatorHandlers({
        records,
        schedule,
        companies,
        tokens,
        upkeep,
        access,
        changes,
        view,
        credentials,
        codes,
        clock,
        authority,
        practice,
        wake,
        hindranceOf,
        isDispatching,
        dataDir: dataDir.path,
      }),
    ),
    metricsRoute({ records, schedule, clock }),
  ]

  let hosts: readonly string[] = []
  const doors = () => ({ hosts, ownOrigins: hosts.map((host) => `http://${host}`), allowedOrigins: settings.allowedOrigins })
  const app = createServer({ access, log, randomness, doors, routes, openPages: ['/healthz', '/openapi.json', '/docs'] })
  app.get('/healthz', async () => ({ status: 'ok' }))
  serveDocs(app, reference())
  await app.ready()
  const noteUses = setInterval(() => void access.noteUses().catch((err: unknown) => log.error({ err }, 'token uses not noted')), noteUsesMs)
  noteUses.unref()
  const answerAs = (port: number) => {
    hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  }
  answerAs(settings.port)

  return {
    app,
    controlToken,
    store,
    practice,
    async start(port) {
      await bindToAuthority(store.settings, authorityOf(settings))
      if (practice) await makeDemoCompany(store, clock, demoCompany)
      const recovered = isDispatching ? await recover({ records, schedule, companies, codes: codes.standing, authority, clock, randomness, log, timing }) : 0
      if (recovered > 0) log.warn({ recovered }, 'documents are in doubt because the gateway stopped while sending them')
      await app.listen({ host: '127.0.0.1', port })
      const address = app.server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      answerAs(actual)
      await outbox.start()
      return actual
    },
    async close() {
      clearInterval(noteUses)
      changes.stop()
      await Promise.race([app.close(), pause(closePatienceMs)])
      await Promise.race([outbox.stop(), pause(closePatienceMs)])
      await access.noteUses()
      await practice?.close()
      await upkeep.close()
    },
  }
}
