import type { Decimal } from '../../../../../shared/document/decimal.ts'

declare const written: unique symbol

/**
 * An array of objects, or a leaf with its value under `_` (myinvois 6.1). It is built as JSON text: a tree that is
 * written at the end takes three times as long.
 */
export type Content = string & { readonly [written]: 'content' }

export type Aggregate = string & { readonly [written]: 'aggregate' }

/** What follows the value of a leaf, to its end. */
export type AttributesJson = string & { readonly [written]: 'attributes' }

export type ElementsByName = Readonly<Record<string, Content | undefined>>

export function attributes(values: Readonly<Record<string, string>>): AttributesJson {
  let text = ''
  for (const name in values) text += `,"${name}":${JSON.stringify(values[name])}`
  return `${text}}]` as AttributesJson
}

const none = attributes({})

/** Strings without escapes; the look costs half of JSON.stringify. */
const needsNoEscape = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/

export const leaf = (value: string, rest = none): Content =>
  (needsNoEscape.test(value) ? `[{"_":"${value}"${rest}` : `[{"_":${JSON.stringify(value)}${rest}`) as Content

export const flagLeaf = (value: boolean): Content => `[{"_":${value}}]` as Content

/** Every digit, never in scientific notation, which the authority refuses. */
export const numberLeaf = (value: Decimal, rest = none): Content => `[{"_":${value.toFixed()}${rest}` as Content

export type WriteMoney = (value: Decimal) => Content

export function moneyWriter(currencyID: string): WriteMoney {
  const rest = attributes({ currencyID })
  return (value) => numberLeaf(value, rest)
}

export const leafIfAny = (value: string | undefined): Content | undefined =>
  value === undefined ? undefined : leaf(value)

export function aggregate(elements: ElementsByName): Aggregate {
  let members = ''
  for (const name in elements) {
    const content = elements[name]
    if (content !== undefined) members += `${members === '' ? '' : ','}"${name}":${content}`
  }
  return `{${members}}` as Aggregate
}

export const single = (elements: ElementsByName): Content => `[${aggregate(elements)}]` as Content

export function listOf(aggregates: readonly Aggregate[]): Content {
  let items = ''
  for (const item of aggregates) items += items === '' ? item : `,${item}`
  return `[${items}]` as Content
}

export const listIfAny = (aggregates: readonly Aggregate[]): Content | undefined =>
  aggregates.length === 0 ? undefined : listOf(aggregates)

/** An element that comes after another, if it is there: for objects that are written out. */
export const nextElement = (name: string, content: Content | undefined): string =>
  content === undefined ? '' : `,"${name}":${content}`
