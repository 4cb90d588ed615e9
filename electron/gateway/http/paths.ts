import type { FastifyRequest } from 'fastify'

/** The path of a request, as it came and undecoded, without its query. */
export const pathOf = ({ raw }: Pick<FastifyRequest, 'raw'>): string => raw.url?.split('?', 1)[0] ?? ''

// The catalogue writes paths as OpenAPI does: a name in braces stands for any segment that needs no escape.

const plainSegment = /^[\w.~-]+$/

/** A path of the catalogue as the router writes it. */
export const routerPath = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')

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
