import { expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { operate } from '../support/operator.ts'
import { openShop } from '../support/shop.ts'
import { invoice } from '../support/till.ts'

const shop = openShop({})

test('a valid document without its long id gets its page when the authority shows it, and the changes tell', async () => {
  const { practice } = shop.gateway.gateway
  await practice?.faults.set({ kind: 'late_long_id', ms: 3_600_000 })
  const valid = await shop.api.until((await shop.submit(invoice(shop.saleCode()))).body, 'Valid')
  expect(valid.AUTHORITY).toMatchObject({ LONG_ID: null, VALIDATION_URL: null })
  const { body } = await operate<{ next: number }>(shop.gateway, 'GET', '/changes')
  await practice?.faults.clear()
  const told = await operate<{ items: WireRecord[] }>(shop.gateway, 'GET', `/changes?wait=25&after=${body.next}`)
  const [linked] = told.body.items
  expect(linked).toMatchObject({ SALE_GUID: valid.SALE_GUID, STATUS: 'Valid', VALIDATED_AT: valid.VALIDATED_AT })
  expect((await fetch(linked?.AUTHORITY?.VALIDATION_URL ?? '')).status).toBe(200)
})

test('a record says the issue time of the document that was sent, and nothing before', async () => {
  const issuedAt = new Date(Date.now() - 200 * 3_600_000)
  const { body: sold } = await shop.submit(invoice(shop.saleCode(), { ISSUED_AT: issuedAt.toISOString() }))
  expect(sold.ISSUED_TO_AUTHORITY_AT).toBeNull()
  const valid = await shop.api.until(sold, 'Valid')
  const there = shop.gateway.gateway.practice?.ledger.document(valid.AUTHORITY?.UUID ?? '')
  expect(Date.parse(valid.ISSUED_TO_AUTHORITY_AT ?? '')).toBe(there?.issuedAt)
  expect(Date.parse(valid.ISSUED_TO_AUTHORITY_AT ?? '')).toBeGreaterThan(issuedAt.getTime() + 199 * 3_600_000)
})
