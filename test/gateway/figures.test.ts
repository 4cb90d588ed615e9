import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { showFigures } from '../../electron/gateway/features/shifts/figures.ts'
import type { figures } from '../../shared/api/operator/figures.ts'
import { dayAfter, dayOf, daysOf, hourOf, startOf } from '../../shared/domain/calendar.ts'
import { statuses } from '../../shared/domain/status.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { processorMs } from '../support/processor-ms.ts'
import { noon } from '../support/records.ts'
import { companyGuid, invoice } from '../support/till.ts'

type Figures = z.output<typeof figures>
const zone = 'Asia/Kuala_Lumpur'
const hoursOfADay = Array.from({ length: 24 }, (_, hour) => hour)

describe('the figures of a day and of a month', () => {
  let shop: TestGateway
  beforeAll(async () => {
    shop = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  })
  afterAll(() => shop.close())

  test('count every document once, by status and by hour, with its amount', async () => {
    const api = apiOf(shop, await shop.token())
    const [kept, voided] = [
      await api.submit('sale', 'invoice', invoice('1')),
      await api.submit('sale', 'invoice', invoice('2')),
    ]
    await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: voided.body.SALE_GUID })
    const soldAt = Date.parse(kept.body.ISSUED_AT)
    const [day, hour] = [dayOf(soldAt, zone), hourOf(soldAt, zone)]
    const ofDay = (await operate<Figures>(shop, 'GET', `/figures?company=DEMO&day=${day}`)).body
    expect(ofDay.by_status).toMatchObject({ Pending: 1, Voided: 1, Valid: 0 })
    expect(ofDay.buckets).toHaveLength(24)
    expect(ofDay.buckets[hour]).toMatchObject({ by_status: { Pending: 1, Voided: 1 } })
    expect(ofDay.amounts.toSorted((one, other) => (one.STATUS < other.STATUS ? -1 : 1))).toMatchObject([
      { KIND: 'invoice', STATUS: 'Pending', CURRENCY_CODE: 'MYR', count: 1, amount: '7.42' },
      { KIND: 'invoice', STATUS: 'Voided', count: 1, amount: '7.42' },
    ])
    const ofMonth = (await operate<Figures>(shop, 'GET', `/figures?company=DEMO&month=${day.slice(0, 7)}`)).body
    expect(ofMonth.buckets.map(({ name }) => name)).toEqual(daysOf(day.slice(0, 7)))
    expect(ofMonth.buckets.find(({ name }) => name === day)?.by_status).toEqual(ofDay.by_status)
  })

  test.each([
    'company=DEMO',
    'company=DEMO&day=2026-11-01&month=2026-11',
    'company=DEMO&day=2026-02-30',
    'company=DEMO&month=2026-13',
  ])('%s is no period', async (query) => {
    expect(await operate(shop, 'GET', `/figures?${query}`)).toMatchObject({ status: 400, body: { code: 'bad_query' } })
  })

  test('of a company that is not set up are not there', async () => {
    const told = await operate(shop, 'GET', '/figures?company=NONE&month=2026-11')
    expect(told).toMatchObject({ status: 404, body: { code: 'company_not_found' } })
  })
})

test('figures of a full day keep no till waiting: each quarter is asked once for its hour', async () => {
  const from = startOf('2026-11-20', zone)
  const tallies = Array.from({ length: 96 }, (_, at) =>
    statuses.map((status) => ({
      quarter: from + at * 15 * 60_000,
      family: 'sale',
      kind: 'invoice',
      status,
      currencyCode: 'MYR',
      count: 1,
      hundredths: '742',
    })),
  ).flat()
  const show = showFigures({
    figures: { tallies: async () => tallies },
    companies: { byCode: async () => ({ profile: { companyGuid, companyCode: 'DEMO', timeZone: zone } }) },
    clock: { now: () => noon },
  } as never)
  let body: unknown
  const spent = await processorMs(async () => {
    const query = { company: 'DEMO', day: '2026-11-20' }
    ;({ body } = await show({ query, caller: { companyGuid: null } } as never))
  })
  // It was more than a second; it takes some milliseconds.
  expect(spent).toBeLessThan(500)
  expect((body as Figures).buckets.map(({ by_status }) => by_status.Valid)).toEqual(hoursOfADay.map(() => 4))
})

describe('days', () => {
  test.each([zone, 'UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
    'begin in %s when its calendar turns',
    (place) => {
      for (const day of ['2026-03-08', '2026-11-01', '2026-12-31']) {
        const start = startOf(day, place)
        expect([dayOf(start, place), dayOf(start - 60_000, place)]).toEqual([day, dayAfter(day, -1)])
      }
    },
  )

  test('of a month are all of it', () => {
    expect(daysOf('2028-02')).toHaveLength(29)
    expect(daysOf('2026-12').at(-1)).toBe('2026-12-31')
  })
})
