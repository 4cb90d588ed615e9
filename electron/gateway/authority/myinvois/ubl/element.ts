import type { Decimal } from '../../../../../shared/document/decimal.ts'

declare const written: unique symbol

/**
 * What a UBL element holds: an array of objects, a leaf among them with its value under `_` (myinvois 6.1). It is JSON
 * text from the start: a tree of objects that is written at the end takes three times as long, which tells beside a
 * signature.
 */
export type Content = string & { readonly [written]: 'content' }

/** One of those objects. */
export type Aggregate = string & { readonly [written]: 'aggregate' }

/** What follows the value of a leaf, to its end. */
export type Attributes = string & { readonly [written]: 'attributes' }

export type Elements = Readonly<Record<string, Content | undefined>>

export function attributes(values: Readonly<Record<string, string>>): Attributes {
  let text = ''
  for (const name in values) text += `,"${name}":${JSON.stringify(values[name])}`
  return `${text}}]` as Attributes
}

const none = attributes({})

/** Strings that JSON writes as they are; looking costs half of having each written by JSON. */
const needsNoEscape = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/

export const leaf = (value: string, rest = none): Content =>
  (needsNoEscape.test(value) ? `[{"_":"${value}"${rest}` : `[{"_":${JSON.stringify(value)}${rest}`) as Content

export const flag = (value: boolean): Content => `[{"_":${value}}]` as Content

/** Every digit as the receipt shows it, never in scientific notation, which the authority refuses. */
export const number = (value: Decimal, rest = none): Content => `[{"_":${value.toFixed()}${rest}` as Content

export type Money = (value: Decimal) => Content

/** How amounts in a currency are written. */
export function moneyIn(currencyID: string): Money {
  const rest = attributes({ currencyID })
  return (value) => number(value, rest)
}

/** A leaf where the value is there. */
export const optional = (value: string | undefined): Content | undefined =>
  value === undefined ? undefined : leaf(value)

/** The elements that are there, in the order given. */
export function aggregate(elements: Elements): Aggregate {
  let members = ''
  for (const name in elements) {
    const content = elements[name]
    if (content !== undefined) members += `${members === '' ? '' : ','}"${name}":${content}`
  }
  return `{${members}}` as Aggregate
}

/** An element that holds one object. */
export const one = (elements: Elements): Content => `[${aggregate(elements)}]` as Content

/** An element that holds all of these. */
export function all(aggregates: readonly Aggregate[]): Content {
  let items = ''
  for (const item of aggregates) items += items === '' ? item : `,${item}`
  return `[${items}]` as Content
}

/** The same, left out where there is none. */
export const allIfAny = (aggregates: readonly Aggregate[]): Content | undefined =>
  aggregates.length === 0 ? undefined : all(aggregates)

/** An element that comes after another, where it is there: for objects that are written out. */
export const next = (name: string, content: Content | undefined): string =>
  content === undefined ? '' : `,"${name}":${content}`
