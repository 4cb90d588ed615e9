import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Family, Kind } from '../../shared/domain/record.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, document } from '../support/till.ts'

const shop = openShop({})

const submit = (family: Family, kind: Kind, more: Body) =>
  shop.api.submit(family, kind, document(family, kind, shop.saleCode(), more))
const refund = (ORIGINALS: readonly Body[], more: Body = {}) => submit('sale', 'refund_note', { ORIGINALS, ...more })

async function sold(more: Body = {}): Promise<WireRecord> {
  const { status, body } = await submit('sale', 'invoice', more)
  expect(status, JSON.stringify(body)).toBe(202)
  return shop.api.until(body, 'Valid')
}

describe('a number of a self-billed document', () => {
  const supplier = (more: Body) => ({ ...(document('self_billed', 'invoice', '')['SUPPLIER'] as Body), ...more })
  const issued = { DOCUMENT_NUMBER: 'INV-0001', ISSUED_AT: new Date(Date.now() - 3_600_000).toISOString() }
  const bill = (SUPPLIER: Body, kind: Kind = 'invoice', more: Body = {}) =>
    submit('self_billed', kind, { ...issued, SUPPLIER, ...more })

  test('belongs to its supplier, and the authority takes each for a document of its own', async () => {
    const suppliers = [
      supplier({ NAME: 'Alpha Sdn. Bhd.', TIN: 'C25845632020', ID_NUMBER: '201901234567' }),
      supplier({ NAME: 'Beta Ltd' }),
      supplier({ NAME: 'Gamma Ltd' }),
      supplier({ NAME: 'Gamma Ltd', ID_TYPE: 'PASSPORT', ID_NUMBER: 'A1234567' }),
    ]
    for (const each of suppliers) expect(await shop.api.until((await bill(each)).body, 'Valid')).toMatchObject(issued)
    for (const each of suppliers)
      expect(await bill(each)).toMatchObject({ status: 409, body: { code: 'document_number_reused' } })
    // A note by number refers to a bill of its own supplier.
    const ORIGINALS = [{ DOCUMENT_NUMBER: 'INV-0001', AUTHORITY_UUID: 'NA' }]
    const back = { ORIGINALS, DOCUMENT_NUMBER: null, LINES: [{ ...coffee, QUANTITY: 3 }] }
    const refused = await bill(supplier({ NAME: 'Beta Ltd' }), 'refund_note', back)
    expect(refused.body.errors).toMatchObject([{ code: 'refund_over_original' }])
    const elsewhere = await bill(supplier({ NAME: 'Delta Ltd' }), 'refund_note', back)
    expect(elsewhere.status).toBe(202)
  })
})

describe('an original that is named by its number', () => {
  test.each(['without its UUID', 'with its UUID', 'as one from before'])(
    '%s is the record of that number',
    async (how) => {
      const { DOCUMENT_NUMBER, SALE_GUID, AUTHORITY } = await sold()
      const uuids = { 'without its UUID': null, 'with its UUID': AUTHORITY?.UUID, 'as one from before': 'NA' }
      const named = { DOCUMENT_NUMBER, AUTHORITY_UUID: uuids[how as keyof typeof uuids] }
      const tooMuch = await refund([named], { LINES: [{ ...coffee, QUANTITY: 3 }] })
      expect(tooMuch.body.errors).toMatchObject([{ pointer: '/ORIGINALS', code: 'refund_over_original' }])
      const twice = await refund([named, { SALE_GUID }])
      expect(twice.body.errors).toMatchObject([{ code: 'original_repeated' }])
      const back = await shop.api.until((await refund([named])).body, 'Valid')
      expect(back.ERRORS).toEqual([])
      const { body } = await shop.api.get('/sale/invoice_checkstatus/by_guid', { sale_guid: SALE_GUID })
      expect(body.NEXT_ACTION).toMatchObject({ ACTION: 'issue_note' })
    },
  )

  test('is waited for, and must be known where nothing but the number is said', async () => {
    const receipt = await submit('sale', 'invoice', { BUYER: null, CONSOLIDATE: true })
    const { DOCUMENT_NUMBER } = receipt.body
    const waits = await refund([{ DOCUMENT_NUMBER }], { BUYER: null })
    expect([waits.status, waits.body.ATTENTION?.CODE]).toEqual([202, 'waits_for_original'])
    const unknown = await refund([{ DOCUMENT_NUMBER: 'NEVER-1' }])
    expect(unknown.body.errors).toMatchObject([{ pointer: '/ORIGINALS/0/DOCUMENT_NUMBER', code: 'original_unknown' }])
    const other = { DOCUMENT_NUMBER: (await sold()).DOCUMENT_NUMBER, AUTHORITY_UUID: 'F9D425P6DS7D8IU1234567890A' }
    expect((await refund([other], { LINES: [{ ...coffee, QUANTITY: 3 }] })).status).toBe(202)
  })
})
