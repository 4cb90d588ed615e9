import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, faultsOf, pins, send, signIn } from '../support/people.ts'
import { type Body, coffee, customer, document, invoice } from '../support/till.ts'

let shop: TestGateway
let till: Api
let cashier: string
let cashierId: string
let supervisor: string
let count = 0

beforeAll(async () => {
  shop = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  till = apiOf(shop, await shop.token())
  supervisor = await signIn(shop, await addPerson(shop, 'Aminah', 'supervisor'))
  const siti = await addPerson(shop, 'Siti', 'cashier')
  cashierId = siti.id
  cashier = await signIn(shop, siti)
  await addPerson(shop, 'Ravi', 'cashier')
})
afterAll(() => shop.close())

const newGuid = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`
const withoutPaper = { ORIGINALS: [{ DOCUMENT_NUMBER: 'OLD-1', AUTHORITY_UUID: 'NA' }] }
const refundOf = (more: Body) => {
  const SALE_GUID = newGuid()
  return document('sale', 'refund_note', `R${count}`, { SALE_GUID, BUYER: customer, ...more })
}
const sendNote = (body: Body, bearer: string, approval?: string, headers: Readonly<Record<string, string>> = {}) =>
  send(shop, 'POST', '/v1/sale/refund_note_submission', {
    bearer,
    headers: { ...headers, ...(approval !== undefined && { 'x-approval': approval }) },
    body,
  })
const ask = ({ SALE_GUID }: Body, more: object = {}, bearer = cashier) =>
  send(shop, 'POST', '/operator/v1/approvals/refund', {
    bearer,
    body: {
      SALE_GUID,
      TOTAL_PAYABLE: '7.42',
      CURRENCY_CODE: 'MYR',
      supervisor: 'Aminah',
      pin: pins.Aminah,
      ...more,
    },
  })
const approvalOf = async (body: Body, more: object = {}) => String((await ask(body, more)).body['approval'])
const codeOf = ({ status, body }: Awaited<ReturnType<typeof sendNote>>) => [status, body.code, body.detail]
const needsSupervisor = [403, 'insufficient_scope', expect.stringContaining('A supervisor has to allow this refund')]

test('a refund without its sale goes with the word of a supervisor, once, and the journal names both', async () => {
  const note = refundOf(withoutPaper)
  expect(codeOf(await sendNote(note, cashier))).toEqual(needsSupervisor)
  const approval = await approvalOf(note)
  expect((await sendNote(note, cashier, approval)).status).toBe(202)
  // The same note again, as after a lost answer: it needs no supervisor and makes no second refund.
  const again = await sendNote(note, cashier)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(codeOf(await sendNote(refundOf(withoutPaper), cashier, approval))).toEqual(needsSupervisor)
  const stored = await shop.gateway.store.records.byGuid(String(note['SALE_GUID']))
  const [received] = await shop.gateway.store.records.events(stored?.seq ?? 0)
  expect(received?.by).toBe('person:Aminah for person:Siti')
  // The list by person has the note for Siti, and nothing for other or unknown people.
  const ravi = await send(shop, 'POST', '/operator/v1/people', { ...owner(), body: { name: 'Sit', role: 'cashier' } })
  for (const [id, made] of [
    [cashierId, 1],
    [String(ravi.body['id']), 0],
    [newGuid(), 0],
  ] as const) {
    const list = await send(shop, 'GET', `/operator/v1/records?person=${id}`, owner())
    expect(list.body['items'], id).toHaveLength(made)
  }
  const acts = await shop.gateway.store.acts.list(0, 1000)
  expect(acts.findLast(({ type }) => type === 'approved')).toMatchObject({
    by: 'person:Aminah',
    facts: { act: 'refund', saleGuids: [note['SALE_GUID']], amount: 'MYR 7.42', for: 'person:Siti' },
  })
})

test('a refund that is only checked leaves its approval', async () => {
  const note = refundOf(withoutPaper)
  const approval = await approvalOf(note)
  const checkOnly = { prefer: 'handling=check-only' }
  expect(codeOf(await sendNote(note, cashier, undefined, checkOnly))).toEqual(needsSupervisor)
  for (const _ of [1, 2]) {
    const checked = await sendNote(note, cashier, approval, checkOnly)
    expect([checked.status, checked.body['CHECK_ONLY']]).toEqual([200, true])
  }
  expect((await sendNote(note, cashier, approval)).status).toBe(202)
  expect(codeOf(await sendNote(refundOf(withoutPaper), cashier, approval))).toEqual(needsSupervisor)
})

test('an approval is for its own note, its amount and its money', async () => {
  const note = refundOf(withoutPaper)
  for (const approval of [
    await approvalOf(refundOf(withoutPaper)),
    await approvalOf(note, { TOTAL_PAYABLE: '7.41' }),
    await approvalOf(note, { CURRENCY_CODE: 'USD' }),
  ])
    expect(codeOf(await sendNote(note, cashier, approval))).toEqual(needsSupervisor)
  expect((await sendNote(note, cashier, await approvalOf(note, { TOTAL_PAYABLE: '8.00' }))).status).toBe(202)
})

test('an approval of a refund is told of that refund alone', async () => {
  const sale = invoice('not approved', { SALE_GUID: newGuid() })
  const headers = { 'x-approval': await approvalOf(refundOf(withoutPaper)) }
  const sent = await send(shop, 'POST', '/v1/sale/invoice_submission', { bearer: cashier, headers, body: sale })
  expect(sent.status).toBe(202)
  const stored = await shop.gateway.store.records.byGuid(String(sale['SALE_GUID']))
  const [received] = await shop.gateway.store.records.events(stored?.seq ?? 0)
  expect(received?.by).toBe('person:Siti')
})

test('a cashier allows no refund, and a wrong PIN neither', async () => {
  const note = refundOf(withoutPaper)
  expect(faultsOf(await ask(note, { supervisor: 'Ravi', pin: pins.Ravi }))).toEqual(['/supervisor may_not_approve'])
  expect((await ask(note, { pin: '000001' })).status).toBe(422)
  expect((await ask(note, {}, await shop.token())).status).toBe(403)
})

test('neither a supervisor nor a till asks for an approval', async () => {
  expect((await sendNote(refundOf(withoutPaper), supervisor)).status).toBe(202)
  expect((await sendNote(refundOf(withoutPaper), await shop.token())).status).toBe(202)
  // If a till sends the header of the screens, its answer stays the same.
  expect((await sendNote(refundOf(withoutPaper), await shop.token(), 'rsp_unknown')).status).toBe(202)
})

test('an owner sets the limits, which are 0 until then, and refunds of one sale count together', async () => {
  const sale = await till.submit('sale', 'invoice', invoice('refunded'))
  const [{ COMPANY_GUID }] = (await companies())['items'] as [{ COMPANY_GUID: string }]
  const ofKept = () => refundOf({ ORIGINALS: [{ SALE_GUID: sale.body.SALE_GUID }] })
  expect(codeOf(await sendNote(ofKept(), cashier))).toEqual(needsSupervisor)
  const set = async (limits: Body) => {
    const { body: known } = await send(shop, 'GET', `/operator/v1/companies/${COMPANY_GUID}`, owner())
    const saved = await send(shop, 'POST', '/operator/v1/companies', { ...owner(), body: { ...known, ...limits } })
    expect(saved.status).toBe(200)
  }
  await set({ REFUND_LIMIT: '7.41', REFUND_LIMIT_WITHOUT_SALE: '7.42' })
  const other = await till.submit('sale', 'invoice', invoice('refunded too'))
  const note = refundOf({ ORIGINALS: [{ SALE_GUID: other.body.SALE_GUID }] })
  expect(codeOf(await sendNote(note, cashier))).toEqual(needsSupervisor)
  expect((await sendNote(refundOf(withoutPaper), cashier)).status).toBe(202)
  // The maker of a note chooses its exchange rate, so in another currency every refund is over the limit.
  await set({ REFUND_LIMIT: '1000', REFUND_LIMIT_WITHOUT_SALE: '1000' })
  const foreign = refundOf({ ...withoutPaper, CURRENCY_CODE: 'USD', EXCHANGE_RATE: '0.1' })
  expect(codeOf(await sendNote(foreign, cashier))).toEqual(needsSupervisor)
  // Two notes of 3.71 on the same sale are above 7.41, one note of another sale is not; and a voided note gave nothing back.
  await set({ REFUND_LIMIT: '7.41', REFUND_LIMIT_WITHOUT_SALE: null })
  expect(codeOf(await sendNote(refundOf(withoutPaper), cashier))).toEqual(needsSupervisor)
  const half = (): Body => ({ ...ofKept(), LINES: [{ ...coffee, QUANTITY: 1 }] })
  const first = half()
  expect((await sendNote(first, cashier)).status).toBe(202)
  expect(codeOf(await sendNote(half(), cashier))).toEqual(needsSupervisor)
  const { SALE_GUID } = first
  expect((await till.post('/sale/refund_note_void/by_sale_guid', { SALE_GUID })).status).toBe(200)
  expect((await sendNote(half(), cashier)).status).toBe(202)
})

const owner = () => ({ bearer: shop.gateway.controlToken })
const companies = async () => (await send(shop, 'GET', '/operator/v1/companies', owner())).body
