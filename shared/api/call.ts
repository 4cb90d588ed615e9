import type { WireProblem } from './shapes/problem.ts'

export type Fetch = (
  url: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
) => Promise<{
  readonly status: number
  json(): Promise<unknown>
}>

export interface ClientOptions {
  /** Ends in /v1. */
  readonly baseUrl: string
  readonly token: string
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch: Fetch
  /** BCP 47. */
  readonly language?: string
}

export class GatewayProblem extends Error {
  override readonly name = 'GatewayProblem'
  readonly problem: WireProblem

  constructor(problem: WireProblem) {
    super(`${problem.code}: ${problem.detail}`)
    this.problem = problem
  }
}

export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

interface Called {
  readonly method: 'GET' | 'POST'
  /** A path under the base URL. */
  readonly path: string
}

/** Percent-encoded, because a header holds ASCII (contract 2). */
const encoded: ReadonlySet<string> = new Set(['outlet_name', 'search_text'])

/** @throws GatewayProblem if the gateway answers an error; what `fetch` throws if it is not reached */
export async function callEndpoint(endpoint: Called, ask: RequestParts, options: ClientOptions): Promise<unknown> {
  const response = await options.fetch(...request(endpoint, ask, options))
  const answer = await response.json()
  if (response.status >= 400) throw new GatewayProblem(answer as WireProblem)
  return answer
}

function request({ method, path }: Called, ask: RequestParts, options: ClientOptions): Parameters<Fetch> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${options.token}`,
    accept: 'application/json',
    ...options.headers,
  }
  if (options.language) headers['accept-language'] = options.language
  for (const [name, value] of Object.entries(ask.headers ?? {}))
    if (value !== undefined) headers[name] = encoded.has(name) ? encodeURIComponent(value) : value
  const query = Object.entries(ask.query ?? {})
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ask.params?.[name] ?? ''))
  const url = `${options.baseUrl}${filled}${query && `?${query}`}`
  if (ask.body === undefined) return [url, { method, headers }]
  return [url, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(ask.body) }]
}
