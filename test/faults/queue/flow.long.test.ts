import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Practice } from '../../../electron/gateway/authority/practice/practice.ts'
import { demoCompanyAt } from '../../../electron/gateway/features/companies/demo-company.ts'
import { systemRandomness } from '../../../electron/gateway/platform/system.ts'
import type { GatewayPorts } from '../../../electron/gateway/ports.ts'
import type { Environment } from '../../../electron/gateway/settings/values.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { hangMs } from '../../support/hang-limit.ts'
import { operate } from '../../support/operator.ts'
import { startQuietAuthority } from '../../support/quiet-authority.ts'
import { type Body, coffee, customer, invoice } from '../../support/till.ts'
import { type Front, startFront } from './front.ts'

// A longer limit, because one test makes hundreds of sales on a machine that may be busy.
const patience = { timeout: hangMs }

/** Taxpayers that the practice authority knows. Each is a company of this shop. */
const companies = [
  { COMPANY_CODE: 'KOPI', TIN: 'C20830570210', ID_NUMBER: '202001234567' },
  { COMPANY_CODE: 'TEH', TIN: 'C25845632020', ID_NUMBER: '201901234567' },
  { COMPANY_CODE: 'ROTI', TIN: 'C31415926530', ID_NUMBER: '201501010101' },
] as const
type Code = (typeof companies)[number]['COMPANY_CODE']

let practice: Practice
let front: Front
let dataDir: string
let shop: TestGateway
let api: Api
beforeEach(async () => {
  practice = await startQuietAuthority({
    rateScale: 100_000,
    validationMs: 0,
  })
  front = await startFront(practice.url)
  dataDir = mkdtempSync(join(tmpdir(), 'resit-flow-'))
  await open()
  for (const [at, company] of companies.entries()) await importCompany(company, at)
})
afterEach(async () => {
  await shop.close({ keep: true })
  rmSync(dataDir, { recursive: true, force: true })
  await front.close()
  await practice.close()
})

async function open(env: Environment = {}, ports: Partial<GatewayPorts> = {}): Promise<void> {
  const there = { RESIT_AUTHORITY: 'myinvois', RESIT_MYINVOIS_API_URL: front.url }
  const pace = { RESIT_RATE_SCALE: '100000', RESIT_POLL_INTERVAL_MS: '200', RESIT_REQUEST_TIMEOUT_MS: '120000' }
  shop = await startGateway({ dataDir, env: { ...there, ...pace, ...env }, ports })
  api = apiOf(shop, await shop.token())
}

async function importCompany(names: (typeof companies)[number], at: number): Promise<void> {
  const { profile } = demoCompanyAt(0)
  const more = { COMPANY_GUID: `00000000-0000-4000-8000-00000000000${at}`, ...customer, ...names }
  const business = { MSIC_CODE: '56101', BUSINESS_ACTIVITY: 'Coffee house', TIME_ZONE: profile.timeZone }
  const imported = await operate(shop, 'POST', '/companies', { ...more, ...business })
  const { clientId, clientSecret } = practice.credentialsFor(names.TIN)
  const credentials = { COMPANY_CODE: names.COMPANY_CODE, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
  const signedIn = await operate(shop, 'POST', '/companies/credentials', credentials)
  expect([imported.status, signedIn.status]).toEqual([200, 200])
}

const clientOf = (code: Code) => {
  const { TIN } = companies.find(({ COMPANY_CODE }) => COMPANY_CODE === code) ?? companies[0]
  return practice.credentialsFor(TIN).clientId
}

async function sell(code: Code, saleCode: string, more: Body = {}): Promise<WireRecord> {
  const body = invoice(saleCode, { COMPANY_CODE: code, DOCUMENT_NUMBER: `${code}-${saleCode}`, ...more })
  const told = await api.submit('sale', 'invoice', body)
  expect(told.status).toBe(202)
  return told.body
}
const arrived = (code: Code) => practice.ledger.documents().filter(({ internalId }) => internalId.startsWith(code))

describe('a company that is blocked', () => {
  test.each([
    ['is forbidden everything', 403],
    ['is throttled', 429],
    ['is answered with errors', 503],
    ['is never answered', 'never'],
  ] as const)('because it %s does not hold up another (QR13, UP12)', async (_, verdict) => {
    front.rule = ({ clientId }) => (clientId === clientOf('KOPI') ? verdict : null)
    const blocked = await sell('KOPI', '1')
    await expect.poll(() => front.knocks.length).toBeGreaterThan(0)
    const startedAt = performance.now()
    const sold = await Promise.all(Array.from({ length: 30 }, (_, at) => sell('TEH', `${at}`)))
    for (const record of sold) await api.until(record, 'Valid')
    // The blocked company waits two minutes for its answer. The others must not wait for it.
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    expect(arrived('KOPI')).toEqual([])
    expect(['Pending', 'InProgress']).toContain((await api.status('sale', 'invoice', blocked.SALE_GUID)).body.STATUS)
  })
})

describe('a queue that has grown', () => {
  const counts = { KOPI: 230, TEH: 40, ROTI: 40 } as const
  const codes = Object.keys(counts) as Code[]
  const sellAll = async () => {
    // In each company one sale after the other, because the order is checked.
    await Promise.all(
      codes.map(async (code) => {
        for (let at = 0; at < counts[code]; at += 1) await sell(code, String(at).padStart(3, '0'))
      }),
    )
  }

  test('goes in the order it came in, company by company, whoever sells most (QR16)', async () => {
    await shop.close({ keep: true })
    await open({ RESIT_DISPATCH: 'off' })
    await sellAll()
    await shop.close({ keep: true })
    await open()
    await expect.poll(() => practice.ledger.documents().length, patience).toBe(310)
    for (const code of codes) {
      const numbers = arrived(code).map(({ internalId }) => internalId)
      expect(numbers).toEqual(Array.from({ length: counts[code] }, (_, at) => `${code}-${String(at).padStart(3, '0')}`))
    }
    // Small companies do not wait until the big one is done.
    const all = practice.ledger.documents().map(({ internalId }) => internalId)
    for (const code of ['TEH', 'ROTI'] as const)
      expect(all.findLastIndex((name) => name.startsWith(code))).toBeLessThan(all.length - 50)
  })

  test('comes back one document first, then in batches, one at a time for each company (QR20)', async () => {
    front.rule = () => 429
    await sellAll()
    const tries = codes.map((code) => front.knocks.filter(({ clientId }) => clientId === clientOf(code)))
    // While the connection is bad, only one document is tried at a time. The first batch may be larger, because the
    // fault was not known yet.
    for (const knocks of tries) for (const { numbers } of knocks.slice(1)) expect(numbers).toHaveLength(1)
    const before = front.knocks.length
    front.rule = () => null
    await expect.poll(() => practice.ledger.documents().length, patience).toBe(310)
    const after = front.knocks.slice(before)
    for (const code of codes) {
      const sizes = after.filter(({ clientId }) => clientId === clientOf(code)).map(({ numbers }) => numbers.length)
      expect(sizes[0]).toBe(1)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
    }
    expect(front.mostAtOnce.ofOne).toBe(1)
    expect(front.mostAtOnce.ofAll).toBeLessThanOrEqual(codes.length)
  })

  const triesOf = (code: Code) =>
    front.knocks.filter(({ clientId }) => clientId === clientOf(code)).map(({ atMs }) => atMs)
  const pausesOf = (code: Code) =>
    triesOf(code)
      .slice(1, 5)
      .map((atMs, at) => atMs - (triesOf(code)[at] ?? 0))
  const tryInVain = async () => {
    // For “forbidden” the authority names no waiting time.
    front.rule = () => 403
    for (const code of codes) await sell(code, '1')
    await expect.poll(() => Math.min(...codes.map((code) => triesOf(code).length)), patience).toBeGreaterThanOrEqual(5)
  }

  test('pauses twice as long after each try, at the worst of chance (QR20)', async () => {
    await shop.close({ keep: true })
    await open({}, { randomness: { ...systemRandomness, fraction: () => 0.99 } })
    await tryInVain()
    for (const code of codes)
      for (const [at, pauseMs] of pausesOf(code).entries()) expect(pauseMs).toBeGreaterThan(50 * 2 ** at * 0.95)
  })

  test('pauses at chance, so that companies do not come back together (QR20)', async () => {
    await tryInVain()
    const rounded = codes.map((code) => pausesOf(code).map((pauseMs) => Math.round(pauseMs / 5)))
    expect(new Set(rounded.map((pauses) => pauses.join())).size).toBe(codes.length)
  })

  test('of large documents goes in batches of no more than 4.5 MB (QR20)', async () => {
    front.rule = () => 429
    const LINES = Array.from({ length: 130 }, () => ({ ...coffee, DESCRIPTION: 'Kopi O '.repeat(40) }))
    for (let at = 0; at < 34; at += 1) await sell('KOPI', String(at), { LINES })
    front.rule = () => null
    await expect.poll(() => practice.ledger.documents().length, patience).toBe(34)
    const bytes = front.knocks.map((knock) => knock.bytes)
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(5 * 1024 * 1024)
    expect(Math.max(...bytes)).toBeLessThanOrEqual(4.5 * 1024 * 1024)
  })
})
