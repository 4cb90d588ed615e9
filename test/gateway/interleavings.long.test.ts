import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMyInvois } from '../../electron/gateway/authority/myinvois/adapter.ts'
import { type Practice, startPractice } from '../../electron/gateway/authority/practice/practice.ts'
import { Codes } from '../../electron/gateway/features/codes/codes.ts'
import { demoCompany } from '../../electron/gateway/installation/demo-company.ts'
import { Cancellations } from '../../electron/gateway/outbox/cancellations.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { dispatchBatch } from '../../electron/gateway/outbox/dispatch.ts'
import { lookUpDue } from '../../electron/gateway/outbox/look-up.ts'
import { pollDue } from '../../electron/gateway/outbox/poll.ts'
import { systemClock, systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { Company } from '../../electron/gateway/store/port/port.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { impatient } from '../support/impatient.ts'
import { companyGuid, invoice } from '../support/till.ts'

/**
 * The gateway's own workers are off; the test takes every step of the outbox itself, in any order and several at once,
 * over the real store and against the practice authority, which here plays the real one.
 */
const directory = mkdtempSync(join(tmpdir(), 'resit-interleavings-'))
const log = pino({ level: 'silent' })
let practice: Practice
let shop: TestGateway
let api: Api
let deps: OutboxDeps
let company: Company

beforeAll(async () => {
  practice = await startPractice({
    file: join(directory, 'ledger.db'),
    clock: systemClock,
    randomness: systemRandomness,
    log,
    rateScale: 100_000,
    validationMs: 0,
    companies: async () => [],
  })
  company = demoCompany(0)
  const credentials = practice.credentialsFor(company.profile.tin)
  const env = {
    RESIT_AUTHORITY: 'myinvois',
    RESIT_MYINVOIS_API_URL: practice.url,
    RESIT_MYINVOIS_CLIENT_ID: credentials.clientId,
    RESIT_MYINVOIS_CLIENT_SECRET: credentials.clientSecret,
    RESIT_DISPATCH: 'off',
    RESIT_CANCEL_WAIT_MS: '0',
  }
  shop = await startGateway({ env })
  await shop.gateway.store.companies.save(company, 'test')
  api = apiOf(shop, await shop.token())
  const { records, schedule, companies } = shop.gateway.store
  const addresses = { apiUrl: practice.url, identityUrl: practice.url, portalUrl: practice.url }
  const settings = { ...addresses, documentVersion: '1.0', requestTimeoutMs: 20_000, rateScale: 100_000 } as const
  deps = {
    records,
    schedule,
    companies,
    codes: new Codes().statusOf,
    authority: createMyInvois(settings, async () => credentials, systemClock),
    clock: systemClock,
    randomness: systemRandomness,
    log,
    timing: impatient,
  }
})

afterAll(async () => {
  await shop.close()
  await practice.close()
  rmSync(directory, { recursive: true, force: true })
})

const steps = ['submit', 'void', 'void', 'dispatch', 'dispatch', 'poll', 'cancel', 'lookUp'] as const
const faults = ['none', 'error_before', 'error_after', 'partial', 'expired_token'] as const

interface Plan {
  /** Groups run one after the other; what is in one group runs at once. */
  readonly groups: readonly (readonly (typeof steps)[number][])[]
  readonly fault: (typeof faults)[number]
}

const plan: fc.Arbitrary<Plan> = fc.record({
  groups: fc.array(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 6 }),
  fault: fc.constantFrom(...faults),
})

let sales = 0

/** One sale with everything that a group of steps does to it, then whatever is still to be done. */
async function live({ groups, fault }: Plan): Promise<{ readonly saleCode: string; readonly number: string }> {
  sales += 1
  const saleCode = `i${sales}`
  const body = invoice(saleCode, { SALE_GUID: `00000000-0000-4000-8000-${String(sales).padStart(12, '0')}` })
  if (fault !== 'none') await practice.faults.set({ kind: fault, times: 1 })
  const { SALE_GUID } = body as { readonly SALE_GUID: string }
  const cancellations = new Cancellations(deps)
  const actions: Record<(typeof steps)[number], () => Promise<unknown>> = {
    submit: () => api.submit('sale', 'invoice', body),
    void: () => api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID }),
    dispatch: () => dispatchBatch(deps, company),
    poll: () => pollDue(deps, company),
    lookUp: () => lookUpDue(deps, company),
    cancel: async () => {
      await api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })
      await cancellations.workOff(company)
    },
  }
  await actions.submit()
  for (const group of groups) await Promise.all(group.map((step) => actions[step]()))
  await practice.faults.clear()
  await settleEverything(cancellations)
  return { saleCode, number: `KLCC-T1-A-${saleCode}` }
}

async function settleEverything(cancellations: Cancellations): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    const lanes = await deps.schedule.lanes()
    if (lanes.length === 0) return
    await dispatchBatch(deps, company)
    await pollDue(deps, company)
    await lookUpDue(deps, company)
    await cancellations.workOff(company)
  }
  throw new Error(`still to be done after thirty rounds: ${JSON.stringify(await deps.schedule.lanes())}`)
}

test('however submit, void, dispatch, poll, look-up and cancel interleave, nothing voided is sent and nothing is there twice (QR1, QR8)', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const { saleCode, number } = await live(given)
      const page = await shop.gateway.store.records.byKey('sale', 'invoice', {
        companyCode: 'DEMO',
        outletName: 'KLCC',
        terminalName: 'T1',
        shiftCode: 'A',
        saleCode,
      })
      const { record } = page.live ?? page.latestVoided ?? {}
      const there = practice.ledger.documents().filter(({ internalId }) => internalId === number)
      const counted = there.filter(({ status }) => status !== 'Invalid')
      if (record?.phase === 'voided') expect(there).toEqual([])
      expect(counted.length).toBeLessThanOrEqual(1)
      // What the gateway believes is what the authority shows.
      const believed = { valid: 'Valid', cancelled: 'Cancelled', invalid: undefined, voided: undefined } as const
      expect(counted[0]?.status).toBe(believed[record?.phase as keyof typeof believed])
      expect(record?.companyGuid).toBe(companyGuid)
    }),
    { numRuns: 1000, endOnFailure: true },
  )
})
