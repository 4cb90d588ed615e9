import { apiVersion } from '../api-version.ts'
import { interfaceEndpoints, operatorEndpoints } from './described.ts'
import type { DescribedEndpoint } from './described-endpoint.ts'
import type { OpenApiDocument, Operation, PathItem } from './document.ts'
import { introduction } from './introduction.ts'
import { operationOf } from './operation.ts'
import { pages } from './pages.ts'
import { answerHeaders, requestHeaders } from './parameters.ts'
import { exampleProblems } from './problems.ts'
import { gatherSchemas } from './schemas.ts'
import { tags } from './tags.ts'

/** The reference as it is served and checked: the interface, the operator API and the pages. */
export const reference = (): OpenApiDocument =>
  openApi(apiVersion, [...interfaceEndpoints, ...operatorEndpoints, ...pages])

/**
 * The interface in OpenAPI 3.1.
 * @param version of the interface, not of the product
 * @throws Error where two endpoints share a method and path, or two schemas a name
 */
export function openApi(version: string, endpoints: readonly DescribedEndpoint[]): OpenApiDocument {
  const schemas = gatherSchemas()
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) addTo(paths, endpoint, operationOf(endpoint, schemas))
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
    paths,
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
      examples: examplesIn(paths),
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
