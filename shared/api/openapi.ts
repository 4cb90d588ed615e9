import type { z } from 'zod'
import type { EndpointRow } from './axes.ts'
import type { OpenApiDocument, Operation, PathItem } from './openapi/document.ts'
import { exampleProblems } from './openapi/example-problems.ts'
import { introduction } from './openapi/introduction.ts'
import { operationOf } from './openapi/operation.ts'
import { pagePaths } from './openapi/pages.ts'
import { type AnswerHeader, answerHeaders, type RequestHeader, requestHeaders } from './openapi/parameters.ts'
import { gatherSchemas } from './openapi/schemas.ts'
import { tags } from './openapi/tags.ts'

/** What the reference says of an endpoint; whatever is served has it, and may add words of its own. */
export interface DescribedEndpoint extends Omit<EndpointRow, 'body'> {
  readonly id: string
  /** From the server's root. */
  readonly path: string
  readonly body?: z.ZodType
  readonly notes?: EndpointNotes
}

/** What the catalogue has no need to know and a reader has. */
export interface EndpointNotes {
  /** Markdown. */
  readonly description?: string
  /** When an answer is given, by HTTP status. */
  readonly answers?: Readonly<Record<number, string>>
  readonly answerHeaders?: Readonly<Record<number, readonly AnswerHeader[]>>
  readonly requestHeaders?: readonly RequestHeader[]
  /** A body that would be accepted. */
  readonly example?: unknown
}

/**
 * The interface in OpenAPI 3.1: these endpoints, and the pages beside them.
 * @param version of the interface, not of the product
 * @throws Error where two endpoints share a method and path, or two schemas a name
 */
export function openApi(version: string, endpoints: readonly DescribedEndpoint[]): OpenApiDocument {
  const schemas = gatherSchemas()
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) addTo(paths, endpoint, operationOf(endpoint, schemas))
  // A page that is served as an endpoint is described as one.
  const described = { ...paths, ...pagePaths(schemas, paths) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Resit gateway',
      version,
      summary: 'Keeps, sends and explains a shop’s e-invoices, from the till to the tax authority.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'The gateway that serves this document, at whatever port' },
      { url: 'http://127.0.0.1:7510', description: 'The gateway on this machine, at its default port' },
    ],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths: described,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token made with `resit token create`: `rst_` and 43 characters.',
        },
      },
      schemas: schemas.named,
      parameters: requestHeaders,
      headers: answerHeaders,
      examples: examplesIn(described),
    },
  }
}

/** Of the codes that some answer has: the drop folder’s own, say, have none. */
function examplesIn(paths: Readonly<Record<string, PathItem>>): OpenApiDocument['components']['examples'] {
  const answers = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ responses }) => Object.values(responses)),
  )
  const used = new Set(
    answers.flatMap(({ content = {} }) => Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples))),
  )
  return Object.fromEntries(Object.entries(exampleProblems).filter(([code]) => used.has(code)))
}

function addTo(paths: Record<string, PathItem>, { method, path }: DescribedEndpoint, operation: Operation): void {
  const verb = method === 'GET' ? 'get' : 'post'
  if (paths[path]?.[verb]) throw new Error(`${method} ${path} is described twice`)
  paths[path] = { ...paths[path], [verb]: operation }
}
