import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createMyInvois } from '../../../electron/gateway/authority/myinvois/adapter.ts'
import type { Authority } from '../../../electron/gateway/authority/port.ts'
import { type Practice, startPractice } from '../../../electron/gateway/authority/practice/practice.ts'
import { demoCompanyAt } from '../../../electron/gateway/features/companies/demo-company.ts'
import type { OutboxDeps } from '../../../electron/gateway/outbox/deps.ts'
import { systemClock, systemRandomness } from '../../../electron/gateway/platform/system.ts'
import type { Company } from '../../../electron/gateway/store/port/port.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { impatient } from '../../support/impatient.ts'

/** A gateway whose workers are off. A test does the steps of the outbox by hand. */
export interface ManualOutbox {
  readonly practice: Practice
  readonly shop: TestGateway
  readonly api: Api
  readonly company: Company
  readonly deps: OutboxDeps
  /** The same dependencies, with some calls of the authority replaced. */
  depsWith(calls: (real: Authority) => Partial<Authority>): OutboxDeps
}

const log = pino({ level: 'silent' })

/** For the tests of one file: a real store, and the practice authority in place of MyInvois. */
export function openManualOutbox(): ManualOutbox {
  let manual: Omit<ManualOutbox, 'depsWith'>
  beforeAll(async () => {
    manual = await open()
  })
  afterAll(async () => {
    await manual.shop.close()
    await manual.practice.close()
  })
  return {
    get practice() {
      return manual.practice
    },
    get shop() {
      return manual.shop
    },
    get api() {
      return manual.api
    },
    get company() {
      return manual.company
    },
    get deps() {
      return manual.deps
    },
    depsWith(calls) {
      const { authority } = manual.deps
      return { ...manual.deps, authority: { ...authority, ...calls(authority) } }
    },
  }
}

async function open(): Promise<Omit<ManualOutbox, 'depsWith'>> {
  const ports = { clock: systemClock, randomness: systemRandomness, log }
  const practice = await startPractice({
    ...ports,
    file: null,
    rateScale: 100_000,
    validationMs: 0,
    companies: async () => [],
  })
  const company = demoCompanyAt(0)
  const credentials = practice.credentialsFor(company.profile.tin)
  const shop = await startGateway({
    env: {
      RESIT_AUTHORITY: 'myinvois',
      RESIT_MYINVOIS_API_URL: practice.url,
      RESIT_MYINVOIS_CLIENT_ID: credentials.clientId,
      RESIT_MYINVOIS_CLIENT_SECRET: credentials.clientSecret,
      RESIT_DISPATCH: 'off',
      RESIT_CANCEL_WAIT_MS: '0',
    },
  })
  const { records, schedule, companies } = shop.gateway.store
  await companies.save(company, 'test')
  const addresses = { apiUrl: practice.url, identityUrl: practice.url, portalUrl: practice.url }
  const settings = { ...addresses, documentVersion: '1.0', requestTimeoutMs: 20_000, rateScale: 100_000 } as const
  const deps: OutboxDeps = {
    ...ports,
    records,
    schedule,
    companies,
    authority: createMyInvois(settings, async () => credentials, systemClock),
    timing: impatient,
  }
  return { practice, shop, company, deps, api: apiOf(shop, await shop.token()) }
}
