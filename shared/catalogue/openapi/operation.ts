import type { DescribedEndpoint } from '../openapi.ts'
import type { Demand } from '../scopes.ts'
import type { Operation, Parameter, Reference, Response } from './document.ts'
import { parametersOf, refTo } from './parameters.ts'
import { faultsOf, headerRefs, notModified, problemResponses } from './problems.ts'
import type { Schemas } from './schemas.ts'
import { tagOf } from './tags.ts'

const unscoped: Readonly<Partial<Record<Demand, string>>> = {
  any: 'Any valid token may.',
  open: 'Scope: `open`, which needs no token.',
  person: 'Scope: `person`, which is everybody who signed in with a PIN, also while the session is locked.',
}

export const demandText = ({ scope, alsoScope }: Pick<DescribedEndpoint, 'scope' | 'alsoScope'>): string =>
  unscoped[scope] ?? `Scope: \`${scope}\`${alsoScope === undefined ? '' : ` or \`${alsoScope}\``}.`

/** An endpoint in OpenAPI; the schemas it names are gathered on the way. */
export function operationOf(endpoint: DescribedEndpoint, schemas: Schemas): Operation {
  const { id, summary, path, scope, body, notes } = endpoint
  return {
    operationId: id,
    summary,
    description: [notes?.description, demandText(endpoint)].filter(Boolean).join('\n\n'),
    tags: [tagOf(path)],
    security: scope === 'open' ? [] : [{ bearer: [] }],
    parameters: allParameters(endpoint, schemas),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemas.of(body),
            ...(notes?.example !== undefined && { example: notes.example }),
          },
        },
      },
    }),
    responses: { ...goodResponses(endpoint, schemas), ...problemResponses(faultsOf(endpoint), schemas) },
  }
}

const allParameters = (
  { params, headers, query, notes }: DescribedEndpoint,
  schemas: Schemas,
): (Parameter | Reference)[] => [
  ...parametersOf(params, 'path', schemas),
  ...parametersOf(headers, 'header', schemas),
  ...parametersOf(query, 'query', schemas),
  ...(notes?.requestHeaders ?? []).map((name) => refTo('parameters', name)),
  refTo('parameters', 'Accept-Language'),
]

function goodResponses(
  { answers, produces = 'application/json', notes }: DescribedEndpoint,
  schemas: Schemas,
): Record<string, Response> {
  const responses: Record<string, Response> = {}
  for (const [status, schema] of Object.entries(answers)) {
    const names = notes?.answerHeaders?.[Number(status)] ?? []
    responses[status] = {
      description: notes?.answers?.[Number(status)] ?? 'Done',
      headers: headerRefs(names),
      content: { [produces]: { schema: schemas.of(schema) } },
    }
    if (names.includes('ETag')) responses['304'] = notModified
  }
  return responses
}
