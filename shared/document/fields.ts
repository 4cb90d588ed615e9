import { z } from 'zod'
import { isDay } from '../domain/calendar.ts'
import type { Instant } from '../domain/record.ts'
import type { FindingCode } from './finding.ts'

const form =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:(\.\d{1,3})\d*)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Answers are in UTC, where a year has four digits too: each time that is taken can be told again (contract 2). */
const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Date and time with its offset as RFC 3339 writes them: T and Z in either case, as many decimals as there may be, of
 * which the first three count. A leap second is the first of the next day.
 * @returns milliseconds since the epoch; null for what is no such time
 */
function instantOf(text: string): Instant | null {
  const parts = form.exec(text)
  if (!parts) return null
  const [, day = '', minute = '', second = '', decimals = '', offset = ''] = parts
  if (!isDay(day)) return null
  const isLeap = second === '60'
  const at = Date.parse(`${day}T${minute}:${isLeap ? '59' : second}${decimals}${offset.toUpperCase()}`)
  if (!(at >= first && at <= last)) return null
  return isLeap ? afterLeap(at + 1000) : at
}

/** Leap seconds end a month, in UTC (RFC 3339 5.7). */
function afterLeap(at: Instant): Instant | null {
  const date = new Date(at)
  const isFirstSecond = date.getUTCDate() === 1 && at % 86_400_000 < 1000
  return isFirstSecond && at <= last ? at : null
}

/** A schema's message is the code of the finding it makes; the sentence for it is in `words`. */
export const says = (code: FindingCode) => ({ error: code })

/** For a check of one's own: `max` of zod says its limit by itself. @param most in characters, or with its unit */
export const limitedTo = (most: number | string) => ({ params: { most: String(most) } })

export const saysTooLong = (most: number | string) => ({ ...says('too_long'), ...limitedTo(most) })

/** A field that only a sibling of this shape has: a till that writes all names may write `null` here (contract 5). */
export const sibling = z
  .null(says('unknown_field'))
  .optional()
  .describe('Of a sibling of this shape; null, which is as good as absent')

const guidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isNobody = /^(0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i

/** 8-4-4-4-12 hex in any case, kept in lower case; nil and all-f name no record (contract 5). */
export const isGuid = (text: string): boolean => guidForm.test(text) && !isNobody.test(text)

export const guid = z
  .string()
  .refine(isGuid, says('bad_guid'))
  .transform((text) => text.toLowerCase())
  .meta({ description: 'GUID, 8-4-4-4-12 hexadecimal digits in any case', format: 'uuid' })

// Controls, bidi marks and overrides, zero-width and other invisible characters: the property has all that a font shows
// nothing of (joiners, selectors, fillers, tags), and not the separators of lines and the marks of annotations.
const unseen = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/u
/** Printable ASCII without spaces at its ends: what most texts are, and never at fault but for their length. */
const plain = /^[!-~]([ -~]*[!-~])?$/
/** But for line breaks and tabs, which people type. */
const controls = /[\u0000-\u0008\v\f\u000e-\u001f\u007f-\u009f\u2028\u2029]/

/** How many characters a person would count. */
const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Bytes of well-formed text in UTF-8. */
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

/** One pass over a text, for every text of every line of every sale: a chain of refinements costs three times as much. */
const judged = (most: number, faultOf: (text: string, most: number) => FindingCode | null, read = asWritten) =>
  z
    .string()
    .check((given) => {
      given.value = read(given.value)
      const code = faultOf(given.value, most)
      if (code !== null) given.issues.push({ code: 'custom', message: code, input: given.value, ...limitedTo(most) })
    })
    .meta({ minLength: 1, maxLength: most })

/** A part of the business key or a name in it: compared exactly, so it must be unambiguous to the eye (contract 5). */
export const keyText = (most = 100) => judged(most, faultOfKey)

/** What names a sale, beside its SALE_GUID. */
export const businessKey = {
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

/** As people type it (contract 5): line breaks and tabs become a space, spaces at both ends are dropped. */
export const tidied = (value: string): string =>
  plain.test(value) || controls.test(value) ? value : value.trim().replaceAll(/[\t\n\r]+/g, ' ')

/**
 * Words for people: any script, no control characters, not blank. They go into the document, where a character may
 * be counted as a person does or in UTF-16; the longer count must fit.
 */
export const text = (most: number, faultOf = faultOfText) => judged(most, faultOf, tidied)

export function faultOfText(value: string, most: number): FindingCode | null {
  if (value.length > most) return 'too_long'
  if (plain.test(value)) return null
  if (value === '') return 'too_short'
  return controls.test(value) ? 'control_characters' : null
}

/** A key that goes into the document. */
export const documentNumber = judged(50, (value, most) => (value.length > most ? 'too_long' : faultOfKey(value, most)))

/** How a till names a line. */
export const lineId = judged(20, (value, most) => (value.length > most ? 'too_long' : faultOfKey(value, most)))

/** A code of a reference list; whether it is in the list is checked against the list. */
export const code = judged(20, (value, most) => (value === '' ? 'too_short' : value.length > most ? 'too_long' : null))

/** What a person says of an act, without the spaces around it; its characters are counted as a person does. */
export const remark = (most: number) =>
  z
    .string()
    .transform((value) => value.trim())
    .refine((value) => value !== '', says('too_short'))
    .refine((value) => !isLongerThan(value, most), saysTooLong(most))
    .meta({ minLength: 1, maxLength: most })

/** RFC 3339 with its offset, parsed to milliseconds since the epoch. */
export const instant = z
  .string()
  .transform((value, context): Instant => {
    const at = instantOf(value)
    if (at !== null) return at
    context.addIssue({ code: 'custom', message: 'bad_instant' satisfies FindingCode, input: value })
    return z.NEVER
  })
  .meta({ format: 'date-time' })

export const day = z.string().refine(isDay, says('bad_day')).meta({ format: 'date' })

export const at = z.iso.datetime({ precision: 3 })
export const count = z.int().min(0)

/** Where a page of sales ends: when the last one was made, and which of those it is. */
export const salePlace = z.string().regex(/^\d{1,15}\.\d{1,15}$/)
export const nextSale = salePlace.nullable().describe('Of the next page; null on the last one')

/** A whole number in a query string. */
export const digits = (most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .refine((value) => Number(value) <= most)

/** An object that is answered, under its name in the reference. */
export const answer = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.object(shape).meta({ id })

/** An object that is asked with: it has no field but these. */
export const ask = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.strictObject(shape).meta({ id })

const made = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The schema with a parser that zod generates for it at its first use. It answers as the schema does, in a third of the
 * time; and it leaves no weak maps behind, which made a sale at 32 connections cost half as much again.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  if (!made.has(schema)) made.set(schema, z.compile(schema))
  return made.get(schema) as Schema
}

/** Wire names are the domain's names in UPPER_SNAKE; these turn one into the other, once on the way in. */
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

/** Values with methods of their own: decimals. */
type Opaque = { readonly toFixed: (places?: number) => string }

/** The till's own object, kept and handed back as it came. */
const kept = 'EXTRA'

const camels = new Map<string, string>()
/** Digits lose their underscores on the way in (FORM_1_9), so the way back is remembered. */
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

/** A parsed body in domain names; `null` means absent (contract 5). */
export function toDomainNames<Wire>(wire: Wire): DomainNames<Wire> {
  return translate(wire) as DomainNames<Wire>
}

function translate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(translate)
  // A decimal is whole as it is.
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

/** The JSON pointer into the till's body for a place given in domain names. */
export const pointerOf = (path: readonly (string | number)[]): string =>
  wirePointer(path.map((step) => (typeof step === 'string' ? wireOf(step) : step)))

export const wireOf = (camel: string) => wires.get(camel) ?? camel.replace(/[A-Z]/g, '_$&').toUpperCase()

/** The JSON pointer of a place given in wire names (RFC 6901). */
export const wirePointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
