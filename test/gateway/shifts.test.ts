import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type {
  closedShiftsSchema,
  openedShiftSchema,
  shiftDetailSchema,
  tillsSchema,
} from '../../shared/api/operator/shifts.ts'
import { addDays, dayOf, startOfDay } from '../../shared/domain/calendar.ts'
import { type Api, apiOf } from '../support/api.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { addPerson, send, signIn } from '../support/people.ts'
import { hourMs } from '../support/records.ts'
import { otherCompany } from '../support/stores.ts'
import { type Body, customer, invoice } from '../support/till.ts'

type Shown = z.output<typeof shiftDetailSchema>
type Opened = z.output<typeof openedShiftSchema>

let shop: TestGateway
let api: Api
let siti: string
let ravi: string
beforeAll(async () => {
  shop = await startGateway()
  api = apiOf(shop, await shop.token())
  siti = await signIn(shop, await addPerson(shop, 'Siti', 'cashier'))
  ravi = await signIn(shop, await addPerson(shop, 'Ravi', 'supervisor'))
})
afterAll(() => shop.close())

const till = (terminal: string, shift = 'S1') => ({
  company: 'DEMO',
  outlet: 'KLCC',
  terminal,
  shift,
})
const sell = async (terminal: string, code: string, more: Body = {}) => {
  const key = { TERMINAL_NAME: terminal, SHIFT_CODE: 'S1', ...more }
  return (await api.submit('sale', 'invoice', invoice(`${terminal}-${code}`, key))).body
}
const open = async (terminal: string, bearer = siti) => {
  const told = await send(shop, 'POST', '/operator/v1/tills/shifts', { bearer, body: till(terminal) })
  expect(told.status, JSON.stringify(told.body)).toBe(200)
  return told.body as unknown as Opened
}
const show = async (id: string) => (await operate<Shown>(shop, 'GET', `/tills/shifts/${id}`)).body
const close = (id: string, body: unknown = {}, bearer = ravi) =>
  send(shop, 'POST', `/operator/v1/tills/shifts/${id}/closing`, { bearer, body })

describe('a shift', () => {
  test('is opened by a cashier and closed clean by a supervisor, with everything it sold and the head code', async () => {
    const shift = await open('T1')
    expect(shift).toMatchObject({ number: 1, closed: null })
    expect(await open('T1')).toEqual(shift)
    const sold = await sell('T1', '1', { PAYMENTS: [{ METHOD: '01', AMOUNT: '7.42' }] })
    const gone = await sell('T1', '2')
    for (const record of [sold, gone]) await api.until(record, 'Valid')
    await api.post('/sale/invoice_cancellation', { SALE_GUID: gone.SALE_GUID, REASON: 'Wrong table' })
    await api.until(gone, 'Cancelled')
    expect((await close(shift.id, {}, siti)).body).toMatchObject({ code: 'insufficient_scope' })

    const closed = (await close(shift.id)).body as unknown as Shown
    expect(closed.shift.closed).toMatchObject({ by: 'person:Ravi', clean: true, reason: null })
    expect(closed.report).toMatchObject({
      count: 2,
      totals: [{ FAMILY: 'sale', CURRENCY_CODE: 'MYR', count: 1, amount: '7.42' }],
      by_payment: [{ METHOD: '01', amount: '7.42' }],
      by_tax: [{ TAX_TYPE: '02', RATE: '6', count: 1, amount: '0.42' }],
      withdrawn: [{ SALE_CODE: 'T1-2', STATUS: 'Cancelled', by: 'token:Till 1', reason: 'Wrong table' }],
      remainders: [],
      journal: { code: expect.stringMatching(/^.{8}$/), trusted: true },
    })
    expect((await close(shift.id)).body).toMatchObject({ code: 'shift_closed' })
  })

  test('is not closed clean over a refused document, and with remainders only for a reason', async () => {
    const shift = await open('T2')
    const refused = await sell('T2', '1', { BUYER: { ...customer, TIN: 'C99999999990' } })
    await api.until(refused, 'Invalid')
    const shown = await show(shift.id)
    expect(shown.can_close).toBe('with_remainders')
    expect(shown.report.remainders).toMatchObject([
      { SALE_CODE: 'T2-1', STATUS: 'Invalid', blocker: 'refused', message: expect.stringMatching(/\S/) },
    ])
    expect(shown.report.remainders[0]?.next_step).toMatch(/Correct it/)
    const denied = await close(shift.id)
    expect(denied).toMatchObject({ status: 409, body: { code: 'shift_close_denied' } })
    expect(denied.body.detail).toContain('1 document of this shift')
    const unsaid = await close(shift.id, { remainders: 1 })
    expect(unsaid).toMatchObject({ status: 422, body: { errors: [{ pointer: '/reason', code: 'required' }] } })
    expect(await close(shift.id, { remainders: 0, reason: 'Late' })).toMatchObject({ status: 409 })

    const closed = (await close(shift.id, { remainders: 1, reason: ' The buyer left ' })).body as unknown as Shown
    expect(closed.shift.closed).toMatchObject({ clean: false, reason: 'The buyer left' })
    expect(closed.now).toMatchObject({
      late: 0,
      remainders: [{ STATUS: 'Invalid', blocker: 'refused' }],
      withdrawn: [],
    })

    // Later changes are shown below the report, which does not change.
    await operate(shop, 'POST', `/records/${refused.SALE_GUID}/closure`, {})
    await sell('T2', '2')
    const later = await show(shift.id)
    expect(later.report).toEqual(closed.report)
    expect(later.now).toMatchObject({
      late: 1,
      remainders: [{ blocker: null, message: 'Settled since.' }],
      withdrawn: [{ SALE_CODE: 'T2-1', STATUS: 'Invalid', TOTAL_PAYABLE: '7.42' }],
    })
  })

  test('says who closed a refused document for good and why, in its report and in that of the day', async () => {
    const shift = await open('T7')
    const refused = await sell('T7', '1', { BUYER: { ...customer, TIN: 'C99999999990' } })
    await api.until(refused, 'Invalid')
    await operate(shop, 'POST', `/records/${refused.SALE_GUID}/closure`, { reason: 'Entered twice' })
    const closed = { at: expect.any(String), by: expect.any(String), reason: 'Entered twice' }
    expect((await show(shift.id)).report.withdrawn).toMatchObject([{ SALE_CODE: 'T7-1', STATUS: 'Invalid', ...closed }])
    const day = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
    const report = await operate<{ withdrawn: unknown[] }>(shop, 'GET', `/report?company=DEMO&from=${day}&to=${day}`)
    expect(report.body.withdrawn).toContainEqual(
      expect.objectContaining({ SALE_CODE: 'T7-1', OUTLET_NAME: 'KLCC', ...closed }),
    )
  })

  test('is listed with its till, and so are sales that came without one', async () => {
    await sell('T4', '1')
    const items = async () => (await operate<z.output<typeof tillsSchema>>(shop, 'GET', '/tills')).body.items
    const at = async (terminal: string) => (await items()).find((till) => till.terminal === terminal)
    expect(await at('T4')).toMatchObject({ open: [], without_shift: [{ shift: 'S1', count: 1 }] })
    const shift = await open('T4')
    expect(await at('T4')).toMatchObject({ open: [{ id: shift.id }], without_shift: [] })
    expect((await show(shift.id)).report.count).toBe(1)
    const closed = await operate<z.output<typeof closedShiftsSchema>>(shop, 'GET', '/tills/shifts/closed')
    expect(closed.body.items.map(({ terminal }) => terminal)).toEqual(['T2', 'T1'])
    expect(closed.body.next).toBeNull()
    const path = '/tills/shifts/closed?company=DEMO&outlet=KLCC&terminal=T2'
    expect((await operate<z.output<typeof closedShiftsSchema>>(shop, 'GET', path)).body.items).toHaveLength(1)
  })

  test('of another company is nobody’s business', async () => {
    const bare = otherCompany
    await shop.gateway.store.companies.save(bare, 'control')
    const other = await shop.token({ companyGuid: bare.profile.companyGuid })
    const shift = await open('T5')
    const path = `/operator/v1/tills/shifts/${shift.id}`
    expect((await send(shop, 'GET', path, { bearer: other })).body).toMatchObject({ code: 'record_not_found' })
    const told = await send(shop, 'POST', '/operator/v1/tills/shifts', { bearer: other, body: till('T6') })
    expect(told.body).toMatchObject({ code: 'company_not_found' })
    expect((await send(shop, 'GET', '/operator/v1/tills', { bearer: other })).body).toMatchObject({ items: [] })
  })
})

test('an evening that ends after midnight is still in the shifts of its tills', async () => {
  const zone = 'Asia/Kuala_Lumpur'
  const clock = aMovableClock()
  clock.pass(startOfDay(addDays(dayOf(Date.now(), zone), 1), zone) - Date.now() - 60_000)
  const bar = await startGateway({ ports: { clock }, env: { RESIT_DISPATCH: 'off' } })
  const ISSUED_AT = new Date(clock.now() - 60_000).toISOString()
  const { body } = await apiOf(bar, await bar.token()).submit('sale', 'invoice', invoice('late', { ISSUED_AT }))
  expect(body).toMatchObject({ SALE_CODE: 'late' })
  const shifts = async () => {
    const { items } = (await operate<z.output<typeof tillsSchema>>(bar, 'GET', '/tills')).body
    return items.flatMap(({ without_shift }) => without_shift.map(({ count }) => count))
  }
  clock.pass(hourMs)
  expect(await shifts()).toEqual([1])
  clock.pass(5 * hourMs)
  expect(await shifts()).toEqual([])
  await bar.close()
})
