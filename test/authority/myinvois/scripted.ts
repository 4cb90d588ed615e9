import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createMyInvois } from '../../../electron/gateway/authority/myinvois/adapter.ts'
import type { Credentials } from '../../../electron/gateway/authority/myinvois/session.ts'
import type { Authority, BatchItem, LookUpQuery } from '../../../electron/gateway/authority/port.ts'
import { demoCompanyAt } from '../../../electron/gateway/features/companies/demo-company.ts'
import type { CompanyProfile } from '../../../electron/gateway/store/port/port.ts'
import { aClock } from '../../support/clock.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** `cut` breaks the connection; `hold` never answers. */
export type Answered =
  | 'cut'
  | 'hold'
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }

export interface Scripted {
  readonly authority: Authority
  /** All requests except those for a token. */
  readonly asked: readonly Asked[]
  readonly logins: readonly Asked[]
  readonly clock: ReturnType<typeof aClock>
  readonly url: string
}

export interface Script {
  readonly api: (asked: Asked) => Answered
  readonly login?: (asked: Asked) => Answered
  /** The credentials of every company, or a function of the company; null if there are none. */
  readonly credentials?: Credentials | null | ((company: CompanyProfile) => Credentials)
  readonly timeoutMs?: number
  /** How far the authority's clock is ahead of ours. */
  readonly aheadMs?: number
  /** Replaces the scripted server, for example by an address at which no server listens. */
  readonly apiUrl?: string
}

export const token: Answered = { status: 200, body: { access_token: 'secret-token', expires_in: 3600 } }
const ours: Credentials = { clientId: 'client', clientSecret: 'secret', onBehalfOf: null }

/** The production adapter with an authority that gives the answers of the test. */
export async function scripted({
  api,
  login,
  credentials = ours,
  timeoutMs = 60_000,
  aheadMs = 0,
  apiUrl,
}: Script): Promise<Scripted> {
  const clock = aClock()
  const asked: Asked[] = []
  const logins: Asked[] = []
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const ask = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    const isLogin = ask.path === '/connect/token'
    ;(isLogin ? logins : asked).push(ask)
    const answer = isLogin ? (login?.(ask) ?? token) : api(ask)
    if (answer === 'hold') return
    if (answer === 'cut') return void request.socket.destroy()
    // The adapter learns the authority's time from this header.
    response.writeHead(answer.status, { date: new Date(clock.now() + aheadMs).toUTCString(), ...answer.headers })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}))
  }
  const server = createServer((request, response) => void reply(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    apiUrl: apiUrl ?? url,
    identityUrl: url,
    portalUrl: 'https://portal.example',
    requestTimeoutMs: timeoutMs,
    rateScale: 1_000,
    documentVersion: '1.0',
  } as const
  const credentialsFor = async (of: CompanyProfile) =>
    typeof credentials === 'function' ? credentials(of) : credentials
  return { authority: createMyInvois(settings, credentialsFor, clock), asked, logins, clock, url }
}

export const company: CompanyProfile = demoCompanyAt(0).profile
/** A taxpayer to ask about. */
export const ali = { tin: 'IG10203040506', idType: 'NRIC', idNumber: '770625015324' }
export const uuid = 'F9D425P6DS7D8IU0123456789A'

export const item = (documentNumber = 'KLCC-1'): BatchItem => ({
  family: 'sale',
  kind: 'invoice',
  saleGuid: `guid of ${documentNumber}`,
  documentNumber,
  bytes: Buffer.from(`{"ID":"${documentNumber}"}`),
  sha256: `hash of ${documentNumber}`,
})

export const sent = { ...item(), uuid }

export const lookUpQuery = (over: Partial<LookUpQuery> = {}): LookUpQuery => ({
  family: 'sale',
  kind: 'invoice',
  saleGuid: 'guid of KLCC-1',
  documentNumber: 'KLCC-1',
  sha256: 'hash of KLCC-1',
  totalPayable: '7.42',
  currencyCode: 'MYR',
  sentFrom: Date.UTC(2026, 10, 20, 4),
  sentTo: Date.UTC(2026, 10, 20, 4, 1),
  isInvalidOurs: true,
  otherUuids: new Set(),
  ...over,
})

export const always = () => true

/** An authority that always gives this answer. */
export const asking = (answer: Answered): Promise<Scripted> => scripted({ api: () => answer })

/** A document as the authority shows it. */
export const shown = (over: object = {}) => ({
  uuid,
  submissionUid: 'SUB',
  internalId: 'KLCC-1',
  typeName: 'Invoice',
  status: 'Valid',
  longId: 'LONG',
  dateTimeReceived: '2026-11-20T04:00:30Z',
  dateTimeValidated: '2026-11-20T04:00:40Z',
  ...over,
})
