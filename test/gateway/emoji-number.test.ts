import { expect, test } from 'vitest'
import { openShop } from '../support/shop.ts'
import { invoice } from '../support/till.ts'

/** Counted as a person would, all of these would fit into fifty characters; the authority counts what they take up. */
const shop = openShop({})
const waiting = { prefer: 'wait=10' }

test('a shop named in emojis gets a number that the authority takes', async () => {
  const body = invoice(shop.saleCode(), { OUTLET_NAME: '🍜'.repeat(30) })
  const { status, body: record } = await shop.api.post<Record<string, string>>(
    '/sale/invoice_submission',
    body,
    waiting,
  )
  expect({ status, STATUS: record['STATUS'], ERRORS: record['ERRORS'] }).toEqual({
    status: 202,
    STATUS: 'Valid',
    ERRORS: [],
  })
  expect(record['DOCUMENT_NUMBER']?.length).toBeLessThanOrEqual(50)
})

test('a number of its own in emojis is taken as long as the authority takes it, and refused at once where not', async () => {
  const send = (emojis: number) =>
    shop.api.post<Record<string, string>>(
      '/sale/invoice_submission',
      invoice(shop.saleCode(), { DOCUMENT_NUMBER: '🍜'.repeat(emojis) }),
      waiting,
    )
  expect((await send(25)).body).toMatchObject({ STATUS: 'Valid', DOCUMENT_NUMBER: '🍜'.repeat(25) })
  const { status, body } = await send(26)
  expect({ status, errors: body['errors'] }).toMatchObject({
    status: 422,
    errors: [{ pointer: '/DOCUMENT_NUMBER', code: 'too_long' }],
  })
})
