import type { OperatorEndpoint } from '../../../shared/api/axes.ts'
import { interfaceCatalogue } from '../../../shared/api/catalogue.ts'
import type { Endpoint } from '../../../shared/api/endpoint.ts'
import { type OperatorCallId, operatorApi, operatorBase } from '../../../shared/api/operator.ts'
import type { SingleEndpointId } from '../../../shared/api/single-endpoints.ts'
import { codesRoutes, createListHandler, handleVersion } from '../features/codes/routes.ts'
import { companiesRoutes } from '../features/companies/companies.ts'
import { consolidationRoutes } from '../features/consolidation/routes.ts'
import { doctorRoutes } from '../features/doctor/routes.ts'
import { metricsRoute } from '../features/health/metrics.ts'
import { healthRoutes } from '../features/health/routes.ts'
import { installationsRoutes } from '../features/installations/routes.ts'
import { mailRoutes } from '../features/mail/routes.ts'
import { outletsRoutes } from '../features/outlets/routes.ts'
import { peopleRoutes } from '../features/people/routes.ts'
import { practiceRoutes } from '../features/practice/routes.ts'
import { proofRoutes } from '../features/proof/proof.ts'
import { reconciliationRoutes } from '../features/reconciliation/routes.ts'
import { recordsRoutes } from '../features/records/routes.ts'
import { tillRoutes } from '../features/records/till.ts'
import { reportsRoutes } from '../features/reports/routes.ts'
import { sendingRoutes } from '../features/sending/routes.ts'
import { shiftsRoutes } from '../features/shifts/routes.ts'
import { slipRoutes } from '../features/slip/routes.ts'
import { submitOrCheck } from '../features/submissions/check-only.ts'
import { findCodeFaults } from '../features/submissions/faulty-codes.ts'
import { draftsRoutes } from '../features/submissions/routes.ts'
import { submit } from '../features/submissions/submit.ts'
import { tinSearch, tinValidation } from '../features/taxpayers/taxpayer.ts'
import { tokensRoutes } from '../features/tokens/routes.ts'
import { upkeepRoutes } from '../features/upkeep/routes.ts'
import { webhooksRoutes } from '../features/webhooks/routes.ts'
import type { Handler, OperationHandlers, OperatorHandlers, SingleEndpointHandlers } from '../http/call.ts'
import type { Route } from '../http/server.ts'
import type { Parts } from './parts.ts'

const interfaceBase = '/v1'
const mostSubmissionBytes = 1024 * 1024
const mostAskBytes = 16 * 1024

export const routesOf = (parts: Parts): readonly Route[] => [
  ...interfaceRoutes(parts),
  ...operatorRoutes(parts),
  metricsRoute(parts),
]

function interfaceRoutes(parts: Parts): readonly Route[] {
  const [grid, single] = [gridHandlers(parts), singleEndpointHandlers(parts)]
  const routes = interfaceCatalogue.map((endpoint) => {
    const { id, cell } = endpoint
    const path = `${interfaceBase}${endpoint.path}`
    const handle: Handler =
      cell?.operation === 'submit'
        ? submitOrCheck(grid.submit(cell, path), parts, cell)
        : cell
          ? grid[cell.operation](cell, path)
          : single[id as SingleEndpointId]
    return { endpoint: { ...endpoint, ...bodyOf(endpoint, parts), path }, handle }
  })
  // `/version/` and `/version` are the same (contract 2).
  const bare = routes
    .filter(({ endpoint }) => endpoint.path.endsWith('/'))
    .map(({ endpoint, handle }) => ({ endpoint: { ...endpoint, path: endpoint.path.slice(0, -1) }, handle }))
  return [...routes, ...bare]
}

const bodyOf = ({ cell }: Endpoint, parts: Parts) =>
  cell?.operation === 'submit'
    ? { mostBodyBytes: mostSubmissionBytes, faultyCodes: findCodeFaults(parts) }
    : { mostBodyBytes: mostAskBytes }

const gridHandlers = (parts: Parts): OperationHandlers => ({
  submit: (cell) => submit(parts, cell),
  ...tillRoutes(parts),
})

const singleEndpointHandlers = (parts: Parts): SingleEndpointHandlers => ({
  version: handleVersion,
  classificationCodes: createListHandler(parts.codes, 'classification'),
  currencyCodes: createListHandler(parts.codes, 'currency'),
  paymentMethods: createListHandler(parts.codes, 'payment_method'),
  taxTypes: createListHandler(parts.codes, 'tax_type'),
  unitTypes: createListHandler(parts.codes, 'unit'),
  tinValidation: tinValidation(parts),
  tinSearch: tinSearch(parts),
})

function operatorRoutes(parts: Parts): readonly Route[] {
  const handlers = operatorHandlers(parts)
  return (Object.keys(operatorApi) as OperatorCallId[]).map((id) => {
    const row: OperatorEndpoint = operatorApi[id]
    const { mostBodyBytes = mostAskBytes } = row
    return { endpoint: { ...row, id, path: `${operatorBase}${row.path}`, mostBodyBytes }, handle: handlers[id] }
  })
}

/** It does not compile if an endpoint has no handler. */
const operatorHandlers = (parts: Parts): OperatorHandlers => ({
  ...codesRoutes(parts),
  ...companiesRoutes(parts),
  ...consolidationRoutes(parts),
  ...doctorRoutes(parts),
  ...healthRoutes(parts),
  ...installationsRoutes(parts),
  ...mailRoutes(parts),
  ...proofRoutes(parts),
  ...outletsRoutes(parts),
  ...peopleRoutes(parts),
  ...practiceRoutes(parts),
  ...reconciliationRoutes(parts),
  ...recordsRoutes(parts),
  ...reportsRoutes(parts),
  ...sendingRoutes(parts),
  ...shiftsRoutes(parts),
  ...slipRoutes(parts),
  ...draftsRoutes(parts),
  ...tokensRoutes(parts),
  ...upkeepRoutes(parts),
  ...webhooksRoutes(parts),
})
