import { type FaultCode, faults } from '../faults.ts'
import { problemSchema } from '../shapes/problem.ts'
import type { DescribedEndpoint } from './described.ts'
import type { Reference, Response } from './document.ts'
import { type AnswerHeaderName } from './parameters.ts'
import type { SchemaRegistry } from './schemas.ts'

/** Errors of guards that run before the caller is known (contract 2). */
const guardFaults = ['host_not_allowed', 'bad_request_target', 'origin_not_allowed'] as const satisfies FaultCode[]

const anyFaults = [
  ...guardFaults,
  'unauthorized',
  'bad_query',
  'too_many_requests',
  'internal_error',
  'storage_unavailable',
] as const satisfies FaultCode[]

const pageFaults = [...guardFaults, 'unauthorized', 'internal_error'] as const satisfies FaultCode[]

const postFaults = ['unsupported_media_type', 'body_too_large'] as const satisfies FaultCode[]

const bodyFaults = [
  'bad_encoding',
  'malformed_json',
  'duplicate_key',
  'too_deep',
  'validation_failed',
] as const satisfies FaultCode[]

/** The error codes of an endpoint: first its own, then those of all. */
export function faultCodesOf({ faults: own, scope, method, body, notes }: DescribedEndpoint): readonly FaultCode[] {
  const codes = new Set<FaultCode>([...own, ...(notes?.isPage ? pageFaults : anyFaults)])
  if (scope === 'open') codes.delete('unauthorized')
  else if (scope !== 'any') codes.add('insufficient_scope')
  if (method === 'POST') for (const code of postFaults) codes.add(code)
  if (body) for (const code of bodyFaults) codes.add(code)
  return [...codes]
}

export function responsesOfFaultCodes(codes: readonly FaultCode[], schemas: SchemaRegistry): Record<string, Response> {
  const byStatus = Object.groupBy(codes, (code) => String(faults[code].status))
  const schema = schemas.of(problemSchema)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, some = []]) => [
      status,
      {
        description: some.map((code) => `* \`${code}\`: ${faults[code].title}`).join('\n'),
        headers: headersOf(some),
        content: { 'application/problem+json': { schema } },
      },
    ]),
  )
}

export const headerRefs = (names: readonly AnswerHeaderName[]): Record<string, Reference> =>
  Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

export const notModifiedResponse: Response = {
  description: 'Still what `If-None-Match` names',
  headers: headerRefs(['ETag']),
}

function headersOf(codes: readonly FaultCode[]) {
  if (codes.includes('too_many_requests')) return headerRefs(['Retry-After'])
  return headerRefs(codes.includes('unauthorized') ? ['WWW-Authenticate'] : [])
}
