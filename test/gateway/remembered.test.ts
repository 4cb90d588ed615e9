import { expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { addPerson, send, signIn } from '../support/people.ts'
import { openShop } from '../support/shop.ts'
import { coffee, customer, invoice } from '../support/till.ts'

const shop = openShop({})

/** A person that MyInvois knows: a buyer of a refused sale would not be remembered. */
const person = {
  ...customer,
  NAME: 'Tan Mei Ling',
  TIN: 'IG10203040506',
  ID_TYPE: 'NRIC',
  ID_NUMBER: '770625015324',
  PHONE: '0123456789',
}

async function asked() {
  const bearer = await signIn(shop.gateway, await addPerson(shop.gateway, 'Siti', 'cashier'))
  const buyers = async (text: string) => {
    const headers = { search_text: text }
    const { body } = await send(shop.gateway, 'GET', '/operator/v1/buyers', { bearer, headers })
    return (body as unknown as OperatorAnswer<'findBuyers'>).items
  }
  const items = async () =>
    ((await send(shop.gateway, 'GET', '/operator/v1/items', { bearer })).body as unknown as OperatorAnswer<'soldItems'>)
      .items
  return { buyers, items }
}

test('a buyer of an earlier sale is found by name, TIN, telephone and number, as they were told last; an item by what it was', async () => {
  const { api } = shop
  await api.submit('sale', 'invoice', invoice('B-1'))
  await api.submit('sale', 'invoice', invoice('B-2', { BUYER: { ...customer, PHONE: '+60300000000' } }))
  const priced = { ...coffee, UNIT_PRICE: '4.20', UNIT_CODE: 'XCU' }
  await api.submit('sale', 'invoice', invoice('B-3', { BUYER: person, LINES: [priced] }))
  const receipt = {
    BUYER: null,
    CONSOLIDATE: true,
    LINES: [{ ...coffee, DESCRIPTION: 'Teh C', TAXES: [{ TAX_TYPE: '06' }] }],
  }
  await api.submit('sale', 'invoice', invoice('B-4', receipt))
  const { buyers, items } = await asked()

  for (const text of ['pelanggan', 'c25845632020', '03-0000 0000', '201901234567', 'sdn syarikat'])
    expect(await buyers(text), text).toMatchObject([{ NAME: customer['NAME'], PHONE: '+60300000000' }])
  // A person who makes a document sees the whole number.
  for (const text of ['mei', '012-345 6789', '770625-01-5324'])
    expect(await buyers(text), text).toMatchObject([{ NAME: 'Tan Mei Ling', ID_NUMBER: '770625015324' }])
  // A till's token does not get numbers of people.
  const byToken = await send(shop.gateway, 'GET', '/operator/v1/buyers', { bearer: shop.gateway.gateway.controlToken })
  expect([byToken.status, byToken.body['code']]).toEqual([403, 'insufficient_scope'])
  // A sale code finds no buyer.
  expect(await buyers('B-1')).toEqual([])
  expect(await items()).toEqual([
    {
      DESCRIPTION: 'Teh C',
      CLASSIFICATION_CODES: ['022'],
      UNIT_CODE: 'C62',
      UNIT_PRICE: '3.5',
      PRICES_INCLUDE_TAX: false,
      TAXES: [{ TAX_TYPE: '06', RATE: '', EXEMPTION_REASON: '' }],
    },
    expect.objectContaining({ DESCRIPTION: 'Kopi O', UNIT_PRICE: '4.2', UNIT_CODE: 'XCU' }),
  ])
  // A branch with the same TIN and number has its own name; another spelling is no other buyer.
  await api.submit('sale', 'invoice', invoice('B-5', { BUYER: { ...customer, NAME: 'Kedai Cawangan' } }))
  await api.submit('sale', 'invoice', invoice('B-6', { BUYER: { ...customer, NAME: 'KEDAI CAWANGAN.' } }))
  const [branch, main, ...more] = await buyers('c25845632020')
  expect([branch?.NAME, main?.NAME, more]).toEqual(['KEDAI CAWANGAN.', customer['NAME'], []])
  // What was cancelled was a mistake: its price is not learned.
  const wrong = invoice('B-7', { LINES: [{ ...coffee, UNIT_PRICE: '420' }] })
  const { SALE_GUID } = await api.until((await api.submit('sale', 'invoice', wrong)).body, 'Valid')
  await api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong amount' })
  await expect.poll(async () => (await items()).map(({ UNIT_PRICE }) => UNIT_PRICE)).not.toContain('420')
})

test('an owner corrects a buyer, exports it, and deletes it for good: sales before that bring it back no more', async () => {
  const { api, gateway } = shop
  const owner = await addPerson(gateway, 'Aminah', 'owner')
  const bearer = await signIn(gateway, owner)
  const withPin = { 'x-owner-pin': owner.pin }
  const wrong = { ...person, NAME: 'Tan Mai Ling', TIN: 'IG20304050607', ID_NUMBER: '880101145566' }
  await api.submit('sale', 'invoice', invoice('F-1', { BUYER: wrong }))
  const find = async (text: string) =>
    (await send(gateway, 'GET', '/operator/v1/buyers', { bearer, headers: { search_text: text } })).body['items']
  const ask = (path: string, body: object, headers: Readonly<Record<string, string>> = withPin) =>
    send(gateway, 'POST', `/operator/v1/buyers/${path}`, { bearer, body, headers })
  const numbers = ({ TIN, ID_TYPE, ID_NUMBER }: typeof wrong) => ({ TIN, ID_TYPE, ID_NUMBER })
  const right = { ...wrong, NAME: 'Tan Mei Leng', TIN: 'IG10203040508' }

  expect((await ask('change', { BUYERS: [numbers(wrong)], NOW: right }, {})).status).toBe(403)
  expect((await ask('change', { BUYERS: [numbers(wrong)], NOW: right })).status).toBe(200)
  for (const text of ['leng', 'IG10203040508', '880101-14-5566'])
    expect(await find(text), text).toMatchObject([{ NAME: 'Tan Mei Leng', TIN: 'IG10203040508' }])
  expect(await find('mai')).toEqual([])
  // The outlet of the buyer is not known, so people of one outlet do not see the correction.
  const ravi = await addPerson(gateway, 'Ravi', 'cashier')
  const outlets = [{ company: 'DEMO', outlet: 'Elsewhere' }]
  const limit = { bearer: gateway.gateway.controlToken, body: { outlets } }
  expect((await send(gateway, 'POST', `/operator/v1/people/${ravi.id}/outlets`, limit)).status).toBe(200)
  const limited = await signIn(gateway, ravi)
  const seen = await send(gateway, 'GET', '/operator/v1/buyers', { bearer: limited, headers: { search_text: 'leng' } })
  expect(seen.body['items']).toEqual([])

  const told = await ask('export', { BUYERS: [numbers(right)] })
  expect(told.body).toMatchObject({ items: [{ NAME: 'Tan Mei Leng', PHONE: person.PHONE }] })
  expect((await ask('export', { BUYERS: [numbers(right)] }, {})).status).toBe(403)

  expect((await ask('change', { BUYERS: [numbers(right)], NOW: null }, {})).status).toBe(403)
  expect((await ask('change', { BUYERS: [numbers(right)], NOW: null })).status).toBe(200)
  for (const text of ['leng', 'mai', 'IG20304050607', '880101145566']) expect(await find(text), text).toEqual([])
  expect((await ask('export', { BUYERS: [numbers(right)] })).body['items']).toEqual([])

  const acts = (await gateway.gateway.store.acts.list(0, 1000)).filter(({ type }) => type.startsWith('buyer_'))
  expect(acts.map(({ type, by }) => [type, by])).toEqual([
    ['buyer_corrected', 'person:Aminah'],
    ['buyer_exported', 'person:Aminah'],
    ['buyer_deleted', 'person:Aminah'],
    ['buyer_exported', 'person:Aminah'],
  ])
  expect(JSON.stringify([acts, await gateway.gateway.store.buyers.changes()])).not.toMatch(
    /IG102|IG203|8801|Tan|0123456789/,
  )

  // Many buyers share a general TIN. Only the one that was asked for is exported.
  const general = { ...person, TIN: 'EI00000000010' }
  for (let n = 0; n < 10; n += 1)
    await api.submit('sale', 'invoice', invoice(`G-${n}`, { BUYER: { ...general, ID_NUMBER: `88010114550${n}` } }))
  const first = { TIN: general.TIN, ID_TYPE: 'NRIC', ID_NUMBER: '880101145500' }
  expect((await ask('export', { BUYERS: [first] })).body['items']).toMatchObject([{ ID_NUMBER: '880101145500' }])

  // Several at once, as an owner chose them. More than a cashier is shown.
  const several = [0, 1, 2].map((n) => ({ ...first, ID_NUMBER: `88010114550${n}` }))
  expect((await ask('export', { BUYERS: several })).body['items']).toHaveLength(3)
  expect(await find('EI00000000010')).toHaveLength(10)
  expect((await ask('change', { BUYERS: several, NOW: null })).status).toBe(200)
  expect(await find('EI00000000010')).toHaveLength(7)
  expect((await ask('export', { BUYERS: [] })).status).toBe(422)

  // A later sale is remembered again.
  await api.submit('sale', 'invoice', invoice('F-2', { BUYER: wrong }))
  expect(await find('mai')).toMatchObject([{ NAME: 'Tan Mai Ling' }])
})
