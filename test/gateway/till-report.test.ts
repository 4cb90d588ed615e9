import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { closedShiftsSchema, shiftDetailSchema } from '../../shared/api/operator/shifts.ts'
import type { tillComparisonSchema } from '../../shared/api/operator/till-report.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { send } from '../support/people.ts'
import { type Body, invoice } from '../support/till.ts'

type Shown = z.output<typeof shiftDetailSchema>
type Comparison = z.output<typeof tillComparisonSchema> & WireProblem

let shop: TestGateway
let api: Api
let token: string
beforeAll(async () => {
  shop = await startGateway()
  token = await shop.token({ scopes: ['submit', 'read'] })
  api = apiOf(shop, token)
})
afterAll(() => shop.close())

const sell = async (terminal: string, code: string, more: Body = {}) =>
  (await api.submit('sale', 'invoice', invoice(code, { TERMINAL_NAME: terminal, SHIFT_CODE: 'S1', ...more }))).body
/** With the token of a till. */
const tell = async (terminal: string, report: object) => {
  const body = { company: 'DEMO', outlet: 'KLCC', terminal, ...report }
  const told = await send(shop, 'POST', '/operator/v1/tills/reports', { bearer: token, body })
  return told.body as unknown as Comparison
}
const open = (terminal: string) =>
  operate<{ readonly id: string }>(shop, 'POST', '/tills/shifts', {
    company: 'DEMO',
    outlet: 'KLCC',
    terminal,
    shift: 'S1',
  })
const show = async (id: string) => (await operate<Shown>(shop, 'GET', `/tills/shifts/${id}`)).body
const acts = async () =>
  (await shop.gateway.store.acts.list(0, 1_000))
    .map(({ type }) => type)
    .filter((type) => type.startsWith('till_report'))

describe('what a till says of a shift', () => {
  test('is compared with what arrived, by number, and stands in the shift', async () => {
    const [first, second] = [await sell('T1', '1'), await sell('T1', '2')]
    const shift = (await open('T1')).body
    const total = (Number(first.TOTAL_PAYABLE) + Number(second.TOTAL_PAYABLE)).toFixed(2)
    const report = { shift: 'S1', count: 2, total }
    expect(await tell('T1', { ...report, numbers: ['1', second.DOCUMENT_NUMBER] })).toMatchObject({
      agrees: true,
      till: { count: 2, total },
      here: { count: 2, total },
      by: 'token:Till 1',
      day: null,
      differences: [],
    })
    const before = (await acts()).length
    await tell('T1', { ...report, numbers: ['1', second.DOCUMENT_NUMBER] })
    expect(await acts()).toHaveLength(before)
    const corrected = await tell('T1', { ...report, count: 3, numbers: ['1', '3', '4'] })
    expect(corrected).toMatchObject({
      agrees: false,
      differences: [
        { kind: 'missing_here', number: '3' },
        { kind: 'missing_here', number: '4' },
        { kind: 'unknown_to_till', number: second.DOCUMENT_NUMBER },
      ],
    })
    expect((await acts()).at(-1)).toBe('till_report_corrected')
    expect((await show(shift.id)).till).toEqual([corrected])
  })

  test('may come after the shift was closed: what arrived late is found in the next one', async () => {
    // What was not sent can be voided.
    await operate(shop, 'POST', '/sending/pause', {})
    const first = await sell('T2', '21')
    const shift = (await open('T2')).body
    await operate(shop, 'POST', `/tills/shifts/${shift.id}/closing`, { remainders: 9, reason: 'The day is over' })
    const late = await sell('T2', '22', { DOCUMENT_NUMBER: 'LATE-22' })
    const total = (Number(first.TOTAL_PAYABLE) + Number(late.TOTAL_PAYABLE)).toFixed(2)
    const told = await tell('T2', { shift: 'S1', count: 2, total, numbers: ['21', 'LATE-22'] })
    expect(told).toMatchObject({
      agrees: false,
      here: { count: 1 },
      differences: [{ kind: 'elsewhere', number: 'LATE-22' }],
    })
    const listed = async () =>
      (await operate<z.output<typeof closedShiftsSchema>>(shop, 'GET', '/tills/shifts/closed')).body.items.find(
        ({ id }) => id === shift.id,
      )
    expect(await listed()).toMatchObject({ till_agrees: false })
    await tell('T2', { shift_id: shift.id, count: 1, total: first.TOTAL_PAYABLE })
    expect(await listed()).toMatchObject({ till_agrees: true })
    // What is withdrawn after the closing changes neither the list nor the comparison.
    const mayVoid = apiOf(shop, await shop.token({ scopes: ['void'] }))
    const { SALE_GUID } = first
    expect(await mayVoid.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })).toMatchObject({ status: 200 })
    expect(await listed()).toMatchObject({ till_agrees: true })
    expect((await show(shift.id)).till).toMatchObject([{ agrees: true, here: { count: 1 } }])
    await operate(shop, 'POST', '/sending/resume', {})
  })

  test('opens the shift, if nothing of it arrived', async () => {
    expect(await tell('T3', { shift: 'S1', count: 1, total: 7, numbers: ['31'] })).toMatchObject({
      agrees: false,
      here: { count: 0, total: '0.00' },
      differences: [{ kind: 'missing_here', number: '31' }],
    })
    // The till may have another open shift.
    expect(await tell('T3', { shift: 'S2', count: 0, total: '0.00' })).toMatchObject({ agrees: true })
  })

  test('of another till’s shift is not taken, nor one that names two spans or none', async () => {
    const { id } = (await open('T4')).body
    expect(await tell('T5', { shift_id: id, count: 0, total: '0' })).toMatchObject({ code: 'record_not_found' })
    for (const [span, code] of [
      [{}, 'required'],
      [{ shift: 'S1', day: '2026-11-20' }, 'one_of_two'],
    ] as const)
      expect(await tell('T4', { ...span, count: 0, total: '0' })).toMatchObject({
        errors: [{ pointer: '/shift', code }],
      })
  })
})

test('what a till says of a day is compared with all its shifts, and stands in each that began that day', async () => {
  await sell('T6', '61', { SHIFT_CODE: 'A' })
  await sell('T6', '62', { SHIFT_CODE: 'B', DOCUMENT_NUMBER: 'D-0001' })
  await sell('T6', '63', { SHIFT_CODE: 'B', DOCUMENT_NUMBER: 'D-0003' })
  await sell('T7', '71', { DOCUMENT_NUMBER: 'D-0004' })
  const { id } = (await open('T6')).body
  const day = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
  const told = await tell('T6', { day, count: 4, total: '1.00' })
  expect(told).toMatchObject({
    day,
    here: { count: 3 },
    agrees: false,
    differences: [{ kind: 'gap', number: 'D-0002' }],
  })
  expect((await show(id)).till).toEqual([told])
})
