import type { z } from 'zod'
import { fieldDescriptions } from '../../words/reference-fields.ts'
import type { JsonSchema, Parameter } from './document.ts'
import type { SchemaRegistry } from './schemas.ts'

/** See contract 2, 5, 6, 9. */
export const answerHeaders = {
  'X-Request-Id': {
    description: 'Names the request in the gateway’s log; tell it to support.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: { type: 'string', const: 'Bearer' } },
  'Idempotency-Replayed': {
    description: '`true`: this document was kept before; nothing was started.',
    schema: { type: 'string', const: 'true' },
  },
  'Preference-Applied': {
    description:
      'Beside `Prefer`: how long the answer waited at most, as `wait=N`; or `handling=check-only`: nothing was kept (RFC 7240).',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Names this state of the answer; send it back as `If-None-Match`.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The next page as `<path>; rel="next"` (RFC 8288); absent on the last page.',
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>

export type AnswerHeaderName = keyof typeof answerHeaders

const requestHeaders = {
  'Accept-Language': {
    required: false,
    description: 'Language of the sentences for people: `en` (default), `ms` or `zh`.',
    schema: { type: 'string', default: 'en' },
  },
  Prefer: {
    required: false,
    description:
      '`wait=N`: the answer waits up to N seconds (at most 20) for a final STATUS, so that a receipt can carry the ' +
      'validation link. The HTTP status is the same either way. `handling=check-only`: the document is checked, the ' +
      'answer is 200 with its totals or the error that a submission would get, and nothing is kept (RFC 7240).',
    schema: { type: 'string', pattern: 'wait=\\d{1,3}|handling=check-only' },
  },
  'X-Owner-Pin': {
    required: true,
    description:
      'PIN of an owner, entered now: of who is signed in, or of whom `X-Owner` names. Without one this is 403; a wrong ' +
      'one is 422 with `wrong_pin` at `/pin`, and counts as at the sign-in. Not asked of the command line. ' +
      'For ten minutes after one, the same session adds people who are not owners, and webhooks, changes outlets of people ' +
      'and lets people in again without it.',
    schema: { type: 'string', pattern: '\\d{6,12}' },
  },
  'X-Owner': {
    required: false,
    description: 'Beside a token: id or name of the owner whose PIN it is, percent-encoded where it is not ASCII.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    required: false,
    description: 'The `ETag` of the answer you have; 304 where it is still the same.',
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, Omit<Parameter, 'name' | 'in'>>>

export type RequestHeaderName = keyof typeof requestHeaders

export const headerParameterOf = (name: RequestHeaderName): Parameter => ({
  name,
  in: 'header',
  ...requestHeaders[name],
})

export function parametersOf(
  fields: z.ZodObject | undefined,
  place: Parameter['in'],
  schemas: SchemaRegistry,
): Parameter[] {
  if (!fields) return []
  const { properties = {}, required = [] } = schemas.of(fields)
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, property]) => {
    const { description = fieldDescriptions[name], ...schema } = property
    return {
      name,
      in: place,
      required: (required as readonly string[]).includes(name),
      ...(typeof description === 'string' && { description }),
      schema,
    }
  })
}
