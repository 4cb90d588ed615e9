import { describe, expect, test } from 'vitest'
import { recordDetailSchema } from '../../shared/api/operator/record-detail.ts'
import { recordCountsSchema, recordListSchema } from '../../shared/api/operator/record-list.ts'
import { listQuery } from '../support/list-query.ts'
import { addPerson, send, signIn } from '../support/people.ts'
import { eventOf } from '../support/records.ts'
import { openShop } from '../support/shop.ts'
import { happen } from '../support/stores.ts'
import { coffee, customer, document, invoice } from '../support/till.ts'

const shop = openShop({ RESIT_DISPATCH: 'off' })
const { submit } = shop

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(shop.gateway, 'GET', `/operator/v1/records${path}`, { bearer: shop.gateway.gateway.controlToken, headers })
const list = async (query = '', text?: string) => {
  const answer = await ask(query, text === undefined ? {} : { search_text: encodeURIComponent(text) })
  const { items, next } = recordListSchema.parse(answer.body)
  return { items, next, codes: items.map(({ record }) => record.SALE_CODE) }
}

describe('the list for screens', () => {
  test('has the newest first, page by page, with what acting on a record takes', async () => {
    for (const saleCode of ['L1', 'L2', 'L3']) await submit(invoice(saleCode))
    const first = await list('?page_size=2')
    expect(first.codes).toEqual(['L3', 'L2'])
    expect(first.items[0]).toMatchObject({ version: 1, party_name: customer['NAME'], record: { STATUS: 'Pending' } })
    const second = await list(`?page_size=2&before=${first.next}`)
    expect(second).toMatchObject({ codes: ['L1'], next: null })
  })

  test('is searched by item, in the counts too, and is filtered by who made it at a screen', async () => {
    const line = { ...coffee, DESCRIPTION: 'Teh Tarik Special' }
    await submit(invoice('I1', { LINES: [coffee, line] }))
    const sold = await submit(invoice('I2', { LINES: [line], OUTLET_NAME: 'Kedai Teh' }))
    expect((await list('', 'teh tarik')).codes).toEqual(['I2', 'I1'])
    expect((await list('?status=Valid', 'teh tarik')).codes).toEqual([])
    expect((await list(`?outlet=${encodeURIComponent('Kedai Teh')}`, 'TARIK')).codes).toEqual(['I2'])
    expect((await list('', 'teh ais')).codes).toEqual([])
    const counts = await send(shop.gateway, 'GET', '/operator/v1/record_counts', {
      bearer: shop.gateway.gateway.controlToken,
      headers: { search_text: 'tarik special' },
    })
    expect(recordCountsSchema.parse(counts.body)).toMatchObject({ all: 2, Pending: 2, Valid: 0 })
    const siti = await addPerson(shop.gateway, 'Siti', 'cashier')
    const bearer = await signIn(shop.gateway, siti)
    await send(shop.gateway, 'POST', '/v1/sale/invoice_submission', { bearer, body: invoice('I3', { LINES: [line] }) })
    expect((await list(`?person=${siti.id}`)).codes).toEqual(['I3'])
    expect((await list(`?person=${siti.id}`, 'teh')).codes).toEqual(['I3'])
    expect((await list(`?person=${sold.body.SALE_GUID}`)).codes).toEqual([])
  })

  test('is filtered by place and status', async () => {
    await submit(invoice('F1', { OUTLET_NAME: 'Kedai Bangsar & Co', TERMINAL_NAME: 'T9', SHIFT_CODE: 'Z' }))
    const voided = (await submit(invoice('F2'))).body
    await shop.voidIt(voided)
    const outlet = encodeURIComponent('Kedai Bangsar & Co')
    expect((await list(`?company=DEMO&outlet=${outlet}&terminal=T9&shift=Z`)).codes).toEqual(['F1'])
    expect((await list('?status=Voided')).codes).toEqual(['F2'])
    expect((await list('?status=Voided,Pending')).codes).toContain('F1')
    expect((await list(`?status=Voided&outlet=${outlet}`)).codes).toEqual([])
  })

  test('is searched by what stands on a receipt, and by who bought, without writing it into an address', async () => {
    const name = 'Pasar Raya Çahaya 陈记'
    const { body } = await submit(invoice('N-42', { BUYER: { ...customer, NAME: name, TIN: 'C11122233344' } }))
    const guid = body.SALE_GUID
    for (const text of [
      'n-42',
      name,
      'çahaya raya',
      'C111222',
      guid,
      guid.slice(0, 18),
      guid.slice(-8),
      body.DOCUMENT_NUMBER,
    ])
      expect([text, (await list('', text)).codes]).toEqual([text, ['N-42']])
    // A few characters mean a sale code, because they occur in many GUIDs by chance.
    for (const piece of [guid.slice(0, 7), guid.slice(-7)]) expect((await list('', piece)).codes).toEqual([])
    expect((await list('', '100% sure')).codes).toEqual([])
  })

  test('is searched by the amount as people write it, and filtered by amount and by day', async () => {
    const line = { ...coffee, QUANTITY: 1, UNIT_PRICE: '1164.15', TAXES: [{ TAX_TYPE: '02', RATE: 6 }] }
    const { body } = await submit(invoice('A-1', { LINES: [line] }))
    expect(body.TOTAL_PAYABLE).toBe('1234.00')
    for (const text of ['1234.00', '1234', '1,234.00', '1234,00', 'RM1234', 'rm 1,234', 'A-1 1234.0'])
      expect([text, (await list('', text)).codes]).toEqual([text, ['A-1']])
    for (const text of ['1234.01', '12.34']) expect([text, (await list('', text)).codes]).toEqual([text, []])
    expect((await list('?least=1000&most=1234')).codes).toEqual(['A-1'])
    expect((await list('?most=1233.99')).codes).not.toContain('A-1')
    const [{ day } = { day: '' }] = (await list('', 'A-1')).items
    expect((await list(`?from=${day}&to=${day}&least=1000`)).codes).toEqual(['A-1'])
    expect((await list('?to=2001-01-01')).codes).toEqual([])
  })

  test('tells how many there are of each kind, and what waits for the internet apart from what waits to be consolidated', async () => {
    const at = { OUTLET_NAME: 'Counted' }
    await submit(invoice('K1', at))
    await submit(invoice('K2', { ...at, BUYER: null, CONSOLIDATE: true }))
    await submit(invoice('K3', { ...at, BUYER: null, CONSOLIDATE: true }))
    await shop.voidIt((await submit(invoice('K4', at))).body)
    const { body } = await send(shop.gateway, 'GET', '/operator/v1/record_counts?outlet=Counted', {
      bearer: shop.gateway.gateway.controlToken,
    })
    expect(recordCountsSchema.parse(body)).toEqual({
      all: 4,
      attention: 0,
      needs_person: 0,
      under_way: 1,
      unsent: 1,
      unconsolidated: 2,
      in_doubt: 0,
      consolidated: 0,
      Pending: 3,
      InProgress: 0,
      Valid: 0,
      Invalid: 0,
      Cancelled: 0,
      Voided: 1,
    })
    for (const [filter, codes] of [
      ['concern=unsent', ['K1']],
      ['concern=unconsolidated', ['K3', 'K2']],
    ] as const)
      expect((await list(`?outlet=Counted&${filter}`)).codes).toEqual(codes)
  })

  test('has what somebody has to look after, of a shift that can be picked', async () => {
    const SHIFT_CODE = 'End 1'
    await submit(invoice('C1', { SHIFT_CODE }))
    await shop.voidIt((await submit(invoice('C2', { SHIFT_CODE }))).body)
    const shift = encodeURIComponent(SHIFT_CODE)
    expect((await list(`?shift=${shift}&concern=unsent,refused`)).codes).toEqual(['C1'])
    expect((await list(`?shift=${shift}&concern=attention,window_closing`)).codes).toEqual([])
  })

  test.each([
    ['?status=Lost', 'bad_query'],
    ['?concern=colour', 'bad_query'],
    ['?page_size=101', 'bad_query'],
    ['?page_size=0', 'bad_query'],
    ['?before=x', 'bad_query'],
    ['?colour=red', 'bad_query'],
    ['?company=NOBODY', 'company_not_found'],
  ])('%s is %s', async (query, code) => {
    expect((await ask(query)).body.code).toBe(code)
  })

  test('answers in a moment however much is kept', async () => {
    // The speed of the index is measured by the benchmarks. This only checks that the list uses it.
    const { store } = shop.gateway.gateway
    expect(await store.records.list(listQuery({ outletName: 'x', text: 'y' }))).toEqual([])
  })
})

describe('one record', () => {
  test('is shown whole: what was sold, what happened, and what can be done', async () => {
    const saleCode = 'D1'
    const person = { ...customer, ID_TYPE: 'NRIC', ID_NUMBER: '900101145678' }
    const { body } = await submit(invoice(saleCode, { BUYER: person }))
    const answer = await ask(`/${body.SALE_GUID}`)
    const shown = recordDetailSchema.parse(answer.body)
    expect(shown).toMatchObject({ version: 1, acts: [], record: body, attempts: [] })
    expect(shown.sale).toMatchObject({
      BUYER: { NAME: customer['NAME'], ID_NUMBER: '…5678' },
      SUPPLIER: null,
      LINES: [{ QUANTITY: '2', UNIT_PRICE: '3.5', SUBTOTAL: '7.00', TAXES: [{ TAX_TYPE: '02', AMOUNT: '0.42' }] }],
      TOTALS: { TOTAL_EXCLUDING_TAX: '7.00', TOTAL_TAX: '0.42', TOTAL_PAYABLE: '7.42' },
    })
    expect(shown.events).toMatchObject([{ version: 1, type: 'received', by: 'token:Till 1' }])
    expect(answer.body).toEqual(shown)
  })

  test('of the other family shows its supplier', async () => {
    const { body } = await shop.api.submit('self_billed', 'credit_note', document('self_billed', 'credit_note', 'D2'))
    const { sale } = recordDetailSchema.parse((await ask(`/${body.SALE_GUID}`)).body)
    expect(sale).toMatchObject({ BUYER: null, SUPPLIER: { NAME: 'Studio Overseas Ltd.' } })
  })

  test('whose cancellation nobody knows the outcome of says when that is asked again (QR9)', async () => {
    const { body } = await submit(invoice('D3'))
    const { store } = shop.gateway.gateway
    const stored = await store.records.byGuid(body.SALE_GUID)
    if (!stored) throw new Error('it was kept')
    const { claimed, taken, validated, cancel_requested, cancel_asked, cancel_outcome_unknown } = eventOf
    await happen(store, stored, claimed, taken, validated, cancel_requested, cancel_asked, cancel_outcome_unknown)
    const dueAt = Date.parse('2031-05-06T07:08:09.000Z')
    await store.schedule.postpone('cancel', [stored.seq], dueAt)
    const { record, next_work_at } = recordDetailSchema.parse((await ask(`/${body.SALE_GUID}`)).body)
    expect(record.CANCELLATION).toMatchObject({ STATE: 'Unknown' })
    expect(next_work_at).toBe(new Date(dueAt).toISOString())
  })

  test('that nobody kept is not found', async () => {
    expect((await ask('/7d3f1c52-8a0b-4c1e-9d27-5b6a40e1f9c3')).body.code).toBe('record_not_found')
    expect((await ask('/nothing')).body.code).toBe('record_not_found')
  })
})
