import type { Decimal } from '../../../../../shared/document/decimal.ts'

declare const written: unique symbol

/**
 * An array of objects, or a leaf with its value under `_` (myinvois 6.1). It is built as JSON text: a tree that is
 * written at the end takes three times as long.
 */
export type ElementJson = string & { readonly [written]: 'content' }

export type AggregateJson = string & { readonly [written]: 'aggregate' }

/** What follows the value of a leaf, to its end. */
export type AttributesJson = string & { readonly [written]: 'attributes' }

export type ElementsByName = Readonly<Record<string, ElementJson | undefined>>

export function attributes(values: Readonly<Record<string, string>>): AttributesJson {
  let text = ''
  for (const name in values) text += `,"${name}":${JSON.stringify(values[name])}`
  return `${text}}]` as AttributesJson
}

const none = attributes({})

/** Strings without escapes; the look costs half of JSON.stringify. */
const needsNoEscape = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/

export const leaf = (value: string, rest = none): ElementJson =>
  (needsNoEscape.test(value) ? `[{"_":"${value}"${rest}` : `[{"_":${JSON.stringify(value)}${rest}`) as ElementJson

export const flagLeaf = (value: boolean): ElementJson => `[{"_":${value}}]` as ElementJson

/** Every digit, never in scientific notation, which the authority refuses. */
export const numberLeaf = (value: Decimal, rest = none): ElementJson => `[{"_":${value.toFixed()}${rest}` as ElementJson

export type WriteMoney = (value: Decimal) => ElementJson

export function moneyWriter(currencyID: string): WriteMoney {
  const rest = attributes({ currencyID })
  return (value) => numberLeaf(value, rest)
}

export const leafIfAny = (value: string | undefined): ElementJson | undefined =>
  value === undefined ? undefined : leaf(value)

export function aggregate(elements: ElementsByName): AggregateJson {
  let members = ''
  for (const name in elements) {
    const content = elements[name]
    if (content !== undefined) members += `${members === '' ? '' : ','}"${name}":${content}`
  }
  return `{${members}}` as AggregateJson
}

export const listOfOne = (elements: ElementsByName): ElementJson => `[${aggregate(elements)}]` as ElementJson

export function listOf(aggregates: readonly AggregateJson[]): ElementJson {
  let items = ''
  for (const item of aggregates) items += items === '' ? item : `,${item}`
  return `[${items}]` as ElementJson
}

export const listIfAny = (aggregates: readonly AggregateJson[]): ElementJson | undefined =>
  aggregates.length === 0 ? undefined : listOf(aggregates)

/** An element that comes after another, if it is there: for objects that are written out. */
export const elementWithComma = (name: string, content: ElementJson | undefined): string =>
  content === undefined ? '' : `,"${name}":${content}`
