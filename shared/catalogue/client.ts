import { catalogue } from './catalogue.ts'
import type { Answer, Ask, Endpoint, EndpointId } from './endpoint.ts'
import type { WireProblem } from './shapes/problem.ts'

/** How the client reaches a gateway; `fetch` fits. */
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
  readonly fetch: Fetch
  /** BCP 47, for the sentences in answers. */
  readonly language?: string
}

/** An answer of the gateway that is an error; `problem.code` says which. */
export class GatewayProblem extends Error {
  override readonly name = 'GatewayProblem'
  readonly problem: WireProblem

  constructor(problem: WireProblem) {
    super(`${problem.code}: ${problem.detail}`)
    this.problem = problem
  }
}

export type GatewayClient = <Id extends EndpointId>(
  id: Id,
  ...ask: keyof Ask<Id> extends never ? [] : [Ask<Id>]
) => Promise<Answer<Id>>

const endpoints = new Map(catalogue.map((endpoint) => [endpoint.id, endpoint]))

/**
 * The interface as typed calls, for tills written in TypeScript, the screens and the tests.
 * @throws GatewayProblem where the gateway answers an error; whatever `fetch` throws where it is not reached
 */
export function createClient(options: ClientOptions): GatewayClient {
  return async (id, ...[ask]) => {
    const endpoint = endpoints.get(id)
    if (!endpoint) throw new Error(`no endpoint is called ${id}`)
    const response = await options.fetch(...request(endpoint, ask ?? {}, options))
    const answer = await response.json()
    if (response.status >= 400) throw new GatewayProblem(answer as WireProblem)
    return answer as Answer<typeof id>
  }
}

interface AskParts {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

function request({ method, path }: Endpoint, ask: AskParts, options: ClientOptions): Parameters<Fetch> {
  const headers: Record<string, string> = { authorization: `Bearer ${options.token}`, accept: 'application/json' }
  if (options.language) headers['accept-language'] = options.language
  for (const [name, value] of Object.entries(ask.headers ?? {}))
    if (value !== undefined) headers[name] = name === 'outlet_name' ? encodeURIComponent(value) : value
  const query = Object.entries(ask.query ?? {})
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const url = `${options.baseUrl}${path}${query && `?${query}`}`
  if (ask.body === undefined) return [url, { method, headers }]
  return [url, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(ask.body) }]
}
