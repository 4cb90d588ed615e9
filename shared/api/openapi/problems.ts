import { type FaultCode, faults } from '../faults.ts'
import type { DescribedEndpoint } from '../openapi.ts'
import { problem } from '../shapes/problem.ts'
import type { Reference, Response } from './document.ts'
import { problemExamples } from './example-problems.ts'
import { type AnswerHeader, refTo } from './parameters.ts'
import type { Schemas } from './schemas.ts'

/** Before anything looks at who asks (contract 2). */
export const guardFaults = [
  'host_not_allowed',
  'bad_request_target',
  'origin_not_allowed',
] as const satisfies FaultCode[]

const anyFaults = [
  ...guardFaults,
  'unauthorized',
  'bad_query',
  'too_many_requests',
  'internal_error',
  'storage_unavailable',
] as const satisfies FaultCode[]

const postFaults = ['unsupported_media_type', 'body_too_large'] as const satisfies FaultCode[]

const bodyFaults = [
  'bad_encoding',
  'malformed_json',
  'duplicate_key',
  'too_deep',
  'validation_failed',
] as const satisfies FaultCode[]

/** Every code that an endpoint can give: its own first, then those of the checks it shares with others. */
export function faultsOf({ faults: own, scope, method, body }: DescribedEndpoint): readonly FaultCode[] {
  const codes = new Set<FaultCode>([...own, ...anyFaults])
  if (scope === 'open') codes.delete('unauthorized')
  else if (scope !== 'any') codes.add('insufficient_scope')
  if (method === 'POST') for (const code of postFaults) codes.add(code)
  if (body) for (const code of bodyFaults) codes.add(code)
  return [...codes]
}

/** The error answers for these codes, by HTTP status. */
export function problemResponses(codes: readonly FaultCode[], schemas: Schemas): Record<string, Response> {
  const byStatus = Object.groupBy(codes, (code) => String(faults[code].status))
  const schema = schemas.of(problem)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, some = []]) => [
      status,
      {
        description: some.map((code) => `* \`${code}\`: ${faults[code].title}`).join('\n'),
        headers: headersOf(some),
        content: { 'application/problem+json': { schema, examples: problemExamples(some) } },
      },
    ]),
  )
}

/** Every answer names its request; the others as given. */
export const headerRefs = (names: readonly AnswerHeader[]): Record<string, Reference> =>
  Object.fromEntries((['X-Request-Id', ...names] as const).map((name) => [name, refTo('headers', name)]))

export const notModified: Response = {
  description: 'Still what `If-None-Match` names',
  headers: headerRefs(['ETag']),
}

function headersOf(codes: readonly FaultCode[]) {
  if (codes.includes('too_many_requests')) return headerRefs(['Retry-After'])
  return headerRefs(codes.includes('unauthorized') ? ['WWW-Authenticate'] : [])
}
