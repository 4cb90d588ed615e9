/** An element of a document whose structure has been checked. */
export type Element = Readonly<Record<string, unknown>>

/** Every element at the end of a path, however often each step repeats. */
export function all(element: Element, ...path: readonly string[]): readonly Element[] {
  let elements: readonly Element[] = [element]
  // Thousands of times for each document: without a list in between for each element.
  for (const name of path) {
    const next: Element[] = []
    for (const each of elements)
      for (const inner of (each[name] as readonly Element[] | undefined) ?? []) next.push(inner)
    elements = next
  }
  return elements
}

/** The text of the first element at the end of a path, undefined where there is none. */
export function textAt(element: Element, ...path: readonly string[]): string | undefined {
  const value = all(element, ...path)[0]?.['_']
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export function numberAt(element: Element, ...path: readonly string[]): number | undefined {
  const value = all(element, ...path)[0]?.['_']
  return typeof value === 'number' ? value : undefined
}

export const attributeOf = (element: Element, name: string): string | undefined => {
  const value = element[name]
  return typeof value === 'string' ? value : undefined
}
