import { expect, test } from 'vitest'
import { collectionOf } from '../../build/collection-of.ts'
import { reference } from '../../shared/api/openapi/reference.ts'
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
const { item } = collectionOf(reference()) as { readonly item: readonly { readonly item: readonly Item[] }[] }
const items = item.flatMap((folder) => folder.item)

test('the collection has every call of the reference', () => {
  const calls = Object.values(reference().paths).flatMap((methods) => Object.keys(methods))
  expect(items).toHaveLength(calls.length)
})

test('a submission of the collection is one that a gateway takes', async () => {
  const shop = await startGateway()
  const submission = items.find(({ request }) => request.url.raw.endsWith('/v1/sale/invoice_submission'))
  const headers = submission?.request.header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value])
  const response = await fetch(
    submission?.request.url.raw.replace('{{origin}}', `http://127.0.0.1:${shop.port}`) ?? '',
    {
      method: submission?.request.method ?? '',
      headers: { ...Object.fromEntries(headers ?? []), authorization: `Bearer ${await shop.token()}` },
      body:
        submission?.request.body?.raw.replace(/"ISSUED_AT": "[^"]*"/, `"ISSUED_AT": "${new Date().toISOString()}"`) ??
        '',
    },
  )
  expect([response.status, await response.text()]).toEqual([202, expect.stringContaining('"STATUS"')])
  await shop.close()
})
