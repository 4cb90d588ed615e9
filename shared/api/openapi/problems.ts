import type { FindingCode } from '../../document/finding.ts'
import { say } from '../../words/words.ts'
import { type FaultCode, faults, isRetryable } from '../faults.ts'
import { problemSchema } from '../shapes/problem.ts'
import type { DescribedEndpoint } from './described.ts'
import type { Reference, Response } from './document.ts'
import { exampleRecordOfFault } from './example-records.ts'
import { type AnswerHeaderName, refTo } from './parameters.ts'
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

export function problemResponses(codes: readonly FaultCode[], schemas: SchemaRegistry): Record<string, Response> {
  const byStatus = Object.groupBy(codes, (code) => String(faults[code].status))
  const schema = schemas.of(problemSchema)
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

export const headerRefs = (names: readonly AnswerHeaderName[]): Record<string, Reference> =>
  Object.fromEntries((['X-Request-Id', ...names] as const).map((name) => [name, refTo('headers', name)]))

export const notModifiedResponse: Response = {
  description: 'Still what `If-None-Match` names',
  headers: headerRefs(['ETag']),
}

function headersOf(codes: readonly FaultCode[]) {
  if (codes.includes('too_many_requests')) return headerRefs(['Retry-After'])
  return headerRefs(codes.includes('unauthorized') ? ['WWW-Authenticate'] : [])
}

const values = {
  key: 'SALE_CODE',
  header: 'submission_from',
  parameter: 'page_size',
  scope: 'submit',
  methods: 'GET',
  number: 'KLCC-T1-A-0001',
  remainders: '2',
  reason: 'The document is not cancellable.',
  until: '2026-11-20T02:10:00.000Z',
  limit: '1024 KB',
}

const entry = (pointer: string, code: FindingCode) => [
  { pointer, code, message: say('en', 'finding', code, { code: 'XX' }) },
]

const errorsOf: Readonly<Partial<Record<FaultCode, object[]>>> = {
  validation_failed: entry('/LINES/0/UNIT_CODE', 'unknown_code'),
  sale_guid_reused: entry('/LINES/0/QUANTITY', 'differs_from_kept'),
  business_key_reused: entry('/SALE_GUID', 'differs_from_kept'),
}

/** Example problems. Each comes from an endpoint that can answer with it. */
export const exampleProblems = (
  codes: ReadonlyMap<FaultCode, DescribedEndpoint>,
): Readonly<Record<string, { readonly value: unknown }>> =>
  Object.fromEntries([...codes].map(([code, { path }]) => [code, { value: problemWith(code, path) }]))

function problemWith(code: FaultCode, instance: string): unknown {
  const { status, title } = faults[code]
  const detail = say('en', 'fault', code, code === 'validation_failed' ? { count: '1' } : values)
  const told = { type: `urn:resit:problem:${code}`, title, status, detail, code, retryable: isRetryable(code) }
  const record = exampleRecordOfFault(code)
  return { ...told, instance, errors: errorsOf[code] ?? [], ...(record && { record }) }
}

const problemExamples = (codes: readonly FaultCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
