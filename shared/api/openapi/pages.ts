import type { FaultCode } from '../faults.ts'
import type { Content, Operation, Parameter, PathItem } from './document.ts'
import { demandText } from './operation.ts'
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
  readonly example: unknown
  readonly hasETag?: true
  readonly parameters?: readonly Parameter[]
  readonly faults?: readonly FaultCode[]
  /** Open to everybody on this machine where there is none. */
  readonly scope?: 'admin'
  readonly alsoScope?: 'monitor'
}

const health = {
  type: 'object',
  properties: { status: { type: 'string', const: 'ok', description: 'It runs' } },
  required: ['status'],
}

const proof = {
  type: 'object',
  properties: { proof: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'In hexadecimal' } },
  required: ['proof'],
}

const pages: readonly Page[] = [
  {
    path: '/healthz',
    operationId: 'healthz',
    summary: 'Health',
    description: 'Whether the gateway runs, and nothing else.',
    type: 'application/json',
    schema: health,
    example: { status: 'ok' },
  },
  {
    path: '/openapi.json',
    operationId: 'openapi',
    summary: 'This document',
    description: 'The interface in OpenAPI 3.1.',
    type: 'application/json',
    schema: { type: 'object' },
    example: { openapi: '3.1.0' },
    hasETag: true,
  },
  {
    path: '/docs',
    operationId: 'docs',
    summary: 'This document as a page',
    description: 'Loads nothing from elsewhere.',
    type: 'text/html',
    schema: { type: 'string' },
    example: '<!DOCTYPE html><html lang="en">…</html>',
  },
  {
    path: '/docs/read',
    operationId: 'documents',
    summary: 'The documents, and a search in them',
    description: 'With `q` the passages in which all its words stand. Each document is at `/docs/read/{name}`.',
    type: 'text/html',
    schema: { type: 'string' },
    example: '<!doctype html><html lang="en">…</html>',
    parameters: [
      { name: 'q', in: 'query', required: false, description: 'Words to look for', schema: { type: 'string' } },
    ],
  },
  {
    path: '/operator/proof/{nonce}',
    operationId: 'proof',
    summary: 'Proof of whose gateway this is',
    description:
      'For whoever may read the control token and is about to send it: HMAC-SHA-256 under that token over the lines ' +
      '`resit gateway`, the port asked and the number, in hexadecimal. It tells nothing of the token.',
    type: 'application/json',
    schema: proof,
    example: { proof: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    parameters: [
      {
        name: 'nonce',
        in: 'path',
        required: true,
        description: 'A random number of whoever asks',
        schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      },
    ],
    faults: ['route_not_found'],
  },
  {
    path: '/metrics',
    operationId: 'metrics',
    summary: 'Metrics',
    description: 'Figures for monitoring, in the text format of Prometheus.',
    type: 'text/plain',
    schema: { type: 'string' },
    example: 'resit_in_doubt_records 0\n',
    scope: 'admin',
    alsoScope: 'monitor',
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
  const { operationId, summary, description, type, schema, example, hasETag, parameters = [], faults = [] } = page
  const { scope, alsoScope } = page
  const asked = [...parameters, ...(hasETag ? [refTo('parameters', 'If-None-Match')] : [])]
  const tokenFaults: readonly FaultCode[] = scope ? ['unauthorized', 'insufficient_scope'] : []
  return {
    operationId,
    summary,
    description: `${description}\n\n${scope ? demandText({ scope, ...(alsoScope && { alsoScope }) }) : 'Open: needs no token.'}`,
    tags: ['pages'],
    security: scope ? [{ bearer: [] }] : [],
    ...(asked.length > 0 && { parameters: asked }),
    responses: {
      '200': {
        description: 'Done',
        headers: headerRefs(hasETag ? ['ETag'] : []),
        content: { [type]: { schema, example } },
      },
      ...(hasETag && { '304': notModified }),
      ...problemResponses([...guardFaults, ...tokenFaults, ...faults, 'internal_error'], schemas),
    },
  }
}
