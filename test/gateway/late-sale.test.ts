import { expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { operate } from '../support/operator.ts'
import { openShop } from '../support/shop.ts'
import { companyGuid, invoice } from '../support/till.ts'

const zone = 'Asia/Kuala_Lumpur'
const shop = openShop({ RESIT_DISPATCH: 'off' })
const ask = async <Answer>(path: string) => (await operate<Answer>(shop.gateway, 'GET', path)).body

test('a sale that a till delivers two days late stands on its own day wherever people look, and tills find it by the day it came', async () => {
  const now = Date.now()
  const soldAt = now - 2 * 86_400_000
  const [sold, came] = [dayOf(soldAt, zone), dayOf(now, zone)]
  await shop.submit(invoice('in-time', { ISSUED_AT: new Date(now).toISOString() }))
  const { body } = await shop.submit(invoice('late', { ISSUED_AT: new Date(soldAt).toISOString() }))
  const inDays = (day: string) => `company=DEMO&from=${day}&to=${day}`
  const codesOf = (records: readonly { readonly SALE_CODE: string }[]) => records.map(({ SALE_CODE }) => SALE_CODE)

  const { items } = await ask<OperatorAnswer<'listRecords'>>('/records')
  expect(items.map(({ day, record }) => [day, record.SALE_CODE])).toEqual([
    [came, 'in-time'],
    [sold, 'late'],
  ])
  for (const [day, codes] of [
    [sold, ['late']],
    [came, ['in-time']],
  ] as const) {
    const listed = await ask<OperatorAnswer<'listRecords'>>(`/records?${inDays(day)}`)
    expect(codesOf(listed.items.map(({ record }) => record))).toEqual(codes)
    expect(await ask(`/record_counts?${inDays(day)}`)).toMatchObject({ all: 1 })
    expect(codesOf((await ask<OperatorAnswer<'export'>>(`/export?from=${day}&to=${day}`)).items)).toEqual(codes)
    expect(await ask(`/report?${inDays(day)}`)).toMatchObject({ groups: [{ day, count: 1 }] })
    expect(await ask(`/figures?company=DEMO&day=${day}`)).toMatchObject({ by_status: { Pending: 1 } })
  }
  const range = (day: string) =>
    shop.api.get('/sale/invoice_checkstatus/by_submission', {
      company_guid: companyGuid,
      submission_from: day,
      submission_to: day,
    })
  expect((await range(sold)).body).toMatchObject({ items: [] })
  expect((await range(came)).body).toMatchObject({ items: [{ SALE_CODE: 'in-time' }, body] })
})
