import { describe, expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import { operate } from '../support/operator.ts'
import { addPerson, send, signIn } from '../support/people.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, companyGuid, customer, document, invoice } from '../support/till.ts'

const shop = openShop({})
const { saleCode: fresh, guid, submit } = shop

type Company = OperatorAnswer<'showCompany'>
const company = async () => (await operate<Company>(shop.gateway, 'GET', `/companies/${companyGuid}`)).body
const map = async (rows: readonly object[] | null) =>
  operate<WireProblem>(shop.gateway, 'POST', '/companies', { ...(await company()), CODE_MAPPING: rows })

const rows = [
  { LIST: 'unit', FROM: 'PCS', TO: 'H87' },
  { LIST: 'classification', FROM: '22', TO: '022' },
  { LIST: 'country', FROM: 'MY', TO: 'MYS' },
  { LIST: 'state', FROM: 'Selangor', TO: '10' },
  { LIST: 'payment_method', FROM: 'CASH', TO: '01' },
  { LIST: 'tax_type', FROM: 'SST', TO: '02' },
]

const address = { ...(customer['ADDRESS'] as object), COUNTRY_CODE: 'MY', STATE_CODE: 'Selangor' }
const cup: Body = {
  ...coffee,
  UNIT_CODE: 'PCS',
  CLASSIFICATION_CODES: ['22'],
  TAXES: [{ TAX_TYPE: 'SST', RATE: 6 }],
}
const own = { PAYMENT_METHOD: 'CASH', LINES: [cup], BUYER: { ...customer, ADDRESS: address } }
const ownSale = (more: Body = {}) => invoice(fresh(), { SALE_GUID: guid(), ...own, ...more })
const officialTexts = ['"unitCode":"H87"', '"_":"022","listID":"CLASS"', '"_":"MYS"', '"_":"02"']

const sentText = (uuid: string | undefined) => shop.gateway.gateway.practice?.ledger.textOf(uuid ?? '') ?? ''

describe('a company maps the codes of its tills to official ones (contract 5)', () => {
  test('without a mapping, and for another list, an unknown code is refused', async () => {
    expect((await submit(ownSale())).body.errors?.map(({ code }) => code)).toContain('unknown_code')
    await map([{ LIST: 'classification', FROM: 'PCS', TO: '022' }])
    const { status, body } = await submit(invoice(fresh(), { LINES: [{ ...coffee, UNIT_CODE: 'PCS' }] }))
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/LINES/0/UNIT_CODE']])
  })

  test('the authority gets the official codes, the record says what was sent, and the stored body stays', async () => {
    expect((await map(rows)).status).toBe(200)
    const sale = ownSale()
    const sent = await submit(sale)
    expect(sent).toMatchObject({ status: 202, body: { TOTAL_PAYABLE: '7.42' } })
    expect(sent.body.SENT_AS?.toSorted((one, other) => one.LIST.localeCompare(other.LIST))).toEqual([
      { LIST: 'classification', CODE: '022', SENT: '22' },
      { LIST: 'country', CODE: 'MYS', SENT: 'MY' },
      { LIST: 'payment_method', CODE: '01', SENT: 'CASH' },
      { LIST: 'state', CODE: '10', SENT: 'Selangor' },
      { LIST: 'tax_type', CODE: '02', SENT: 'SST' },
      { LIST: 'unit', CODE: 'H87', SENT: 'PCS' },
    ])
    const valid = await shop.api.until(sent.body, 'Valid')
    for (const text of officialTexts) expect(sentText(valid.AUTHORITY?.UUID)).toContain(text)
    const { records } = shop.gateway.gateway.store
    const stored = await records.byGuid(sent.body.SALE_GUID)
    const kept = JSON.parse(Buffer.from((await records.body(stored?.seq ?? 0, 1)) ?? []).toString()) as unknown
    expect(kept).toEqual(sale)
    const again = await submit(sale)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    const detail = await operate<OperatorAnswer<'showRecord'>>(shop.gateway, 'GET', `/records/${sent.body.SALE_GUID}`)
    expect(detail.body.sale?.LINES[0]).toMatchObject({ UNIT_CODE: 'H87', CLASSIFICATION_CODES: ['022'] })
    expect(detail.body.sale?.BUYER?.ADDRESS).toMatchObject({ STATE_CODE: '10', COUNTRY_CODE: 'MYS' })
  })

  test('a sale that waits goes as it was mapped, also if the table changes before it is sent', async () => {
    await map(rows)
    let sent: Awaited<ReturnType<typeof submit>> | undefined
    await shop.held(async () => {
      sent = await submit(ownSale())
      await map([{ LIST: 'unit', FROM: 'PCS', TO: 'XBX' }])
    })
    if (!sent) throw new Error('nothing was submitted')
    const valid = await shop.api.until(sent.body, 'Valid')
    expect(sentText(valid.AUTHORITY?.UUID)).toContain('"unitCode":"H87"')
    expect(valid.SENT_AS).toHaveLength(6)
    // The same body is still the same sale.
    expect((await submit(invoice(fresh(), { LINES: [{ ...coffee, UNIT_CODE: 'PCS' }] }))).body.SENT_AS).toEqual([
      { LIST: 'unit', CODE: 'XBX', SENT: 'PCS' },
    ])
  })

  test('a refused sale is corrected with official codes, and a note on it is compared with what it came to', async () => {
    await map(rows)
    const refused = await submit(ownSale({ BUYER: { ...customer, ADDRESS: address, TIN: 'C99999999990' } }))
    await shop.api.until(refused.body, 'Invalid')
    const { body: correction } = await operate<OperatorAnswer<'correction'>>(
      shop.gateway,
      'GET',
      `/records/${refused.body.SALE_GUID}/correction`,
    )
    expect(correction.body).toMatchObject({ PAYMENT_METHOD: '01', LINES: [{ UNIT_CODE: 'H87' }] })
    const corrected = await submit({ ...correction.body, BUYER: customer })
    expect([corrected.status, corrected.body.REVISION, corrected.body.SENT_AS]).toEqual([202, 2, undefined])
    const valid = await shop.api.until((await submit(ownSale())).body, 'Valid')
    const ORIGINALS = [{ SALE_GUID: valid.SALE_GUID }]
    const note = (QUANTITY: number) =>
      shop.api.submit(
        'sale',
        'refund_note',
        document('sale', 'refund_note', fresh(), { ...own, ORIGINALS, LINES: [{ ...cup, QUANTITY }] }),
      )
    expect((await note(3)).body.errors?.map(({ code }) => code)).toEqual(['refund_over_original'])
    expect((await note(2)).status).toBe(202)
  })

  test('a receipt that becomes an e-invoice keeps its official codes', async () => {
    await map(rows)
    const receipt = await submit(ownSale({ BUYER: null, CONSOLIDATE: true }))
    expect(receipt.status).toBe(202)
    await map([])
    const converted = await operate<{ record: { SENT_AS?: unknown[] } }>(
      shop.gateway,
      'POST',
      `/records/${receipt.body.SALE_GUID}/conversion`,
      { BUYER: customer },
    )
    expect(converted.status).toBe(200)
    const valid = await shop.api.until(receipt.body, 'Valid')
    expect(sentText(valid.AUTHORITY?.UUID)).toContain('"unitCode":"H87"')
    expect(valid.SENT_AS?.map(({ SENT }) => SENT)).toContain('CASH')
  })

  test('a shift counts the official way of paying', async () => {
    await map(rows)
    expect((await submit(ownSale({ TERMINAL_NAME: 'T9' }))).status).toBe(202)
    const bearer = await signIn(shop.gateway, await addPerson(shop.gateway, 'Siti', 'cashier'))
    const till = { company: 'DEMO', outlet: 'KLCC', terminal: 'T9', shift: 'A' }
    const { body } = await send(shop.gateway, 'POST', '/operator/v1/tills/shifts', { bearer, body: till })
    const shift = await operate<OperatorAnswer<'showShift'>>(shop.gateway, 'GET', `/tills/shifts/${String(body['id'])}`)
    expect(shift.body.report.by_payment.map(({ METHOD }) => METHOD)).toEqual(['01'])
  })

  test('a check without keeping maps, too, and a body with other faults names only codes that no one maps', async () => {
    await map(rows)
    const checked = await shop.api.post('/sale/invoice_submission', ownSale(), { prefer: 'handling=check-only' })
    expect(checked.status).toBe(200)
    const wrong = await submit(
      ownSale({
        LINES: [
          { ...cup, UNIT_PRICE: 'x' },
          { ...cup, UNIT_CODE: 'CRATE' },
        ],
      }),
    )
    expect(wrong.body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/LINES/0/UNIT_PRICE not_an_amount',
      '/LINES/1/UNIT_CODE unknown_code',
    ])
  })
})

describe('the table of a company', () => {
  test('takes official codes only, and no row for a code that means itself', async () => {
    const { status, body } = await map([
      { LIST: 'unit', FROM: 'PCS', TO: 'NO' },
      { LIST: 'state', FROM: 'Perak', TO: '00' },
      { LIST: 'unit', FROM: 'C62', TO: 'H87' },
      { LIST: 'unit', FROM: 'PCS', TO: 'H87' },
      { LIST: 'planet', FROM: 'Mars', TO: 'MYS' },
    ])
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ pointer: '/CODE_MAPPING/4/LIST' }])
    const told = await map([
      { LIST: 'unit', FROM: 'PCS', TO: 'NO' },
      { LIST: 'state', FROM: 'Perak', TO: '00' },
      { LIST: 'unit', FROM: 'C62', TO: 'H87' },
      { LIST: 'unit', FROM: 'PCS', TO: 'H87' },
    ])
    expect(told.body.errors).toMatchObject([
      { pointer: '/CODE_MAPPING/0/TO', code: 'unknown_code' },
      { pointer: '/CODE_MAPPING/1/TO', code: 'obsolete_code' },
      { pointer: '/CODE_MAPPING/2/FROM', code: 'official_code' },
      { pointer: '/CODE_MAPPING/3/FROM', code: 'mapped_twice' },
    ])
  })

  test('stays if a company is saved without it, and goes with an empty one', async () => {
    await map(rows)
    const { CODE_MAPPING: _, ...others } = await company()
    expect((await operate(shop.gateway, 'POST', '/companies', others)).status).toBe(200)
    expect((await company()).CODE_MAPPING).toEqual(rows)
    await map([])
    expect((await company()).CODE_MAPPING).toEqual([])
  })
})
