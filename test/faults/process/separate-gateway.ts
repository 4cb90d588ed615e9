import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import type { Practice } from '../../../electron/gateway/authority/practice/practice.ts'
import { demoCompanyAt } from '../../../electron/gateway/features/companies/demo-company.ts'
import type { Gateway } from '../../../electron/gateway/gateway.ts'
import type { Environment } from '../../../electron/gateway/settings/values.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { importCompany } from '../../support/chain.ts'
import { brisk, type TestGateway } from '../../support/gateway.ts'
import { operate } from '../../support/operator.ts'
import { type GatewayProcess, spawnGateway } from '../../support/process.ts'
import { startQuietAuthority } from '../../support/quiet-authority.ts'
import { type Judgement, judge } from '../oracle.ts'

type There = Pick<TestGateway, 'baseUrl' | 'port' | 'gateway'>

/** A gateway in its own process, and how a test talks to it. */
export interface Apart extends GatewayProcess {
  readonly there: There
  /** The API, with the token of the command line. */
  readonly api: Api
  readonly operate: <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>
  /** Waits until no work is left. */
  rest(): Promise<void>
}

/**
 * An authority in the process of the test and a gateway in another one, so that a fault of one does not hit the other.
 * New for every test and removed after it.
 */
export function useSeparateGateway() {
  let practice: Practice
  let dataDir: string
  let running: GatewayProcess[] = []
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'resit-apart-'))
    practice = await startQuietAuthority({
      rateScale: 1000,
      validationMs: 0,
    })
  })
  afterEach(async () => {
    for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
    await practice.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** The environment of a gateway that sends to the test's authority. */
  const authority = (): Environment => {
    const { clientId, clientSecret } = practice.credentialsFor(demoCompanyAt(0).profile.tin)
    return {
      RESIT_AUTHORITY: 'myinvois',
      RESIT_MYINVOIS_API_URL: practice.url,
      RESIT_MYINVOIS_CLIENT_ID: clientId,
      RESIT_MYINVOIS_CLIENT_SECRET: clientSecret,
    }
  }
  const open = () => openSqliteStore(join(dataDir, 'resit.db'), null)

  return {
    get practice() {
      return practice
    },
    get dataDir() {
      return dataDir
    },
    authority,
    /** Starts a gateway with the company, whose GUID stays the same. */
    async start(env: Environment = {}): Promise<Apart> {
      const settings = { ...brisk, RESIT_LOG_LEVEL: 'error', ...authority(), ...env }
      const gateway = await spawnGateway(dataDir, settings)
      running = [...running, gateway]
      const apart = apartOf(gateway, readFileSync(join(dataDir, 'control.token'), 'utf8'))
      // It uses only the gateway's address and token.
      await importCompany(apart.there as TestGateway)
      return apart
    },
    /** The outcomes of a document's attempts. Call it while no gateway runs. */
    async attemptsOf(saleGuid: string): Promise<readonly string[]> {
      const store = open()
      const stored = await store.records.byGuid(saleGuid)
      const attempts = stored ? await store.records.attempts(stored.seq) : []
      await store.upkeep.close()
      return attempts.map(({ outcome }) => [outcome?.kind, outcome?.reason].filter(Boolean).join(' '))
    },
    /** How many submissions the authority got. */
    submits: () => practice.counts.list().find(({ api }) => api === 'submit')?.total ?? 0,
    /** Compares both sides. Call it while no gateway runs. */
    async compare(saleGuids: Iterable<string>): Promise<Judgement> {
      await practice.validateDue()
      const store = open()
      try {
        return await judge({
          store,
          documents: practice.ledger.documents(),
          saleGuids,
          cancelledOnPortal: new Set(),
        })
      } finally {
        await store.upkeep.close()
      }
    },
  }
}

function apartOf(gateway: GatewayProcess, controlToken: string): Apart {
  const { port } = gateway
  // These two use only the gateway's address and token.
  const there: There = { baseUrl: `http://127.0.0.1:${port}/v1`, port, gateway: { controlToken } as Gateway }
  const ask: Apart['operate'] = async (method, path, body) => (await operate<never>(there, method, path, body)).body
  return {
    ...gateway,
    there,
    api: apiOf(there, controlToken),
    operate: ask,
    async rest() {
      for (;;) {
        const { lanes } = await ask<{ readonly lanes: readonly unknown[] }>('GET', '/queue')
        if (lanes.length === 0) return
        await pause(250)
      }
    },
  }
}
