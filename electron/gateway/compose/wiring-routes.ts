import { Fault } from '../../../shared/api/faults.ts'
import type { Outlet } from '../../../shared/domain/outlet.ts'
import { buyerLinkAt } from '../features/buyer/link.ts'
import { referenceList, version } from '../features/codes/reference-lists.ts'
import { metricsRoute } from '../features/health/metrics.ts'
import { cancel } from '../features/records/cancel.ts'
import { statusByGuid, statusBySubmission } from '../features/records/status.ts'
import { voidByGuid, voidBySaleCode } from '../features/records/void.ts'
import { submit } from '../features/submissions/submit.ts'
import { type TaxpayerDeps, tinSearch, tinValidation } from '../features/taxpayers/taxpayer.ts'
import type { Caller } from '../http/access.ts'
import type { Call, Handler } from '../http/call.ts'
import type { Route } from '../http/server.ts'
import { digestWith } from '../installation/installation.ts'
import { type GridHandlers, interfaceRoutes, operatorRoutes, type SingleEndpointHandlers } from './routes.ts'
import type { Built, WiringDeps } from './wiring-deps.ts'
import { operatorHandlers } from './wiring-operator.ts'
import { builtWithin } from './within/built.ts'

/** Everything that is answered behind a token or a session. */
export function routesOf(deps: WiringDeps, built: Built): readonly Route[] {
  const { records, monitor, store } = built
  return [
    ...forEverybody(endpointRoutes(deps, built), (outlets) => endpointRoutes(deps, builtWithin(deps, built, outlets))),
    metricsRoute({ records, schedule: store.schedule, clock: deps.clock, monitor, refusals: deps.refusals }),
  ]
}

const endpointRoutes = (deps: WiringDeps, built: Built): readonly Route[] => [
  ...interfaceRoutes(gridHandlers(deps, built), singleEndpointHandlers(deps, built), built.codes.statusOf),
  ...operatorRoutes(operatorHandlers(deps, built)),
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

/** The 48, and what each is given. */
function gridHandlers({ settings, clock, randomness, key }: WiringDeps, built: Built): GridHandlers {
  const { store, records, changes, codes, authority, outbox, tillsFirst, view, recordDeps } = built
  const { companies } = store
  const submitDeps = {
    records,
    companies,
    changes,
    view,
    codes: codes.statusOf,
    authority,
    clock,
    randomness,
    outbox,
    tillsFirst,
    dispatchDelayMs: settings.dispatchDelayMs,
    buyerLink: settings.buyerPage && buyerLinkAt(settings.buyerPage.url, digestWith(key)),
  }
  return {
    submit: (cell) => submit(submitDeps, cell),
    statusByGuid: (cell) => statusByGuid(recordDeps, cell),
    statusBySubmission: (cell, path) => statusBySubmission(recordDeps, cell, path),
    cancel: (cell) => cancel(recordDeps, cell),
    voidByGuid: (cell) => voidByGuid(recordDeps, cell),
    voidBySaleCode: (cell) => voidBySaleCode(recordDeps, cell),
  }
}

const keepTaxpayerMs = 30 * 24 * 3_600_000

/** The eight. */
function singleEndpointHandlers(deps: WiringDeps, built: Built): SingleEndpointHandlers {
  const { codes } = built
  const taxpayerDeps = taxpayerDepsOf(deps, built)
  return {
    version,
    classificationCodes: referenceList(codes, 'classification'),
    currencyCodes: referenceList(codes, 'currency'),
    paymentMethods: referenceList(codes, 'payment_method'),
    taxTypes: referenceList(codes, 'tax_type'),
    unitTypes: referenceList(codes, 'unit'),
    tinValidation: tinValidation(taxpayerDeps),
    tinSearch: tinSearch(taxpayerDeps),
  }
}

/** For whatever asks who a taxpayer is. */
export function taxpayerDepsOf({ key, clock }: WiringDeps, { store, authority }: Built): TaxpayerDeps {
  const { taxpayers, companies, acts } = store
  return { authority, taxpayers, companies, acts, clock, digest: digestWith(key), keepMs: keepTaxpayerMs }
}
