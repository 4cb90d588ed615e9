import type { FaultCode } from '../faults.ts'
import type { Content, Operation, PathItem } from './document.ts'
import { refTo } from './parameters.ts'
import { guardFaults, headerRefs, notModified, problemResponses } from './problems.ts'
import type { Schemas } from './schemas.ts'

interface Page {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly type: string
  readonly schema: Content['schema']
  readonly hasETag?: true
  /** Open to everybody on this machine where there is none. */
  readonly scope?: 'admin'
}

const health = { type: 'object', properties: { status: { type: 'string', const: 'ok' } }, required: ['status'] }

const pages: readonly Page[] = [
  {
    path: '/healthz',
    operationId: 'healthz',
    summary: 'Health',
    description: 'Whether the gateway runs, and nothing else.',
    type: 'application/json',
    schema: health,
  },
  {
    path: '/openapi.json',
    operationId: 'openapi',
    summary: 'This document',
    description: 'The interface in OpenAPI 3.1.',
    type: 'application/json',
    schema: { type: 'object' },
    hasETag: true,
  },
  {
    path: '/docs',
    operationId: 'docs',
    summary: 'This document as a page',
    description: 'Loads nothing from elsewhere.',
    type: 'text/html',
    schema: { type: 'string' },
  },
  {
    path: '/metrics',
    operationId: 'metrics',
    summary: 'Metrics',
    description: 'Figures for monitoring, in the text format of Prometheus.',
    type: 'text/plain',
    schema: { type: 'string' },
    scope: 'admin',
  },
]

/**
 * What the gateway serves beside endpoints (contract 10).
 * @param described paths that need no page any more
 */
export const pagePaths = (schemas: Schemas, described: Readonly<Record<string, PathItem>>): Record<string, PathItem> =>
  Object.fromEntries(
    pages
      .filter(({ path }) => !Object.hasOwn(described, path))
      .map((page) => [page.path, { get: operationOf(page, schemas) }]),
  )

function operationOf(page: Page, schemas: Schemas): Operation {
  const { operationId, summary, description, type, schema, hasETag, scope } = page
  const tokenFaults: readonly FaultCode[] = scope ? ['unauthorized', 'insufficient_scope'] : []
  return {
    operationId,
    summary,
    description: `${description}\n\n${scope ? `Scope: \`${scope}\`.` : 'Open: needs no token.'}`,
    tags: ['pages'],
    security: scope ? [{ bearer: [] }] : [],
    ...(hasETag && { parameters: [refTo('parameters', 'If-None-Match')] }),
    responses: {
      '200': { description: 'Done', headers: headerRefs(hasETag ? ['ETag'] : []), content: { [type]: { schema } } },
      ...(hasETag && { '304': notModified }),
      ...problemResponses([...guardFaults, ...tokenFaults, 'internal_error'], schemas),
    },
  }
}
