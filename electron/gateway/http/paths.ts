// The catalogue writes paths as OpenAPI does: a name in braces stands for any segment that needs no escape.

const inBraces = /\{(\w+)\}/g
const plainSegment = /^[\w.~-]+$/

/** The same for the router. */
export const routerPath = (template: string): string => template.replaceAll(inBraces, ':$1')

/** Whether a path, as it came and undecoded, is one that the template describes. */
export function isAtPath(template: string, path: string): boolean {
  if (!template.includes('{')) return path === template
  const segments = path.split('/')
  const expected = template.split('/')
  return (
    segments.length === expected.length &&
    expected.every(
      (each, at) => each === segments[at] || (each.startsWith('{') && plainSegment.test(segments[at] ?? '')),
    )
  )
}
