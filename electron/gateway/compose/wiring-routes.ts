import { Fault } from '../../../shared/api/faults.ts'
import type { Outlet } from '../../../shared/domain/outlet.ts'
import { referenceList, version } from '../features/codes/reference-lists.ts'
import { metricsRoute } from '../features/health/metrics.ts'
import { cancel } from '../features/records/cancel.ts'
import { statusByGuid, statusBySubmission } from '../features/records/status.ts'
import { voidByGuid, voidBySaleCode } from '../features/records/void.ts'
import { submit } from '../features/submissions/submit.ts'
import { tinSearch, tinValidation } from '../features/taxpayers/taxpayer.ts'
import type { Caller } from '../http/access.ts'
import type { Call, Handler } from '../http/call.ts'
import type { Route } from '../http/server.ts'
import { operatorHandlers } from './features.ts'
import { type GridHandlers, interfaceRoutes, operatorRoutes, type SingleEndpointHandlers } from './routes.ts'
import type { Parts } from './wiring-deps.ts'
import { partsWithin } from './within/built.ts'

/** Everything that is answered behind a token or a session. */
export const routesOf = (parts: Parts): readonly Route[] => [
  ...forEverybody(endpointRoutes(parts), (outlets) => endpointRoutes(partsWithin(parts, outlets))),
  metricsRoute(parts),
]

const endpointRoutes = (parts: Parts): readonly Route[] => [
  ...interfaceRoutes(gridHandlers(parts), singleEndpointHandlers(parts), parts.codes.statusOf),
  ...operatorRoutes(operatorHandlers(parts)),
]

const nameOf = ({ endpoint: { method, path } }: Route): string => `${method} ${path}`

/**
 * Whoever sees some outlets only is answered by handlers that are given nothing else.
 * @param within the routes of those outlets
 */
function forEverybody(
  routes: readonly Route[],
  within: (outlets: readonly Outlet[]) => readonly Route[],
): readonly Route[] {
  const made = new Map<string, ReadonlyMap<string, Route>>()
  const routesOfOutlets = (outlets: readonly Outlet[]) => {
    const key = JSON.stringify(outlets)
    const known = made.get(key) ?? new Map(within(outlets).map((route) => [nameOf(route), route]))
    made.set(key, known)
    return known
  }
  return routes.map((route) => {
    if (route.endpoint.withinOutlets !== 'theirs') return route
    const handle: Handler = (call) => {
      const { outlets }: Caller = (call as Call).caller
      const { handle: handler } = outlets ? (routesOfOutlets(outlets).get(nameOf(route)) ?? nobodys) : route
      return handler(call)
    }
    return { endpoint: route.endpoint, handle }
  })
}

const nobodys: Pick<Route, 'handle'> = {
  handle: () => Promise.reject(new Fault('route_not_found')),
}

/** The 48. */
const gridHandlers = (parts: Parts): GridHandlers => ({
  submit: (cell) => submit(parts, cell),
  statusByGuid: (cell) => statusByGuid(parts, cell),
  statusBySubmission: (cell, path) => statusBySubmission(parts, cell, path),
  cancel: (cell) => cancel(parts, cell),
  voidByGuid: (cell) => voidByGuid(parts, cell),
  voidBySaleCode: (cell) => voidBySaleCode(parts, cell),
})

/** The eight. */
const singleEndpointHandlers = (parts: Parts): SingleEndpointHandlers => ({
  version,
  classificationCodes: referenceList(parts.codes, 'classification'),
  currencyCodes: referenceList(parts.codes, 'currency'),
  paymentMethods: referenceList(parts.codes, 'payment_method'),
  taxTypes: referenceList(parts.codes, 'tax_type'),
  unitTypes: referenceList(parts.codes, 'unit'),
  tinValidation: tinValidation(parts),
  tinSearch: tinSearch(parts),
})
