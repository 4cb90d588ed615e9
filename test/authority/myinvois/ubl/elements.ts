import type { Json } from '../../practice/documents.ts'

/** Attributes whose value is the shop's own: a currency, the name of what it does. */
const ownValues: readonly string[] = ['currencyID', 'name']

/**
 * What a document is made of, a line for each leaf in the order they stand:
 * `/Invoice/InvoiceLine/InvoicedQuantity number unitCode=C62`.
 */
export function elementsIn(value: Json, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => elementsIn(item, path))
  if (typeof value !== 'object' || value === null) return [`${path} ${typeof value}`]
  if (!('_' in value)) return Object.entries(value).flatMap(([name, inner]) => elementsIn(inner, `${path}/${name}`))
  const { _, ...attributes } = value
  const written = Object.entries(attributes).map(([name, text]) =>
    ownValues.includes(name) ? name : `${name}=${String(text)}`,
  )
  return [[path, typeof _, ...written].join(' ')]
}

/** The same list without so many of an element. @throws Error where there are not so many */
export function withoutElement(elements: readonly string[], element: string, times: number): string[] {
  let left = times
  const rest = elements.filter((each) => !(each === element && left-- > 0))
  if (left > 0) throw new Error(`there are not ${times} of ${element}`)
  return rest
}
