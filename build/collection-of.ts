import type { OpenApiDocument, OpenApiOperation } from '../shared/api/openapi/reference.ts'

/** A Postman collection (format 2.1) of all calls of a reference, with the bodies that it shows. */
export function collectionOf(reference: OpenApiDocument): object {
  const calls = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return {
    info: {
      name: reference.info.title,
      description: reference.info.summary,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'origin', value: 'http://127.0.0.1:7510' },
      { key: 'token', value: 'rst_…' },
    ],
    item: reference.tags.map(({ name, description }) => ({
      name,
      description,
      item: calls.filter(({ operation }) => operation.tags[0] === name).map(requestOf),
    })),
  }
}

interface Call {
  readonly path: string
  readonly method: string
  readonly operation: OpenApiOperation
}

function requestOf({ path, method, operation }: Call): object {
  const { summary, description, security, parameters: all, requestBody } = operation
  const query = all.filter((each) => each.in === 'query')
  const headers = all.filter((each) => each.in === 'header')
  const content = requestBody?.content['application/json']
  // Postman writes `:name` for a parameter in braces.
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}/, ':$1'))
  return {
    name: summary,
    request: {
      method,
      description,
      ...(security.length === 0 && { auth: { type: 'noauth' } }),
      header: [
        ...(content ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...headers.map(({ name, required, description: says }) => entry(name, required, says)),
      ],
      url: {
        raw: `{{origin}}/${segments.join('/')}`,
        host: ['{{origin}}'],
        path: segments,
        ...(query.length > 0 && {
          query: query.map(({ name, required, description: says }) => entry(name, required, says)),
        }),
        variable: all.filter((each) => each.in === 'path').map(({ name }) => ({ key: name, value: '' })),
      },
      ...(content?.example !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(content.example, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  }
}

/** Optional parameters are there, and switched off. */
const entry = (key: string, isRequired: boolean, description = '') => ({
  key,
  value: '',
  description,
  ...(!isRequired && { disabled: true }),
})
