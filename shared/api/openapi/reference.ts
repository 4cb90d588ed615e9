import { apiVersion } from '../api-version.ts'
import { problem } from '../shapes/problem.ts'
import { interfaceEndpoints, operatorEndpoints } from './described.ts'
import type { DescribedEndpoint } from './described-endpoint.ts'
import { introduction } from './introduction.ts'
import { type Operation, operationOf } from './operation.ts'
import { pages } from './pages.ts'
import { answerHeaders, requestParameters } from './parameters.ts'
import { exampleProblems, faultsOf } from './problems.ts'
import { schemasOf } from './schemas.ts'
import { tags } from './tags.ts'

/** The reference as it is served and checked: the interface, the operator API and the pages. */
export const reference = () => openApi(apiVersion, [...interfaceEndpoints, ...operatorEndpoints, ...pages])

export type OpenApiDocument = ReturnType<typeof openApi>

/**
 * The interface in OpenAPI 3.1.
 * @param version of the interface, not of the product
 * @throws Error where two endpoints share a method and path, or two schemas a name
 */
export function openApi(version: string, endpoints: readonly DescribedEndpoint[]) {
  const schemas = schemasOf([problem, ...endpoints.flatMap(schemasIn)])
  const paths: Record<string, { readonly [method in 'get' | 'post']?: Operation }> = {}
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    const verb = method === 'GET' ? 'get' : 'post'
    if (paths[path]?.[verb]) throw new Error(`${method} ${path} is described twice`)
    paths[path] = { ...paths[path], [verb]: operationOf(endpoint, schemas) }
  }
  // The drop folder's own codes are in no answer.
  const codes = new Set(endpoints.flatMap(faultsOf))
  return {
    openapi: '3.1.0' as const,
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
      parameters: requestParameters,
      headers: answerHeaders,
      examples: exampleProblems([...codes]),
    },
  }
}

const schemasIn = ({ params, headers, query, body, answers }: DescribedEndpoint) =>
  [params, headers, query, body, ...Object.values(answers)].filter((schema) => schema !== undefined)
