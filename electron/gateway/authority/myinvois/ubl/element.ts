import type { Big } from 'big.js'

/** A JSON number whose text is kept exactly: a binary float could not write 12.70 as the receipt shows it. */
interface RawNumber {
  readonly rawJSON: string
}

type Value = string | boolean | RawNumber

/** UBL in JSON: every element is an array of objects, a leaf holds its value under `_` (myinvois 6.1). */
export interface Leaf {
  readonly _: Value
  readonly [attribute: string]: Value
}
export interface Aggregate {
  readonly [element: string]: readonly Leaf[] | readonly Aggregate[]
}

// Not yet in the type library: JSON text that stringify copies as it is.
const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => RawNumber }

export const leaf = (value: string | boolean, attributes: Readonly<Record<string, string>> = {}): [Leaf] => [
  { _: value, ...attributes },
]

/** Never in scientific notation, which the authority refuses. */
export const number = (value: Big, attributes: Readonly<Record<string, string>> = {}): [Leaf] => [
  { _: rawJson(value.toFixed()), ...attributes },
]

export const money = (value: Big, currencyID: string): [Leaf] => number(value, { currencyID })

/** The elements that are there, in the order given. */
export function aggregate(
  elements: Readonly<Record<string, readonly Leaf[] | readonly Aggregate[] | undefined | null>>,
): Aggregate {
  const present: Record<string, readonly Leaf[] | readonly Aggregate[]> = {}
  for (const [name, content] of Object.entries(elements)) if (content && content.length > 0) present[name] = content
  return present
}

/** A leaf where the value is there. */
export const optional = (value: string | undefined): [Leaf] | undefined =>
  value === undefined ? undefined : leaf(value)
