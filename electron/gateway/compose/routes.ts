import type { Operation } from '../../../shared/api/axes.ts'
import { catalogue } from '../../../shared/api/catalogue.ts'
import { codeEntries } from '../../../shared/api/codes-in-body.ts'
import type { Cell, Endpoint } from '../../../shared/api/endpoint.ts'
import { type OperatorCall, type OperatorEndpoint, operator } from '../../../shared/api/operator.ts'
import type { SingleEndpoint } from '../../../shared/api/single-endpoints.ts'
import type { CodeBook } from '../../../shared/document/codes.ts'
import type { GridHandler, Handler, OperatorHandlers, ServedEndpoint, SingleEndpointHandler } from '../http/call.ts'
import type { Route } from '../http/server.ts'

const interfaceBase = '/v1'
export const operatorBase = '/operator/v1'
const mostSubmissionBytes = 1024 * 1024
const mostAskBytes = 16 * 1024

/** For each operation of the 48 what makes its handler for a kind and family. @param path in full, for links */
export type GridHandlers = { readonly [Op in Operation]: (cell: Cell, path: string) => GridHandler<Op> }
export type SingleEndpointHandlers = { readonly [Id in SingleEndpoint]: SingleEndpointHandler<Id> }

/**
 * Every endpoint of the interface with the handler behind it.
 * @param codes what the codes of a submission are looked up in
 */
export function interfaceRoutes(grid: GridHandlers, single: SingleEndpointHandlers, codes: CodeBook): readonly Route[] {
  const handlerOf = ({ id, cell, path }: Endpoint): Handler =>
    cell ? grid[cell.operation](cell, `${interfaceBase}${path}`) : single[id as SingleEndpoint]
  const routes = catalogue.map((endpoint) => ({ endpoint: served(endpoint, codes), handle: handlerOf(endpoint) }))
  // `/version/` and `/version` are the same (contract 2).
  const bare = routes
    .filter(({ endpoint }) => endpoint.path.endsWith('/'))
    .map(({ endpoint, handle }) => ({ endpoint: { ...endpoint, path: endpoint.path.slice(0, -1) }, handle }))
  return [...routes, ...bare]
}

function served(endpoint: Endpoint, codes: CodeBook): ServedEndpoint {
  const path = `${interfaceBase}${endpoint.path}`
  return endpoint.cell?.operation === 'submit'
    ? { ...endpoint, path, mostBodyBytes: mostSubmissionBytes, faultyCodes: (json) => codeEntries(json, codes) }
    : { ...endpoint, path, mostBodyBytes: mostAskBytes }
}

/** The operator API. */
export const operatorRoutes = (handlers: OperatorHandlers): readonly Route[] =>
  (Object.keys(operator) as OperatorCall[]).map((id) => {
    const row: OperatorEndpoint = operator[id]
    const { mostBodyBytes = mostAskBytes } = row
    const endpoint: ServedEndpoint = { ...row, id, path: `${operatorBase}${row.path}`, mostBodyBytes }
    return { endpoint, handle: handlers[id] }
  })
