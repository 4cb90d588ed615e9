import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { attemptInFull, outageList, recordDetail } from '../../shared/api/operator/record-detail.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { customer, invoice } from '../support/till.ts'

/** What is in doubt stays so while a test looks. */
const env = { RESIT_LOOKUP_INTERVAL_MS: '600000', RESIT_QUARANTINE_MS: '600000' }

let gateway: TestGateway
let api: Api
beforeAll(async () => {
  gateway = await startGateway({ env })
  api = apiOf(gateway, await gateway.token())
})
afterAll(() => gateway.close())
afterEach(() => operate(gateway, 'POST', '/practice/fault', { kind: 'none' }))

const sell = async (code: string) => (await api.submit('sale', 'invoice', invoice(code))).body
const outages = async () => outageList.parse((await operate(gateway, 'GET', '/outages')).body).items
const fault = (body: object) => operate(gateway, 'POST', '/practice/fault', body)

test('an outage is told as a time with what was kept, what has its answer and what is being confirmed', async () => {
  await api.until(await sell('before'), 'Valid')
  expect(await outages()).toEqual([])

  await fault({ kind: 'away', how: 'refused' })
  const kept = [await sell('O-1'), await sell('O-2')]
  await expect.poll(async () => (await outages()).length).toBe(1)
  const voided = await sell('O-3')
  await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: voided.SALE_GUID })
  // Between two tries one is being sent for a moment.
  await expect
    .poll(async () => (await outages())[0])
    .toMatchObject({ to: null, is_over: false, kept: 2, sent: 0, confirming: 0, waiting: 2 })
  const [down] = await outages()

  // The line is back; the answer to one of them is lost on its way.
  await fault({ kind: 'none' })
  await fault({ kind: 'error_after', times: 1, on: 'submit' })
  const statusOf = async ({ SALE_GUID }: { SALE_GUID: string }) =>
    (await api.status('sale', 'invoice', SALE_GUID)).body.STATUS
  const statuses = () => Promise.all(kept.map(statusOf))
  await expect.poll(statuses).not.toContain('Pending')
  await api.until(await sell('after'), 'Valid')
  const [over, ...others] = await outages()
  expect(others).toEqual([])
  expect(over).toMatchObject({ is_over: true, from: down?.from, waiting: 0 })
  expect(over && over.sent + over.confirming).toBe(over?.kept)
  expect(over?.kept).toBeGreaterThanOrEqual(2)
  expect(over?.confirming).toBeGreaterThan(0)
})

test('a send shows the document as it went and the answer as it came, with the numbers of people masked', async () => {
  const record = (
    await api.submit('sale', 'invoice', invoice('A-1', { BUYER: { ...customer, PHONE: '+60123456789' } }))
  ).body
  await api.until(record, 'Valid')
  const { attempts } = recordDetail.parse((await operate(gateway, 'GET', `/records/${record.SALE_GUID}`)).body)
  const path = `/records/${record.SALE_GUID}/attempts/${attempts[0]?.id}`
  const { request, request_bytes } = attemptInFull.parse((await operate(gateway, 'GET', path)).body)
  expect(JSON.parse(request ?? '')).toMatchObject({ Invoice: { ID: record.DOCUMENT_NUMBER } })
  expect(request).toContain(record.TOTAL_PAYABLE)
  expect(request_bytes).toBeGreaterThan(500)
  for (const secret of ['60123456789', String(customer['TIN']), String(customer['ID_NUMBER'])])
    expect(request).not.toContain(secret)
  const other = `/records/${record.SALE_GUID}/attempts/another`
  expect((await operate(gateway, 'GET', other)).status).toBe(404)
})
