import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Authority, BatchItem, SentIdentity } from '../../../electron/gateway/authority/port.ts'
import { createUpstream } from '../../../electron/gateway/authority/upstream/adapter.ts'
import { demoCompanyAt } from '../../../electron/gateway/features/companies/demo-company.ts'
import { aClock } from '../../support/clock.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Answered {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The other gateway's answer to a request; `cut` breaks the connection. */
export type Script = (asked: Asked) => Answered | 'cut'

export interface Connected {
  readonly authority: Authority
  readonly asked: readonly Asked[]
  readonly clock: ReturnType<typeof aClock>
}

/** The adapter with a server that gives the answers of the test. */
export async function connected(script: Script): Promise<Connected> {
  const asked: Asked[] = []
  const clock = aClock()
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const ask = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    asked.push(ask)
    const answer = script(ask)
    if (answer === 'cut') return void request.socket.destroy()
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      date: new Date(clock.now()).toUTCString(),
      ...answer.headers,
    })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}))
  }
  const server = createServer((request, response) => void reply(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    await closed
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { authority: createUpstream({ url, token: 'rst_ours', requestTimeoutMs: 2_000 }, clock), asked, clock }
}

export const company = demoCompanyAt(0).profile

export const guid = (last: number) => `6f1c2a34-5b6d-4e7f-8a90-${String(last).padStart(12, '0')}`

export const item: BatchItem = {
  family: 'sale',
  kind: 'invoice',
  saleGuid: guid(1),
  documentNumber: 'KLCC-1',
  bytes: Buffer.from('{"SALE_CODE":"1"}'),
  sha256: 'aa',
}

export const sent = (last: number): SentIdentity => ({ ...item, saleGuid: guid(last), uuid: `${guid(last)}/1` })

export const always = () => true

/** A record as the other gateway shows it. */
export const shownRecord = (last: number, more = {}) => ({
  SALE_GUID: guid(last),
  COMPANY_GUID: company.companyGuid,
  DOCUMENT_NUMBER: 'KLCC-1',
  REVISION: 1,
  STATUS: 'Pending',
  CURRENCY_CODE: 'MYR',
  TOTAL_PAYABLE: '7.42',
  // In Kuala Lumpur this is already the next day.
  SUBMITTED_AT: '2026-11-20T16:30:00.000Z',
  VALIDATED_AT: null,
  AUTHORITY: null,
  ERRORS: [],
  CANCELLATION: null,
  ...more,
})

export const problem = (status: number, code: string, more = {}): Answered => ({
  status,
  body: {
    type: `urn:resit:problem:${code}`,
    title: code,
    status,
    detail: `About ${code}.`,
    code,
    instance: '/',
    ...more,
  },
})
