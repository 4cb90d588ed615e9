import { expect, test } from 'vitest'
import { openApiBuilders } from '../../shared/api/openapi/reference.ts'
import { propertiesIn } from './field-names.ts'

test('a till has a reference of its own, with the interface and the few calls beside it', () => {
  const paths = Object.keys(openApiBuilders['/openapi-till.json']().paths)
  const beside = paths.filter((path) => !path.startsWith('/v1/'))
  expect(paths.length - beside.length).toBe(56)
  expect(beside.toSorted()).toEqual([
    '/healthz',
    '/operator/v1/changes',
    '/operator/v1/records/{guid}/qr.png',
    '/operator/v1/records/{guid}/qr.svg',
    '/operator/v1/records/{guid}/slip',
    '/operator/v1/tills/reports',
    '/readyz',
  ])
})

test('what later versions add to is an open list, so that a generated client takes a new code', () => {
  const open = (schema: string, field: string) =>
    propertiesIn(openApiBuilders['/openapi.json']().components.schemas[schema] ?? {})[field]
  for (const [schema, field] of [
    ['Problem', 'code'],
    ['Attention', 'CODE'],
    ['NextAction', 'ACTION'],
  ] as const) {
    expect(open(schema, field)).toMatchObject({ type: 'string', 'x-extensible-enum': expect.any(Array) as unknown })
    expect(open(schema, field)).not.toHaveProperty('enum')
  }
})
