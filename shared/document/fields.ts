import { z } from 'zod'
import { isDay } from '../domain/calendar.ts'
import type { EpochMs } from '../domain/record.ts'
import type { FindingCode } from './finding.ts'

const form =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:(\.\d{1,3})\d*)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Answers write years with four digits, so earlier and later times are refused. */
const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Parses RFC 3339 with an offset. T and Z can be small letters, and three decimals count. A leap second becomes the
 * first second of the next day. @returns milliseconds since the epoch; null if it is no such time
 */
function instantOf(text: string): EpochMs | null {
  const parts = form.exec(text)
  if (!parts) return null
  const [, day = '', minute = '', second = '', decimals = '', offset = ''] = parts
  if (!isDay(day)) return null
  const isLeap = second === '60'
  const at = Date.parse(`${day}T${minute}:${isLeap ? '59' : second}${decimals}${offset.toUpperCase()}`)
  if (!(at >= first && at <= last)) return null
  return isLeap ? afterLeap(at + 1000) : at
}

/** Leap seconds come at the end of a month in UTC (RFC 3339 5.7). */
function afterLeap(at: EpochMs): EpochMs | null {
  const isFirstSecond = new Date(at).getUTCDate() === 1 && at % 86_400_000 < 1000
  return isFirstSecond && at <= last ? at : null
}

/** A schema's message is the code of a finding. The sentences are in `words`. */
export const toError = (code: FindingCode) => ({ error: code })

/** @param most in characters, or with its unit */
export const toLimitParams = (most: number | string) => ({ params: { most: String(most) } })

export const toTooLongError = (most: number | string) => ({ ...toError('too_long'), ...toLimitParams(most) })

/** A field that only another document has. `null` is accepted, because a till may write all names (contract 5). */
export const absentSchema = z
  .null(toError('unknown_field'))
  .optional()
  .describe('Of a sibling of this shape; null, which is as good as absent')

const guidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isNobody = /^(0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i

/** Upper case is accepted. Nil and all-f are refused (contract 5). */
export const isGuid = (text: string): boolean => guidForm.test(text) && !isNobody.test(text)

export const guidSchema = z
  .string()
  .refine(isGuid, toError('bad_guid'))
  .transform((text) => text.toLowerCase())
  .meta({ description: 'GUID, 8-4-4-4-12 hexadecimal digits in any case', format: 'uuid' })

// Invisible characters: controls, bidi marks, zero-width ones, and what Unicode calls ignorable.
const unseen = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/u
/** Most texts match this, and then only their length is checked. */
const plain = /^[!-~]([ -~]*[!-~])?$/
/** Line breaks and tabs are not among them, because people type those. */
const controls = /[\u0000-\u0008\v\f\u000e-\u001f\u007f-\u009f\u2028\u2029]/

/** The length as a person counts it. */
const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length += 1
  return length
}

export function utf8LengthOf(text: string): number {
  let length = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return length
}

const isLongerThan = (text: string, most: number): boolean => text.length > most && lengthOf(text) > most

const asWritten = (value: string): string => value

/** A schema with one check: a chain of refinements would take three times as long. */
const judged = (most: number, faultOf: (text: string, most: number) => FindingCode | null, read = asWritten) =>
  z
    .string()
    .check((given) => {
      given.value = read(given.value)
      const code = faultOf(given.value, most)
      if (code !== null)
        given.issues.push({ code: 'custom', message: code, input: given.value, ...toLimitParams(most) })
    })
    .meta({ minLength: 1, maxLength: most })

/** A part of a business key. Keys are compared exactly, so two that look alike must not differ (contract 5). */
export const keyText = (most = 100) => judged(most, faultOfKey)

export const businessKeyFields = {
  COMPANY_CODE: keyText(),
  OUTLET_NAME: keyText(),
  TERMINAL_NAME: keyText(),
  SHIFT_CODE: keyText().describe('Shift; part of the business key'),
  SALE_CODE: keyText(),
}

function faultOfKey(value: string, most: number): FindingCode | null {
  if (value === '') return 'too_short'
  if (isLongerThan(value, most)) return 'too_long'
  if (plain.test(value)) return null
  const isUnambiguous = !unseen.test(value) && value.trim() === value && value.normalize('NFC') === value
  return isUnambiguous ? null : 'bad_text'
}

/** Line breaks and tabs become spaces, and spaces at the ends are removed (contract 5). */
export const toOneLine = (value: string): string =>
  plain.test(value) || controls.test(value) ? value : value.trim().replaceAll(/[\t\n\r]+/g, ' ')

/**
 * A text in any script, without control characters, not blank. The authority may count characters or UTF-16 units, so
 * both must fit.
 */
export const text = (most: number, faultOf = faultOfText) => judged(most, faultOf, toOneLine)

export function faultOfText(value: string, most: number): FindingCode | null {
  if (value.length > most) return 'too_long'
  if (plain.test(value)) return null
  if (value === '') return 'too_short'
  return controls.test(value) ? 'control_characters' : null
}

export const documentNumberSchema = judged(50, (value, most) =>
  value.length > most ? 'too_long' : faultOfKey(value, most),
)

export const lineIdSchema = judged(20, (value, most) => (value.length > most ? 'too_long' : faultOfKey(value, most)))

/** A code. Its list is checked elsewhere. */
export const codeSchema = judged(20, (value, most) =>
  value === '' ? 'too_short' : value.length > most ? 'too_long' : null,
)

export const remarkSchema = (most: number) =>
  z
    .string()
    .transform((value) => value.trim())
    .refine((value) => value !== '', toError('too_short'))
    .refine((value) => !isLongerThan(value, most), toTooLongError(most))
    .meta({ minLength: 1, maxLength: most })

/** A time, as milliseconds since the epoch. */
export const epochMsSchema = z
  .string()
  .transform((value, context): EpochMs => {
    const at = instantOf(value)
    if (at !== null) return at
    context.addIssue({ code: 'custom', message: 'bad_instant' satisfies FindingCode, input: value })
    return z.NEVER
  })
  .meta({ format: 'date-time' })

export const daySchema = z.string().refine(isDay, toError('bad_day')).meta({ format: 'date' })

export const timeSchema = z.iso.datetime({ precision: 3 })
export const countSchema = z.int().min(0)

/** A place in a list: the time of the last sale on a page, and its number. */
export const saleCursorSchema = z.string().regex(/^\d{1,15}\.\d{1,15}$/)
export const nextSaleCursorSchema = saleCursorSchema.nullable().describe('Of the next page; null on the last one')

export const integerTextSchema = (most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .refine((value) => Number(value) <= most)

export const answer = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.object(shape).meta({ id })

/** An object that refuses unknown fields. */
export const ask = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.strictObject(shape).meta({ id })

const made = new WeakMap<z.ZodType, z.ZodType>()

/**
 * Uses the parser that zod generates. It takes a third of the time and leaves no weak maps, which slowed down sales
 * under load.
 */
export function compileSchemaOnce<Schema extends z.ZodType>(schema: Schema): Schema {
  if (!made.has(schema)) made.set(schema, z.compile(schema))
  return made.get(schema) as Schema
}

/** The domain has the wire's names, in camelCase instead of UPPER_SNAKE. */
export type DomainNames<Wire> = Wire extends Opaque
  ? Wire
  : string extends keyof Wire
    ? Wire
    : Wire extends readonly (infer Item)[]
      ? readonly DomainNames<Item>[]
      : Wire extends object
        ? {
            readonly [Key in keyof Wire as Key extends string ? Camel<Key> : Key]: DomainNames<
              Exclude<Wire[Key], null | undefined>
            >
          }
        : Wire

type Camel<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capital<Tail>}`
  : Lowercase<Key>
type Capital<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Lowercase<Head>>}${Capital<Tail>}`
  : Capitalize<Lowercase<Key>>

/** Decimals are not renamed. */
type Opaque = { readonly toFixed: (places?: number) => string }

/** The till's own object. Its names stay as they are. */
const kept = 'EXTRA'

const camels = new Map<string, string>()
/** The way back for names with digits, which lose their underscores (FORM_1_9). */
const wires = new Map<string, string>()

function camelOf(name: string): string {
  let camel = camels.get(name)
  if (camel === undefined) {
    camel = name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    camels.set(name, camel)
    wires.set(camel, name)
  }
  return camel
}

/** Renames the fields. `null` becomes absent (contract 5). */
export function toDomainNames<Wire>(wire: Wire): DomainNames<Wire> {
  return translate(wire) as DomainNames<Wire>
}

function translate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(translate)
  // A decimal.
  if (value.constructor !== Object) return value
  const wire = value as Readonly<Record<string, unknown>>
  const translated: Record<string, unknown> = {}
  for (const name in wire) {
    const member = wire[name]
    if (member === null || member === undefined) continue
    translated[camelOf(name)] = name === kept ? member : translate(member)
  }
  return translated
}

/** The JSON pointer for a path in domain names. */
export const wirePointerOf = (path: readonly (string | number)[]): string =>
  jsonPointerOf(path.map((step) => (typeof step === 'string' ? upperSnakeNameOf(step) : step)))

export const upperSnakeNameOf = (camel: string) => wires.get(camel) ?? camel.replace(/[A-Z]/g, '_$&').toUpperCase()

/** The JSON pointer for a path in wire names (RFC 6901). */
export const jsonPointerOf = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
