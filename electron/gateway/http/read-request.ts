import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { Fault, faultsOfIssues, validationFailed } from '../../../shared/api/faults.ts'
import { percentDecoded } from '../../../shared/api/operator/record-list.ts'
import { inputsAlsoInQuery } from '../../../shared/api/shapes/asks.ts'
import { compileSchemaOnce } from '../../../shared/document/fields.ts'
import type { Caller } from './access.ts'
import type { OwnerPin, Preferences, ServedEndpoint } from './call.ts'
import { headerValues } from './headers.ts'

/** @throws Fault record_not_found: paths name only records, and a text that is no GUID names none */
export function readParams(given: unknown, { params }: ServedEndpoint): object {
  if (!params) return {}
  const parsed = params.safeParse(given)
  if (!parsed.success) throw new Fault('record_not_found')
  return parsed.data
}

/**
 * Reads the inputs of the interface, each exactly once: from a header, or from the query.
 * @param inQuery the inputs that the query gives, decoded
 * @throws Fault bad_header with the name of the wrong input; bad_query if it is in the query
 */
export function readHeaders(
  request: IncomingMessage,
  endpoint: ServedEndpoint,
  inQuery: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, schema] of Object.entries<z.ZodType>(endpoint.headers?.shape ?? {})) {
    const given = headerValues(request, name)
    const asked = inQuery[name]
    if (given.length > (asked === undefined ? 1 : 0)) throw badHeader(name)
    const [raw] = given
    const parsed = schema.safeParse(raw === undefined ? asked : textOf(name, raw))
    if (!parsed.success) throw asked === undefined ? badHeader(name) : badQuery(name)
    if (typeof parsed.data === 'string') values[name] = parsed.data
  }
  return values
}

const badHeader = (header: string) => new Fault('bad_header', { values: { header } })

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Node reads header bytes as Latin-1; the interface means UTF-8, percent-encoded or not (contract 2). */
function textOf(name: string, raw: string): string {
  let text: string
  try {
    text = utf8.decode(Buffer.from(raw, 'latin1'))
  } catch {
    throw badHeader(name)
  }
  return name === 'outlet_name' ? percentDecoded(text) : text
}

/**
 * The PIN of an owner, and with a token also the owner's name. @throws Fault bad_header if one of them is there twice
 */
export function readOwnerPin(request: IncomingMessage): OwnerPin | null {
  const [pin, owner] = ['x-owner-pin', 'x-owner'].map((name) => {
    const given = headerValues(request, name)
    if (given.length > 1) throw badHeader(name)
    return given[0] === undefined ? undefined : percentDecoded(textOf(name, given[0]))
  })
  return pin === undefined || pin === '' || pin.length > 64 ? null : { pin, owner: owner ?? '' }
}

export interface ParsedQuery {
  readonly query: Record<string, string>
  /** Inputs of the interface that the query gives in place of headers. */
  readonly inputs: Record<string, string>
}

/** @throws Fault bad_query for parameters that are unknown, repeated or malformed */
export function readQuery(url: string, endpoint: ServedEndpoint): ParsedQuery {
  const start = url.indexOf('?')
  if (start < 0 && !endpoint.query) return { query: {}, inputs: {} }
  const given = new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
  const shape = endpoint.query?.shape ?? {}
  const inputs: Record<string, string> = {}
  for (const [name, value] of given) {
    const isInput = Object.hasOwn(endpoint.headers?.shape ?? {}, name) && inputsAlsoInQuery.includes(name)
    if (!(isInput || Object.hasOwn(shape, name)) || given.getAll(name).length > 1) throw badQuery(name)
    if (isInput) inputs[name] = value
  }
  const query: Record<string, string> = {}
  for (const [name, schema] of Object.entries<z.ZodType>(shape)) {
    const parsed = schema.safeParse(given.get(name) ?? undefined)
    if (!parsed.success) throw badQuery(name)
    if (typeof parsed.data === 'string') query[name] = parsed.data
  }
  return { query, inputs }
}

const badQuery = (parameter: string) => new Fault('bad_query', { values: { parameter } })

/** @throws Fault validation_failed with every fault of the schema, and every code that is in no list */
export async function validateBody(
  json: unknown,
  { body: schema, faultyCodes }: ServedEndpoint,
  caller: Caller,
): Promise<unknown> {
  if (!schema) return undefined
  const parsed = compileSchemaOnce(schema).safeParse(json)
  if (parsed.success) return parsed.data
  const entries = faultsOfIssues(parsed.error.issues, json)
  const told = new Set(entries.map(({ pointer }) => pointer))
  const codes = (await faultyCodes?.(json, caller)) ?? []
  throw validationFailed([...entries, ...codes.filter(({ pointer }) => !told.has(pointer))])
}

/** One of several preferences: a comma in quotes does not end it (RFC 7240 2). */
const preference = /(?:"[^"]*"|[^,"])+/g
const waiting = /^\s*wait\s*=\s*(?:(\d{1,3})|"(\d{1,3})")\s*(?:;|$)/i
const checking = /^\s*handling\s*=\s*(?:check-only|"check-only")\s*(?:;|$)/i

/** `wait=N` in seconds, at most 20, and `handling=check-only` (contract 5, RFC 7240). Anything else is left out. */
export function parsePreferHeader(prefer: string | undefined): Preferences {
  if (prefer === undefined) return { waitMs: 0, isCheckOnly: false }
  const all = prefer.match(preference) ?? []
  const asked = all.map((one) => waiting.exec(one)).find((found) => found !== null)
  return {
    waitMs: asked ? Math.min(Number(asked[1] ?? asked[2]), 20) * 1000 : 0,
    isCheckOnly: all.some((one) => checking.test(one)),
  }
}

/** Only JSON in UTF-8, named once and not compressed (contract 2). */
export function isJsonRequest(request: IncomingMessage): boolean {
  const types = headerValues(request, 'content-type')
  const isPlain = headerValues(request, 'content-encoding').every((encoding) => encoding === 'identity')
  return types.length === 1 && isPlain && /^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(types[0] ?? '')
}
