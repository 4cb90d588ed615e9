import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import type { Company } from '../../electron/gateway/store/port/port.ts'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import type { Chance } from '../faults/chance.ts'
import { companyOf } from '../support/chain-companies.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { brisk } from '../support/gateway.ts'
import { PostgresCluster } from '../support/postgres-cluster.ts'
import { startQuietAuthority } from '../support/quiet-authority.ts'
import { Offices } from './offices.ts'

const companyCount = 6
const officeCount = 3

/** A head office of three processes over a cluster, the authority it sends to, and the companies of a chain. */
export interface Chain {
  readonly lab: string
  readonly cluster: PostgresCluster
  readonly practice: Practice
  readonly line: FaultProxy
  readonly offices: Offices
  readonly companies: readonly Company[]
  /** The settings of its processes and outlets. */
  readonly pace: Environment
  /** A token for an outlet of a company. */
  token(outlet: number, company: Company): Promise<string>
  close(): Promise<void>
}

/** @param quarantineMs longer than a process stands still */
export async function openChain(chance: Chance, quarantineMs: number): Promise<Chain> {
  const lab = mkdtempSync(join(tmpdir(), 'resit-chain-'))
  const companies = Array.from({ length: companyCount }, (_, n) => companyOf(n))
  const cluster = await PostgresCluster.start()
  const practice = await startQuietAuthority({
    rateScale: 100_000,
    validationMs: 100,
    companies: async () => companies.map(({ profile }) => profile),
  })
  const line = await startFaultProxy(practice.url)
  // Delays requests, so that a sender can be killed during one. Some answers are lost.
  line.rule(/documentsubmissions/, () =>
    chance.isIn(0.02) ? { kind: 'reset_answer', after: 0 } : { kind: 'delay', until: pause(600) },
  )
  const store = await openPostgresStore(cluster.url)
  for (const company of companies) await store.companies.save(company, 'control')
  await store.upkeep.close()
  const pace = paceOf(quarantineMs)
  const offices = await Offices.start(lab, officeCount, {
    ...pace,
    RESIT_AUTHORITY: 'myinvois',
    RESIT_MYINVOIS_API_URL: line.url,
    RESIT_MYINVOIS_DOCUMENT_VERSION: '1.0',
    RESIT_POSTGRES_URL: cluster.url,
  })
  for (let office = 0; office < officeCount; office += 1)
    for (const { profile } of companies) await giveCredentials(offices, office, { profile, practice })
  return {
    lab,
    cluster,
    practice,
    line,
    offices,
    companies,
    pace,
    async token(outlet, { profile }) {
      const scopes = ['submit', 'read', 'void', 'cancel', 'taxpayer']
      const body = { name: `Outlet ${outlet}`, scopes, company: profile.companyCode }
      const told = await offices.ask(outlet)('/operator/v1/tokens', { body })
      if (typeof told?.body['token'] !== 'string') throw new Error(`no token: ${JSON.stringify(told)}`)
      return told.body['token']
    },
    async close() {
      await offices.killAll()
      await line.close()
      await practice.close()
      cluster.remove()
      rmSync(lab, { recursive: true, force: true })
    },
  }
}

const paceOf = (quarantineMs: number): Environment => ({
  ...brisk,
  RESIT_POLL_INTERVAL_MS: '300',
  RESIT_RETRY_BASE_MS: '200',
  RESIT_LOOKUP_INTERVAL_MS: '500',
  RESIT_REQUEST_TIMEOUT_MS: '5000',
  RESIT_QUARANTINE_MS: String(quarantineMs),
  // A sale waits a moment before it is sent, so that it can be voided.
  RESIT_DISPATCH_DELAY_MS: '1000',
  RESIT_SCREENS: 'off',
  RESIT_LOG_LEVEL: 'error',
})

async function giveCredentials(
  offices: Offices,
  office: number,
  { profile, practice }: Pick<Company, 'profile'> & Pick<Chain, 'practice'>,
): Promise<void> {
  const { clientId, clientSecret } = practice.credentialsFor(profile.tin)
  const told = await offices.ask(office)('/operator/v1/companies/credentials', {
    body: { COMPANY_CODE: profile.companyCode, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
  })
  if (told?.status !== 200) throw new Error(`no credentials: ${JSON.stringify(told)}`)
}
