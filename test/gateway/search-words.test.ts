import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { unpacked } from '../../electron/gateway/store/kept/packed.ts'
import { searchTextOf } from '../../electron/gateway/store/kept/search-text.ts'
import { openShop } from '../support/shop.ts'
import { customer, document, invoice } from '../support/till.ts'

const shop = openShop({ RESIT_DISPATCH: 'off' })
const { submit } = shop

test('a sale is searched by the same words whether the body was read with the sale or is read again later', async () => {
  const named = await submit(
    invoice('W1', { BUYER: { ...customer, NAME: '  Ｋedai  Ĳ \\ 陈记 ', TIN: 'C55566677780' } }),
  )
  const unnamed = await submit(invoice('W2', { BUYER: null, CONSOLIDATE: true }))
  const bought = await shop.api.submit('self_billed', 'invoice', document('self_billed', 'invoice', 'W3'))
  const database = new Database(join(shop.gateway.dataDir, 'resit.db'), { readonly: true })
  const kept = database.prepare<[string], { search_text: string; body: Buffer }>(
    'SELECT search_text, body FROM record JOIN event ON record_seq = record.seq WHERE sale_guid = ?',
  )
  for (const { body } of [named, unnamed, bought]) {
    const row = kept.get(body.SALE_GUID)
    const record = { saleGuid: body.SALE_GUID, saleCode: body.SALE_CODE, documentNumber: body.DOCUMENT_NUMBER }
    const later = searchTextOf(record, { body: unpacked(row?.body ?? Buffer.of())?.plain ?? Buffer.of() })
    expect(row?.search_text).toBe(later)
  }
  database.close()
})
