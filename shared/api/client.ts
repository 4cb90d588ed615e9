import { type ClientOptions, callEndpoint } from './call.ts'
import { catalogue } from './catalogue.ts'
import type { Answer, Ask, EndpointId } from './endpoint.ts'

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
    return (await callEndpoint(endpoint, ask ?? {}, options)) as Answer<typeof id>
  }
}
