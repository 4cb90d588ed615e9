import { X509Certificate } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueCertificate, makePracticeCa } from '../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { PracticeCertificates } from '../../electron/gateway/authority/myinvois/sign/practice-certificates.ts'
import { verifyDocument, verifySignature } from '../../electron/gateway/authority/myinvois/sign/verify.ts'
import { type Practice, startPractice } from '../../electron/gateway/authority/practice/practice.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { dataPathsIn } from '../../electron/gateway/installation/data-dir.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { systemClock, systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { Clock } from '../../electron/gateway/ports.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { scrape } from '../support/scrape.ts'
import { coffee, document, invoice } from '../support/till.ts'

const signing = { RESIT_MYINVOIS_DOCUMENT_VERSION: '1.1' }
const day = 86_400_000

interface Shop {
  readonly shop: TestGateway
  readonly api: Api
}

async function open(options: TestGatewayOptions = {}): Promise<Shop> {
  const shop = await startGateway({ ...options, env: { ...signing, ...options.env } })
  return { shop, api: apiOf(shop, await shop.token()) }
}

/** A shop that is closed with the test. */
async function openForTest(options?: TestGatewayOptions): Promise<Shop> {
  const opened = await open(options)
  onTestFinished(() => opened.shop.close())
  return opened
}

const profile = demoCompanyAt(0).profile
const holder = { tin: profile.tin, brn: profile.idNumber, name: profile.name }

interface P12 {
  readonly pkcs12: Uint8Array
  readonly password: string
}

const credentials = ({ pkcs12, password }: P12) => ({
  COMPANY_CODE: 'DEMO',
  CLIENT_ID: 'client',
  CLIENT_SECRET: 'secret',
  CERTIFICATE: Buffer.from(pkcs12).toString('base64'),
  CERTIFICATE_PASSWORD: password,
})

const setCertificate = (shop: TestGateway, certificate: P12, more = {}) =>
  operate<WireProblem>(shop, 'POST', '/companies/credentials', { ...credentials(certificate), ...more })

/** A certificate from the authority that this shop's practice mode trusts. */
async function issuedHere({ dataDir }: TestGateway, tin = profile.tin): Promise<P12> {
  const secrets = secretsInFile(dataPathsIn(dataDir).secrets)
  const authority = await new PracticeCertificates({ secrets, clock: systemClock }).authority()
  return issueCertificate(authority, { ...holder, tin }, Date.now())
}

interface Doctor {
  readonly checks: readonly { readonly name: string; readonly verdict: string; readonly message: string }[]
}

async function diagnosed(shop: TestGateway) {
  const { checks } = (await operate<Doctor>(shop, 'GET', '/doctor')).body
  return checks.filter(({ name }) => name === 'certificate' || name.endsWith('DEMO'))
}

async function submitted({ api }: Shop, saleCode: string, more = {}): Promise<WireRecord> {
  const { status, body } = await api.submit('sale', 'invoice', invoice(saleCode, more))
  expect(status, JSON.stringify(body)).toBe(202)
  return body
}

const textAt = ({ practice }: TestGateway['gateway'], record: WireRecord) =>
  practice?.ledger.textOf(record.AUTHORITY?.UUID ?? '') ?? ''

describe('in practice mode documents of version 1.1', () => {
  let opened: Shop
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.shop.close())

  test.each([
    ['sale', 'invoice'],
    ['self_billed', 'credit_note'],
  ] as const)('are signed and become valid: %s %s', async (family, kind) => {
    const { api, shop } = opened
    const { body } = await api.submit(family, kind, document(family, kind, `signed ${family}`))
    const record = await api.until(body, 'Valid', 'Invalid')
    expect(record, JSON.stringify(record.ERRORS)).toMatchObject({ STATUS: 'Valid', ERRORS: [] })
    const verdict = verifySignature(textAt(shop.gateway, record))
    expect(verdict).toMatchObject({ ok: true, certificate: { subject: { tin: profile.tin, brn: profile.idNumber } } })
    const steps = shop.gateway.practice?.ledger.document(record.AUTHORITY?.UUID ?? '')?.steps ?? []
    expect(steps.at(-1)).toEqual({ status: 'Valid', name: 'Step08-Document Signature Validator' })
  })

  test('are found in order by the doctor', async () => {
    expect(await diagnosed(opened.shop)).toEqual([
      { name: 'certificate DEMO', verdict: 'good', message: expect.stringContaining('in order') },
      { name: 'authority DEMO', verdict: 'good', message: expect.anything() },
    ])
  })

  test('are refused where only the signature makes them too large', async () => {
    const unsigned = await openForTest({ env: { RESIT_MYINVOIS_DOCUMENT_VERSION: '1.0' } })
    const line = (length: number) => ({ ...coffee, DESCRIPTION: 'x'.repeat(length) })
    const refusal = { status: 422, body: { errors: [{ pointer: '/LINES', code: 'document_too_large' }] } }
    // The number of letters with which the unsigned document comes closest to the authority's limit.
    const lines = (letters: number) =>
      Array.from({ length: 340 }, (_, at) => line(Math.min(300, Math.max(1, letters - at * 300))))
    const fits = async ({ api }: Shop, letters: number) =>
      (await api.submit('sale', 'invoice', invoice(`large ${letters}`, { LINES: lines(letters) }))).status === 202
    let [least, most] = [0, 340 * 300]
    while (most - least > 64) {
      const middle = Math.floor((least + most) / 2)
      if (await fits(unsigned, middle)) least = middle
      else most = middle
    }
    expect(least).toBeGreaterThan(0)
    expect(await opened.api.submit('sale', 'invoice', invoice('large', { LINES: lines(least) }))).toMatchObject(refusal)
    expect(await fits(opened, least - 4_000)).toBe(true)
  })
})

test('a document that was lost on its way goes again byte for byte, signing time and all', async () => {
  const opened = await openForTest()
  const { practice, store } = opened.shop.gateway
  await practice?.faults.set({ kind: 'error_before', status: 500, times: 1, on: 'submit' })
  const record = await opened.api.until(await submitted(opened, 'lost'), 'Valid')
  const stored = await store.records.byGuid(record.SALE_GUID)
  const attempts = await store.records.attempts(stored?.seq ?? 0)
  expect(attempts).toHaveLength(2)
  expect(new Set(attempts.map(({ sha256 }) => sha256)).size).toBe(1)
  const sent = Buffer.from((await store.records.payload(attempts[0]?.sha256 ?? '')) ?? '').toString()
  expect(textAt(opened.shop.gateway, record)).toBe(sent)
})

test('the practice certificate survives a restart', async () => {
  const first = await open()
  const before = await first.api.until(await submitted(first, 'before'), 'Valid')
  const serialIn = (text: string) => {
    const verdict = verifySignature(text)
    return verdict.ok ? verdict.certificate.serialDecimal : verdict.code
  }
  const serial = serialIn(textAt(first.shop.gateway, before))
  await first.shop.close({ keep: true })
  const second = await openForTest({ dataDir: first.shop.dataDir })
  const after = await second.api.until(await submitted(second, 'after'), 'Valid')
  expect(serialIn(textAt(second.shop.gateway, after))).toBe(serial)
})

describe('a certificate that a company was given', () => {
  test('of another taxpayer signs nothing: its documents wait, and the doctor says why', async () => {
    const opened = await openForTest()
    const { shop, api } = opened
    expect(await setCertificate(shop, await issuedHere(shop, 'C10000000010'))).toMatchObject({ status: 200 })
    expect(await diagnosed(shop)).toMatchObject([
      { name: 'certificate DEMO', verdict: 'bad', message: expect.stringContaining('another TIN') },
    ])
    const sold = await submitted(opened, 'other')
    const now = async () => (await api.status('sale', 'invoice', sold.SALE_GUID)).body
    await expect.poll(async () => (await now()).ATTENTION?.CODE).toBe('company_not_ready')
    expect(await now()).toMatchObject({ STATUS: 'Pending', SENT_AT: null })
    expect(shop.gateway.practice?.ledger.documents()).toEqual([])
    await setCertificate(shop, await issuedHere(shop))
    expect(await api.until(sold, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', REVISION: 1 })
  })

  test('from an authority nobody trusts makes them invalid too', async () => {
    const opened = await openForTest()
    const stranger = await issueCertificate(await makePracticeCa(Date.now()), holder, Date.now())
    await setCertificate(opened.shop, stranger)
    const record = await opened.api.until(await submitted(opened, 'untrusted'), 'Valid', 'Invalid')
    expect(record).toMatchObject({ STATUS: 'Invalid', ERRORS: [{ CODE: 'DS329' }] })
  })

  test('that cannot be used is refused with the reason, and nothing changes', async () => {
    const opened = await openForTest()
    const { shop } = opened
    const good = await issuedHere(shop)
    const wrong = await setCertificate(shop, { ...good, password: 'not it' })
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/CERTIFICATE_PASSWORD', code: 'wrong_certificate_password' }] },
    })
    expect(JSON.stringify(wrong.body)).not.toContain('not it')
    expect(await setCertificate(shop, { ...good, pkcs12: Buffer.from('not a file') })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/CERTIFICATE', code: 'bad_certificate' }] },
    })
    expect(await setCertificate(shop, good, { CERTIFICATE: null })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/CERTIFICATE', code: 'required' }] },
    })
    expect(await opened.api.until(await submitted(opened, 'as before'), 'Valid', 'Invalid')).toMatchObject({
      STATUS: 'Valid',
    })
  })
})

describe('at an authority of its own', () => {
  /** A practice authority that shares nothing with the gateway but its address and the certificates that it trusts. */
  async function authorityTrusting(trusted: readonly string[], clock: Clock = systemClock): Promise<Practice> {
    const practice = await startPractice({
      file: null,
      clock,
      randomness: systemRandomness,
      log: pino({ level: 'silent' }),
      rateScale: 1000,
      validationMs: 0,
      companies: async () => [],
      verifySignature: (text, issuer) => verifyDocument(text, issuer, trusted),
    })
    onTestFinished(() => practice.close())
    return practice
  }

  async function connected(practice: Practice, options: TestGatewayOptions = {}): Promise<Shop> {
    const { clientId, clientSecret } = practice.credentialsFor(profile.tin)
    const opened = await openForTest({
      ...options,
      env: {
        RESIT_AUTHORITY: 'myinvois',
        RESIT_MYINVOIS_API_URL: practice.url,
        RESIT_MYINVOIS_CLIENT_ID: clientId,
        RESIT_MYINVOIS_CLIENT_SECRET: clientSecret,
        ...options.env,
      },
    })
    await opened.shop.gateway.store.companies.save(demoCompanyAt(0), 'test')
    return opened
  }

  const ownCredentials = (practice: Practice) => {
    const { clientId, clientSecret } = practice.credentialsFor(profile.tin)
    return { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
  }

  test('a company without a certificate waits, and goes when it has one', async () => {
    const ca = await makePracticeCa(Date.now())
    const practice = await authorityTrusting([ca.certificatePem])
    const opened = await connected(practice)
    const { shop, api } = opened
    const waiting = await submitted(opened, 'waits')
    await expect
      .poll(async () => (await api.status('sale', 'invoice', waiting.SALE_GUID)).body)
      .toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'company_not_ready' }, SENT_AT: null })
    expect(practice.ledger.documents()).toEqual([])
    expect(await diagnosed(shop)).toMatchObject([
      { name: 'certificate DEMO', verdict: 'bad', message: expect.stringContaining('has no certificate') },
    ])

    const issued = await issueCertificate(ca, holder, Date.now())
    expect((await setCertificate(shop, issued, ownCredentials(practice))).status).toBe(200)
    expect(await api.until(waiting, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', ATTENTION: null })
  })

  test('documents wait with a certificate that has run out, and go with the next', async () => {
    let ahead = 0
    const clock: Clock = { now: () => Date.now() + ahead, steadyMs: () => systemClock.steadyMs() }
    const ca = await makePracticeCa(clock.now())
    const practice = await authorityTrusting([ca.certificatePem], clock)
    const opened = await connected(practice, { ports: { clock } })
    const { shop, api } = opened
    const issued = await issueCertificate(ca, holder, clock.now())
    await setCertificate(shop, issued, ownCredentials(practice))
    expect(await api.until(await submitted(opened, 'in time'), 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid' })

    expect(await scrape(shop)).toContain('resit_alert{code="certificate_ending",severity="warning"} 0\n')
    ahead = 340 * day
    const ends = new X509Certificate(issued.certificatePem).validToDate.getTime() / 1000
    expect(await scrape(shop)).toContain(`resit_signing_certificate_expiry_timestamp_seconds{company="DEMO"} ${ends}\n`)
    expect(await diagnosed(shop)).toMatchObject([
      { verdict: 'warning', message: expect.stringContaining('DEMO signs documents ends at') },
      {},
    ])
    ahead = 366 * day
    expect(await diagnosed(shop)).toMatchObject([{ verdict: 'bad', message: expect.stringContaining('ends at') }])
    const ISSUED_AT = new Date(clock.now()).toISOString()
    const late = await submitted(opened, 'late', { ISSUED_AT })
    await expect
      .poll(async () => (await api.status('sale', 'invoice', late.SALE_GUID)).body)
      .toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'company_not_ready' } })

    await setCertificate(shop, await issueCertificate(ca, holder, clock.now()), ownCredentials(practice))
    expect(await api.until(late, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid' })
  })
})
