import { setTimeout as pause } from 'node:timers/promises'
import type { TlsOptions } from 'node:tls'
import pino from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { LedgerDocument } from '../../../electron/gateway/authority/practice/ledger.ts'
import { type Practice, startPractice } from '../../../electron/gateway/authority/practice/practice.ts'
import { systemRandomness } from '../../../electron/gateway/platform/system.ts'
import type { Secrets } from '../../../electron/gateway/ports.ts'
import type { Environment } from '../../../electron/gateway/settings/values.ts'
import type { StoredRecord } from '../../../electron/gateway/store/port/records.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { importCompany } from '../../support/chain.ts'
import { aMovableClock } from '../../support/clock.ts'
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { operate } from '../../support/operator.ts'
import { type Body, invoice } from '../../support/till.ts'
import { isClean, type Judgement, judge } from '../oracle.ts'

export const submitting = /^POST \/api\/v1\.0\/documentsubmissions/
export const signingIn = /^POST \/connect\/token/
export const polling = /^GET \/api\/v1\.0\/documentsubmissions\//
export const searching = /^GET \/api\/v1\.0\/documents\/search/

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/**
 * Production's intervals for everything that is promised, by a clock that the test moves. All other intervals are very
 * short.
 */
export const realTiming: Environment = {
  RESIT_QUARANTINE_MS: '600000',
  RESIT_LOOKUP_INTERVAL_MS: '60000',
  RESIT_REQUEST_TIMEOUT_MS: '2000',
}
/** The shortest possible intervals, for tests that break the connection at every byte. */
export const shortTiming: Environment = {
  RESIT_QUARANTINE_MS: '20',
  RESIT_LOOKUP_INTERVAL_MS: '10',
  RESIT_POLL_INTERVAL_MS: '10',
  RESIT_RETRY_BASE_MS: '5',
}

export interface UpstreamShop {
  readonly shop: TestGateway
  readonly api: Api
  readonly practice: Practice
  readonly proxy: FaultProxy
  readonly clock: ReturnType<typeof aMovableClock>
  /** Log entries of level warning or higher. */
  readonly log: readonly string[]
  /** Wakes the workers, as a change of the settings does: running pauses end. */
  wake(): Promise<void>
  /** Moves all clocks in steps. After each step it waits until all due work is done. */
  live(ms: number, stepMs?: number): Promise<void>
  /** Resolves when the authority got no request for a while. */
  quiet(): Promise<void>
  /** Sells, or repeats a sale. @throws Error if the sale is not accepted */
  sell(code: string, more?: Body): Promise<WireRecord>
  /**
   * Sells several while nothing is sent, so that they go in one batch. @param first runs when all are sold and none is
   * sent
   */
  sellTogether(codes: readonly string[], first?: () => unknown): Promise<readonly WireRecord[]>
  until(record: WireRecord, ...statuses: readonly string[]): Promise<WireRecord>
  shown(record: WireRecord): Promise<WireRecord>
  stored(record: WireRecord): Promise<StoredRecord>
  /** The outcomes of its attempts. */
  outcomes(record: WireRecord): Promise<readonly string[]>
  phase(record: WireRecord): Promise<string>
  /** The authority's documents with the record's number. */
  there(record: WireRecord): readonly LedgerDocument[]
  /** The result of comparing all sales with the authority's ledger. */
  oracle(): Promise<Judgement>
  /**
   * Expects that ledger and records agree: no document is lost, doubled or unfinished, and our code logged no error.
   */
  agrees(): Promise<void>
}

export interface UpstreamOptions {
  readonly env?: Environment
  readonly tls?: TlsOptions
  /** The address of the API, if it is not the proxy's. */
  readonly apiUrl?: string
  readonly secrets?: Secrets
  /** How long the background validation takes. */
  readonly validationMs?: number
  /** Multiplies the authority's request limits. */
  readonly rateScale?: number
}

/** If no request comes within this time, the gateway has no work: its pauses in these tests are shorter. */
const quietMs = 120

const tin = 'C20830570210'

/** A gateway as in production, with a proxy before its authority that the test can break. */
export async function openShop(options: UpstreamOptions = {}): Promise<UpstreamShop> {
  const { env, tls, apiUrl, secrets, validationMs = 0, rateScale = 1000 } = options
  const clock = aMovableClock()
  const log: string[] = []
  const randomness = systemRandomness
  const practice = await startPractice({
    file: null,
    clock,
    randomness,
    log: pino({ level: 'silent' }),
    companies: async () => [],
    rateScale,
    validationMs,
  })
  const proxy = await startFaultProxy(practice.url, tls ?? null)
  const { clientId, clientSecret } = practice.credentialsFor(tin)
  const shop = await startGateway({
    env: {
      RESIT_AUTHORITY: 'myinvois',
      RESIT_CODES_REFRESH: 'off',
      RESIT_MYINVOIS_API_URL: apiUrl ?? proxy.url,
      RESIT_MYINVOIS_IDENTITY_URL: proxy.url,
      RESIT_RATE_SCALE: String(rateScale),
      RESIT_MYINVOIS_CLIENT_ID: clientId,
      RESIT_MYINVOIS_CLIENT_SECRET: clientSecret,
      ...env,
    },
    ports: {
      clock,
      log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
      ...(secrets && { secrets }),
    },
  })
  onTestFinished(async () => {
    await shop.close()
    await proxy.close()
    await practice.close()
  })
  await importCompany(shop)
  const api = apiOf(shop, await shop.token())
  const sold = new Set<string>()
  const { store } = shop.gateway
  const sell: UpstreamShop['sell'] = async (code, more = {}) => {
    const issuedAt = new Date(clock.now() - minuteMs).toISOString()
    const { status, body } = await api.submit('sale', 'invoice', invoice(code, { ISSUED_AT: issuedAt, ...more }))
    expect({ status, body }).toMatchObject({ status: 202 })
    sold.add(body.SALE_GUID)
    return body
  }
  const stored: UpstreamShop['stored'] = async ({ SALE_GUID }) => {
    const found = await store.records.byGuid(SALE_GUID)
    if (!found) throw new Error(`nothing has the GUID ${SALE_GUID}`)
    return found
  }
  const wake = () => importCompany(shop)
  const dueNow = async () => {
    const lanes = await store.schedule.lanes()
    return lanes.filter(({ work, firstDueAt }) => work === 'settle' || firstDueAt <= clock.now())
  }
  const oracle = async () => {
    await practice.validateDue()
    const documents = practice.ledger.documents()
    return judge({ store, documents, saleGuids: sold, cancelledOnPortal: new Set() })
  }
  return {
    shop,
    api,
    practice,
    proxy,
    clock,
    log,
    wake,
    async live(ms, stepMs = minuteMs) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.pass(Math.min(stepMs, ms - passed))
        await wake()
        await expect.poll(dueNow, { interval: 5 }).toEqual([])
      }
    },
    async quiet() {
      for (let known = -1; known !== proxy.requests.length; ) {
        known = proxy.requests.length
        await pause(quietMs)
      }
    },
    sell,
    async sellTogether(codes, first = () => undefined) {
      await operate(shop, 'POST', '/sending/pause', {})
      const records = await Promise.all(codes.map((code) => sell(code)))
      await first()
      await operate(shop, 'POST', '/sending/resume', {})
      return records.toSorted((one, other) => codes.indexOf(one.SALE_CODE) - codes.indexOf(other.SALE_CODE))
    },
    until: (record, ...statuses) => api.until(record, ...statuses),
    shown: async ({ FAMILY, KIND, SALE_GUID }) => (await api.status(FAMILY, KIND, SALE_GUID)).body,
    stored,
    async outcomes(record) {
      const attempts = await store.records.attempts((await stored(record)).seq)
      return attempts.map(({ outcome }) => [outcome?.kind ?? 'open', outcome?.reason ?? []].flat().join(' '))
    },
    phase: async (record) => (await stored(record)).record.phase,
    there: ({ DOCUMENT_NUMBER }) =>
      practice.ledger.documents().filter(({ internalId }) => internalId === DOCUMENT_NUMBER),
    oracle,
    async agrees() {
      await expect.poll(oracle).toSatisfy(isClean)
      expect(log.filter((line) => line.includes('"level":50'))).toEqual([])
    },
  }
}

/** A shop that has signed in and knows the authority's time, so that the next fault hits a document. */
export async function openWarmShop(options: UpstreamOptions = {}): Promise<UpstreamShop> {
  const here = await openShop(options)
  await here.until(await here.sell('warm'), 'Valid')
  return here
}
