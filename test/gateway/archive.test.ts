import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { archiveAll, dayMs } from '../support/closed-months.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { coffee, customer, document, invoice } from '../support/till.ts'

let shop: TestGateway
let api: Api
let sold: WireRecord

const body = invoice('old', { BUYER: customer })

beforeAll(async () => {
  shop = await startGateway({ env: { RESIT_POLL_INTERVAL_MS: '50' } })
  api = apiOf(shop, await shop.token())
  sold = await api.until((await api.submit('sale', 'invoice', body)).body, 'Valid')
  await api.until((await api.submit('sale', 'invoice', invoice('newer', { BUYER: customer }))).body, 'Valid')
})
afterAll(() => shop.close())

const said = ({ status, body: content }: { readonly status: number; readonly body: unknown }) => ({ status, content })

/** Whatever a person or a till is told of the sale. */
async function told() {
  const { body: detail } = await operate<{ readonly attempts: readonly { readonly id: string }[] }>(
    shop,
    'GET',
    `/records/${sold.SALE_GUID}`,
  )
  const [attempt] = detail.attempts
  return {
    detail,
    document: said(await operate(shop, 'GET', `/records/${sold.SALE_GUID}/attempts/${attempt?.id ?? ''}`)),
    again: said(await api.submit('sale', 'invoice', body)),
    found: said(await operate(shop, 'GET', `/records?search=${encodeURIComponent(String(customer['NAME']))}`)),
  }
}

test('a sale of a closed month is shown, found, sent again and given back as before', async () => {
  const before = await told()
  expect(before.document.status).toBe(200)
  expect(before.again.status).toBe(200)
  const { store } = shop.gateway
  // Until what follows the validation is over, too, the sale is not.
  await expect.poll(() => archiveAll(store, Date.now() + 60 * dayMs)).toBe(1)
  expect(await store.upkeep.archives()).toMatchObject([{ isDone: true, isLost: false }])
  expect(await told()).toEqual(before)
  const list = await operate<{ readonly items: readonly object[] }>(shop, 'GET', '/archives')
  expect(list.body.items).toMatchObject([{ lost: false, detached: false, done: true, past_retention: false }])
})

test('more than is left of it is not given back, and what is left is', async () => {
  const back = (code: string, quantity: number) =>
    api.submit(
      'sale',
      'refund_note',
      document('sale', 'refund_note', code, {
        ORIGINALS: [{ SALE_GUID: sold.SALE_GUID }],
        LINES: [{ ...coffee, QUANTITY: quantity }],
      }),
    )
  expect((await back('too much', 3)).status).toBe(422)
  const note = await back('all of it', 2)
  expect(note.status, JSON.stringify(note.body)).toBe(202)
  expect((await api.until(note.body, 'Valid')).STATUS).toBe('Valid')
  expect(await shop.gateway.store.journal.verify()).toMatchObject({ findings: [] })
})
