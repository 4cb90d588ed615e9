import { expect, test } from 'vitest'
import { collectionOf } from '../../build/collection-of.ts'
import { openApiBuilders } from '../../shared/api/openapi/reference.ts'
import { startGateway } from '../support/gateway.ts'

interface Item {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: boolean }[]
    readonly url: { readonly raw: string }
    readonly body?: { readonly raw: string }
  }
}
const reference = openApiBuilders['/openapi-till.json']()
const { item } = collectionOf(reference) as { readonly item: readonly { readonly item: readonly Item[] }[] }
const items = item.flatMap((folder) => folder.item)

test('the collection has every call of the reference', () => {
  const calls = Object.values(reference.paths).flatMap((methods) => Object.keys(methods))
  expect(items).toHaveLength(calls.length)
})

test('the submissions of the collection are taken one after the other: notes find their invoice', async () => {
  const shop = await startGateway()
  const token = await shop.token()
  for (const { request } of items.filter(
    ({ request: { method, url } }) => method === 'POST' && url.raw.endsWith('_submission'),
  )) {
    const headers = request.header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value])
    const response = await fetch(request.url.raw.replace('{{origin}}', `http://127.0.0.1:${shop.port}`), {
      method: request.method,
      headers: { ...Object.fromEntries(headers), authorization: `Bearer ${token}` },
      body: request.body?.raw.replace(/"ISSUED_AT": "[^"]*"/, `"ISSUED_AT": "${new Date().toISOString()}"`) ?? '',
    })
    expect([request.url.raw, response.status, await response.text()]).toEqual([
      request.url.raw,
      202,
      expect.stringContaining('"STATUS"'),
    ])
  }
  await shop.close()
})
