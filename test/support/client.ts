import { type ClientOptions, callEndpoint } from '../../shared/api/call.ts'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import type { EndpointAnswer, EndpointCaller } from '../../shared/api/endpoint.ts'

const endpoints = new Map(interfaceCatalogue.map((endpoint) => [endpoint.id, endpoint]))

/**
 * The API as typed calls.
 * @throws GatewayProblem if the gateway answers with an error
 */
export function createClient(options: ClientOptions): EndpointCaller {
  return async (id, ...[ask]) => {
    const endpoint = endpoints.get(id)
    if (!endpoint) throw new Error(`no endpoint is called ${id}`)
    return (await callEndpoint(endpoint, ask ?? {}, options)) as EndpointAnswer<typeof id>
  }
}
