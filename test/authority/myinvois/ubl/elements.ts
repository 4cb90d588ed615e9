import type { Json } from '../../practice/documents.ts'

/** Attributes whose values differ by shop: the currency, and the name of the activity. */
const ownValues: readonly string[] = ['currencyID', 'name']

/** One line for each leaf of a document, in order: `/Invoice/InvoiceLine/InvoicedQuantity number unitCode=C62`. */
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

/** The list without this element, removed `times` times. @throws Error if it is there less often */
export function withoutElement(elements: readonly string[], element: string, times: number): string[] {
  let left = times
  const rest = elements.filter((each) => !(each === element && left-- > 0))
  if (left > 0) throw new Error(`there are not ${times} of ${element}`)
  return rest
}
