import { catalogue } from '../../shared/catalogue/catalogue.ts'
import type { Cell, Endpoint } from '../../shared/catalogue/endpoint.ts'
import { type OperatorCall, type OperatorRow, operator } from '../../shared/catalogue/operator.ts'
import type { Standing } from '../../shared/catalogue/standing.ts'
import type { Codes } from './codes/codes.ts'
import { type CancelParts, cancel } from './handlers/cancel.ts'
import { referenceList, version } from './handlers/standing.ts'
import { type StatusParts, statusByGuid, statusBySubmission } from './handlers/status.ts'
import { type SubmitParts, submit } from './handlers/submit.ts'
import { type TaxpayerParts, tinSearch, tinValidation } from './handlers/taxpayer.ts'
import { type VoidParts, voidByGuid, voidBySaleCode } from './handlers/void.ts'
import type { Handler, ServedEndpoint } from './http/call.ts'
import type { Route } from './http/server.ts'

type Cancelling = Pick<CancelParts, 'waitMs' | 'ask' | 'authorityTime'>

export interface HandlerParts extends SubmitParts, StatusParts, VoidParts, Omit<CancelParts, keyof Cancelling> {
  readonly cancelling: Cancelling
  readonly taxpayer: TaxpayerParts
  readonly codeLists: Codes
}

const interfaceBase = '/v1'
export const operatorBase = '/operator/v1'
const mostSubmissionBytes = 1024 * 1024
const mostAskBytes = 16 * 1024

/** Every endpoint of the interface with the deed behind it. */
export function interfaceRoutes(parts: HandlerParts): readonly Route[] {
  const routes = catalogue.map((endpoint) => ({
    endpoint: served(endpoint),
    handle: endpoint.cell ? inGrid(parts, endpoint, endpoint.cell) : standing(parts, endpoint.id as Standing),
  }))
  // `/version/` and `/version` are the same (contract 2).
  const bare = routes
    .filter(({ endpoint }) => endpoint.path.endsWith('/'))
    .map(({ endpoint, handle }) => ({ endpoint: { ...endpoint, path: endpoint.path.slice(0, -1) }, handle }))
  return [...routes, ...bare]
}

const served = (endpoint: Endpoint): ServedEndpoint => ({
  ...endpoint,
  path: `${interfaceBase}${endpoint.path}`,
  mostBodyBytes: endpoint.cell?.operation === 'submit' ? mostSubmissionBytes : mostAskBytes,
})

function inGrid(parts: HandlerParts, endpoint: Endpoint, cell: Cell): Handler {
  switch (cell.operation) {
    case 'submit':
      return submit(parts, cell)
    case 'statusByGuid':
      return statusByGuid(parts, cell)
    case 'statusBySubmission':
      return statusBySubmission(parts, cell, `${interfaceBase}${endpoint.path}`)
    case 'cancel':
      return cancel({ ...parts, ...parts.cancelling }, cell)
    case 'voidByGuid':
      return voidByGuid(parts, cell)
    case 'voidBySaleCode':
      return voidBySaleCode(parts, cell)
  }
}

function standing({ codeLists, taxpayer }: HandlerParts, id: Standing): Handler {
  switch (id) {
    case 'version':
      return version
    case 'classificationCodes':
      return referenceList(codeLists, 'classification')
    case 'currencyCodes':
      return referenceList(codeLists, 'currency')
    case 'paymentMethods':
      return referenceList(codeLists, 'payment_method')
    case 'taxTypes':
      return referenceList(codeLists, 'tax_type')
    case 'unitTypes':
      return referenceList(codeLists, 'unit')
    case 'tinValidation':
      return tinValidation(taxpayer)
    case 'tinSearch':
      return tinSearch(taxpayer)
  }
}

/** The operator API, a handler for each of its calls. */
export const operatorRoutes = (handlers: Readonly<Record<OperatorCall, Handler>>): readonly Route[] =>
  (Object.keys(operator) as OperatorCall[]).map((id) => {
    const row: OperatorRow = operator[id]
    const { mostBodyBytes = mostAskBytes } = row
    const endpoint: ServedEndpoint = { ...row, id, path: `${operatorBase}${row.path}`, mostBodyBytes }
    return { endpoint, handle: handlers[id] }
  })
