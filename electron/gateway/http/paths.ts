import type { FastifyRequest } from 'fastify'

/** Not decoded, without its query. */
export const pathOf = ({ raw }: Pick<FastifyRequest, 'raw'>): string => raw.url?.split('?', 1)[0] ?? ''

// Paths are written as in OpenAPI: a name in braces stands for any segment that needs no escape.

const plainSegment = /^[\w.~-]+$/

export const routerPath = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')

/** @param path not decoded */
export function matchesPath(template: string, path: string): boolean {
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
