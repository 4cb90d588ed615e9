import type { RequiredScope } from '../scopes.ts'
import { problemSchema } from '../shapes/problem.ts'
import { apiVersion } from '../single-endpoints.ts'
import { type DescribedEndpoint, interfaceEndpoints, operatorEndpoints } from './described.ts'
import type { JsonSchema, Parameter, Response } from './document.ts'
import { introduction } from './introduction.ts'
import { nonApiEndpoints } from './pages.ts'
import { answerHeaders, headerParameterOf, parametersOf } from './parameters.ts'
import { faultCodesOf, headerRefs, notModifiedResponse, responsesOfFaultCodes } from './problems.ts'
import { createSchemaRegistry, type SchemaRegistry } from './schemas.ts'

/** The tag of a path is the first whose prefix fits. */
const tags = [
  {
    name: 'sale',
    under: '/v1/sale/',
    description: 'Documents we issue for what we sell: invoices, credit notes, debit notes, refund notes.',
  },
  {
    name: 'self-billed',
    under: '/v1/self_billed/',
    description: 'Documents we issue in the supplier’s place for what we buy, of the same four kinds.',
  },
  {
    name: 'taxpayers',
    under: '/v1/taxauth/tin_',
    description:
      'Whether TIN, identification type and number belong together, and the TIN behind a number. For when a ' +
      'customer’s or supplier’s record is made or changed, not before every document, and never to list taxpayers.',
  },
  {
    name: 'codes',
    under: '/v1/taxauth/',
    description:
      'Reference codes of the tax authority. Fetch them at set-up or on a schedule, keep the refresh time, submit ' +
      'the code and not its description, and never replace an unknown or obsolete code with another.',
  },
  { name: 'version', under: '/v1/version/', description: 'Which version of the interface this gateway speaks.' },
  {
    name: 'operator',
    under: '/operator/',
    description: 'The API of the gateway’s own screens, and the feed of changes for tills.',
  },
  { name: 'pages', under: '/', description: 'Beside the API: health, metrics and this reference.' },
] as const

const tagOf = (path: string): string => tags.find(({ under }) => path.startsWith(under))?.name ?? 'pages'

const ofOperator = ['changes', 'keepTillReport', 'qrSvg', 'qrPng', 'slip'].map((call) => `operator.${call}`)
const tillCalls = [...ofOperator, 'healthz', 'readyz']

/** Two references: all endpoints, and those that a till needs. */
export const openApiBuilders = {
  '/openapi.json': () => buildOpenApi(apiVersion, [...interfaceEndpoints, ...operatorEndpoints, ...nonApiEndpoints]),
  '/openapi-till.json': () =>
    buildOpenApi(apiVersion, [
      ...interfaceEndpoints,
      ...[...operatorEndpoints, ...nonApiEndpoints].filter(({ id }) => tillCalls.includes(id)),
    ]),
} as const

export const buildFullOpenApi = openApiBuilders['/openapi.json']

export type OpenApiDocument = ReturnType<typeof buildOpenApi>

/**
 * @param version of the interface, not of the product
 * @throws Error if two endpoints share a method and path, or two schemas a name
 */
export function buildOpenApi(version: string, endpoints: readonly DescribedEndpoint[]) {
  const schemas = createSchemaRegistry([problemSchema, ...endpoints.flatMap(schemasIn)])
  const paths: Record<string, { readonly [method in 'get' | 'post']?: OpenApiOperation }> = {}
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    const verb = method === 'GET' ? 'get' : 'post'
    if (paths[path]?.[verb]) throw new Error(`${method} ${path} is described twice`)
    paths[path] = { ...paths[path], [verb]: operationOf(endpoint, schemas) }
  }
  const text = JSON.stringify(paths)
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
      { url: '/', description: 'The gateway that serves this document, at its own port' },
      { url: 'http://127.0.0.1:7510', description: 'The gateway on this machine, at its default port' },
    ],
    tags: tags
      .filter(({ name }) => text.includes(`"tags":["${name}"]`))
      .map(({ name, description }) => ({ name, description })),
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
      headers: answerHeaders,
    },
  }
}

const schemasIn = ({ params, headers, query, body, answers, notes }: DescribedEndpoint) =>
  [params, headers, query, body, ...Object.values(answers), notes?.orAnswer].filter((schema) => schema !== undefined)

const unscoped: Readonly<Partial<Record<RequiredScope, string>>> = {
  any: 'Any valid token may.',
  open: 'Scope: `open`, which needs no token.',
  person: 'Scope: `person`, which is every person who signed in with a PIN, also while the session is locked.',
}

const demandText = ({ scope, alsoScope }: Pick<DescribedEndpoint, 'scope' | 'alsoScope'>): string =>
  unscoped[scope] ?? `Scope: \`${scope}\`${alsoScope === undefined ? '' : ` or \`${alsoScope}\``}.`

export type OpenApiOperation = ReturnType<typeof operationOf>

function operationOf(endpoint: DescribedEndpoint, schemas: SchemaRegistry) {
  const { id, summary, path, scope, body, notes } = endpoint
  const responses: Readonly<Record<string, Response>> = {
    ...goodResponses(endpoint, schemas),
    ...responsesOfFaultCodes(faultCodesOf(endpoint), schemas),
  }
  return {
    operationId: id,
    summary,
    description: [notes?.description, demandText(endpoint)].filter(Boolean).join('\n\n'),
    tags: [notes?.isPage ? 'pages' : tagOf(path)],
    security: scope === 'open' ? [] : [{ bearer: [] }],
    parameters: allParameters(endpoint, schemas),
    ...(body && { requestBody: { required: true, content: contentOf(schemas.of(body), notes?.example) } }),
    responses,
  }
}

const contentOf = (schema: JsonSchema, example: object | undefined, type = 'application/json') => ({
  [type]: { schema, ...(example && { example }) },
})

const allParameters = (
  { params, headers, query, notes, ownerPin }: DescribedEndpoint,
  schemas: SchemaRegistry,
): Parameter[] => [
  ...parametersOf(params, 'path', schemas),
  ...parametersOf(headers, 'header', schemas),
  ...parametersOf(query, 'query', schemas),
  ...(ownerPin ? [headerParameterOf('X-Owner-Pin'), headerParameterOf('X-Owner')] : []),
  ...(notes?.requestHeaders ?? []).map(headerParameterOf),
  ...(notes?.isPage ? [] : [headerParameterOf('Accept-Language')]),
]

function goodResponses(
  { answers, produces = 'application/json', notes }: DescribedEndpoint,
  schemas: SchemaRegistry,
): Record<string, Response> {
  const responses: Record<string, Response> = {}
  for (const [status, schema] of Object.entries(answers)) {
    const names = notes?.answerHeaders?.[Number(status)] ?? []
    const other = status === '200' && notes?.orAnswer
    const shown = other ? { anyOf: [schemas.of(schema), schemas.of(other)] } : schemas.of(schema)
    responses[status] = {
      description: notes?.answers?.[Number(status)] ?? 'Done',
      headers: headerRefs(names),
      content: contentOf(shown, notes?.answerExample?.(status), produces),
    }
    if (names.includes('ETag')) responses['304'] = notModifiedResponse
  }
  return responses
}
