import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { judge } from '../faults/oracle.ts'
import { type Ask, askAt } from '../support/ask-at.ts'
import { expectClean } from '../support/expect-clean.ts'
import { brisk } from '../support/gateway.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { type GatewayProcess, spawnHeadOffice } from '../support/process.ts'
import { comeToRest } from '../support/six-sales.ts'
import { startSlowAuthority } from '../support/slow-authority.ts'
import { invoice } from '../support/till.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const saleGuids = Array.from({ length: 80 }, (_, at) => `5e1d0000-0000-4000-8000-${String(at).padStart(12, '0')}`)

interface Office {
  readonly process: GatewayProcess
  readonly ask: Ask
}

/** The authority of both offices. It answers so slowly that a sender can be killed during a request. */
async function authorityOf(company: ReturnType<typeof demoCompanyAt>) {
  const { practice, url } = await startSlowAuthority([company], 300)
  const { clientId, clientSecret } = practice.credentialsFor(company.profile.tin)
  const env = {
    RESIT_AUTHORITY: 'myinvois',
    RESIT_MYINVOIS_API_URL: url,
    RESIT_MYINVOIS_CLIENT_ID: clientId,
    RESIT_MYINVOIS_CLIENT_SECRET: clientSecret,
    RESIT_MYINVOIS_DOCUMENT_VERSION: '1.0',
  }
  return { practice, env }
}

async function open(env: Readonly<Record<string, string>>): Promise<Office> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resit-two-offices-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const process = await spawnHeadOffice(dataDir, env)
  onTestFinished(async () => void (await process.stop('SIGKILL')))
  return { process, ask: askAt(dataDir, process.port) }
}

/** Repeats the same sale at any office until one stores it, as a till does. */
async function sell(offices: readonly Office[], [at, saleGuid]: readonly [number, string]): Promise<void> {
  const body = invoice(`k${at}`, { SALE_GUID: saleGuid })
  for (let n = at; ; n += 1) {
    const told = await offices[n % offices.length]?.ask('/v1/sale/invoice_submission', { body })
    if (told?.status === 202 || told?.status === 200) return
    await pause(20)
  }
}

describe.skipIf(why !== null)('two head offices over one database, of which one sends', () => {
  const here = postgresServer()

  test.each([0, 1])('lose nothing and send nothing twice where one of them is killed: %i', async (which) => {
    const company = demoCompanyAt(Date.now())
    const { practice, env: authority } = await authorityOf(company)
    const url = await here.server.database()
    const store = await here.open(url)
    await store.companies.save(company, 'control')
    const quick = { RESIT_QUARANTINE_MS: '4000', RESIT_LOG_LEVEL: 'error', RESIT_SCREENS: 'off' }
    const env = { ...brisk, ...quick, ...authority, RESIT_POSTGRES_URL: url }
    const offices = [await open(env), await open(env)]
    for (const [at, saleGuid] of saleGuids.entries()) {
      if (at === saleGuids.length / 2) void offices[which]?.process.stop('SIGKILL')
      await sell(offices, [at, saleGuid])
      await pause(60)
    }
    const left = offices[1 - which]
    if (!left) throw new Error('no head office is left')
    await comeToRest(left.ask)
    const documents = practice.ledger.documents()
    const judgement = await judge({ store, documents, saleGuids, cancelledOnPortal: new Set() })
    expectClean(judgement, { Valid: saleGuids.length })
    expect(await left.process.stop()).toBe(0)
  })
})
