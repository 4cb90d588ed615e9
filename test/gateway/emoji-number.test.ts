import { expect, test } from 'vitest'
import { openShop } from '../support/shop.ts'
import { invoice } from '../support/till.ts'

/** A character is a code point (contract 8); a number that the gateway makes fits however it is counted. */
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

test('a number of its own has fifty characters at most and a description three hundred, emojis or not', async () => {
  const send = (emojis: number) =>
    shop.api.post<Record<string, string>>(
      '/sale/invoice_submission',
      invoice(shop.saleCode(), { DOCUMENT_NUMBER: '🍜'.repeat(emojis) }),
      waiting,
    )
  expect((await send(50)).body).toMatchObject({ STATUS: 'Valid', DOCUMENT_NUMBER: '🍜'.repeat(50) })
  const described = invoice(shop.saleCode())
  const lines = (described['LINES'] as readonly object[]).map((line) => ({ ...line, DESCRIPTION: '🍜'.repeat(300) }))
  const kept = await shop.api.post<Record<string, string>>(
    '/sale/invoice_submission',
    { ...described, LINES: lines },
    waiting,
  )
  expect(kept.body).toMatchObject({ STATUS: 'Valid' })
  const { status, body } = await send(51)
  expect({ status, errors: body['errors'] }).toMatchObject({
    status: 422,
    errors: [{ pointer: '/DOCUMENT_NUMBER', code: 'too_long' }],
  })
})
