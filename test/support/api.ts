import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Family, Kind } from '../../shared/domain/record.ts'
import type { TestGateway } from './gateway.ts'
import { hangMs } from './hang-limit.ts'
import type { Body } from './till.ts'

export interface Told<Answer = WireRecord & WireProblem> {
  readonly status: number
  readonly body: Answer
  readonly headers: Headers
}

/** The API as a till uses it: plain HTTP, without our client. */
export interface Api {
  post<Answer = WireRecord & WireProblem>(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Told<Answer>>
  get<Answer = WireRecord & WireProblem>(path: string, headers?: Record<string, string>): Promise<Told<Answer>>
  submit(family: Family, kind: Kind, body: Body): Promise<Told>
  status(family: Family, kind: Kind, saleGuid: string): Promise<Told>
  /** Waits until the record has one of these statuses, and fails if that takes too long. */
  until(record: WireRecord, ...statuses: readonly string[]): Promise<WireRecord>
}

export function apiOf({ baseUrl, gateway }: Pick<TestGateway, 'baseUrl' | 'gateway'>, token: string): Api {
  const call = async <Answer>(method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer, headers: response.headers }
  }
  const lifeOf = async ({ SALE_GUID }: WireRecord): Promise<string> => {
    const stored = await gateway.store.records.byGuid(SALE_GUID)
    return JSON.stringify(stored && (await gateway.store.records.events(stored.seq)).map(({ event }) => event))
  }
  const api: Api = {
    post: (path, body, headers = {}) => call('POST', path, headers, body),
    get: (path, headers = {}) => call('GET', path, headers),
    submit: (family, kind, body) => api.post(`/${family}/${kind}_submission`, body),
    status: (family, kind, saleGuid) => api.get(`/${family}/${kind}_checkstatus/by_guid`, { sale_guid: saleGuid }),
    async until(record, ...statuses) {
      const deadline = Date.now() + hangMs
      let seen = record
      for (let after = '0'; ; ) {
        seen = (await api.status(record.FAMILY, record.KIND, record.SALE_GUID)).body
        if (statuses.includes(seen.STATUS)) return seen
        if (Date.now() > deadline)
          throw new Error(
            `${seen.DOCUMENT_NUMBER} is ${seen.STATUS} after ${hangMs} ms, not ${statuses.join(' or ')}: ${await lifeOf(seen)}`,
          )
        const changes = await fetch(`${baseUrl.replace(/\/v1$/, '')}/operator/v1/changes?wait=1&after=${after}`, {
          headers: { authorization: `Bearer ${gateway.controlToken}` },
        })
        after = String(((await changes.json()) as { readonly next: number }).next)
      }
    },
  }
  return api
}
