import { describe, expect, test } from 'vitest'
import { faults } from '../../shared/api/faults.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, customer, invoice } from '../support/till.ts'

const shop = openShop({ RESIT_DISPATCH: 'off' })
const { saleCode: fresh, guid } = shop

interface Checked {
  readonly CHECK_ONLY: boolean
  readonly TOTALS: Readonly<Record<string, string>>
}

const path = '/sale/invoice_submission'
const check = (body: Body) => shop.api.post<Checked & { code?: string }>(path, body, { prefer: 'handling=check-only' })
const submit = (body: Body) => shop.api.post(path, body)

const scrape = async (): Promise<string> => {
  const response = await fetch(shop.gateway.baseUrl.replace(/\/v1$/, '/metrics'), {
    headers: { authorization: `Bearer ${shop.gateway.gateway.controlToken}` },
  })
  return response.text()
}

/** The place of the last change, and how many submissions were counted. */
async function kept() {
  const news = await fetch(shop.gateway.baseUrl.replace(/\/v1$/, '/operator/v1/changes?after=0'), {
    headers: { authorization: `Bearer ${shop.gateway.gateway.controlToken}` },
  })
  const counted = (await scrape()).split('\n').filter((line) => line.startsWith('resit_submissions_total'))
  return { news: await news.json(), counted }
}

describe('a submission with `Prefer: handling=check-only` (contract 5)', () => {
  test('answers with the totals as they would be kept, and keeps nothing', async () => {
    const body = invoice(fresh(), { SALE_GUID: guid(), DOCUMENT_NUMBER: `N-${fresh()}` })
    const before = await kept()
    for (const _ of [1, 2]) {
      const checked = await check(body)
      expect([checked.status, checked.headers.get('preference-applied')]).toEqual([200, 'handling=check-only'])
      expect(checked.headers.get('idempotency-replayed')).toBeNull()
      expect(checked.body).toEqual({
        CHECK_ONLY: true,
        CURRENCY_CODE: 'MYR',
        TOTALS: {
          TOTAL_EXCLUDING_TAX: '7.00',
          TOTAL_TAX: '0.42',
          TOTAL_INCLUDING_TAX: '7.42',
          TOTAL_PAYABLE: '7.42',
        },
      })
    }
    expect(await kept()).toEqual(before)
    expect(await shop.gateway.gateway.store.records.byGuid(String(body['SALE_GUID']))).toBeNull()
    const submitted = await submit(body)
    expect([submitted.status, submitted.body.TOTAL_PAYABLE]).toEqual([202, '7.42'])
  })

  test('is refused as the submission would be, and an error says that it was only a check', async () => {
    const taken = invoice(fresh(), { SALE_GUID: guid(), DOCUMENT_NUMBER: `N-${fresh()}` })
    expect((await submit(taken)).status).toBe(202)
    const refused: readonly Body[] = [
      invoice(fresh(), { BUYER: null }),
      invoice(fresh(), {
        LINES: [
          { ...coffee, UNIT_CODE: 'PCS' },
          { ...coffee, UNIT_PRICE: 'x' },
        ],
      }),
      invoice(fresh(), { COMPANY_CODE: 'ELSEWHERE' }),
      { ...taken, PAYMENT_METHOD: '02' },
      { ...taken, SALE_GUID: guid() },
      { ...invoice(fresh()), DOCUMENT_NUMBER: taken['DOCUMENT_NUMBER'] },
    ]
    for (const body of refused) {
      const [checked, submitted] = [await check(body), await submit(body)]
      expect([checked.status, checked.body]).toEqual([submitted.status, submitted.body])
      expect(checked.status).toBeGreaterThanOrEqual(409)
      expect(checked.headers.get('preference-applied')).toBe('handling=check-only')
    }
  })

  test('says of a document that is kept that it is, and a void frees its number', async () => {
    const body = invoice(fresh(), { SALE_GUID: guid(), DOCUMENT_NUMBER: `N-${fresh()}` })
    await submit(body)
    const again = await check(body)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(again.body.TOTALS['TOTAL_PAYABLE']).toBe('7.42')
    await shop.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: body['SALE_GUID'] })
    expect((await check(invoice(fresh(), { DOCUMENT_NUMBER: body['DOCUMENT_NUMBER'] }))).status).toBe(200)
  })

  test('waits for no one, and is not read where nothing is submitted', async () => {
    const started = performance.now()
    const checked = await shop.api.post(path, invoice(fresh()), { prefer: 'wait=20, handling=check-only' })
    expect([checked.status, checked.headers.get('preference-applied')]).toEqual([200, 'handling=check-only'])
    expect(performance.now() - started).toBeLessThan(20_000)
    const stopped = await shop.api.post(
      '/sale/invoice_void/by_sale_guid',
      { SALE_GUID: guid() },
      { prefer: 'handling=check-only' },
    )
    expect([stopped.status, stopped.headers.get('preference-applied')]).toEqual([404, null])
  })
})

test('each error says whether the same request can succeed later', async () => {
  const wrong = await submit(invoice(fresh(), { BUYER: { ...customer, TIN: 'C0' } }))
  expect(wrong.body).toMatchObject({ code: 'validation_failed', retryable: false })
  const lasting = Object.entries(faults).filter(([, row]) => row.status < 429 && 'retryable' in row)
  expect(lasting.map(([code]) => code)).toEqual([
    'reconciliation_running',
    'resolution_denied_quarantine',
    'consolidation_running',
  ])
  for (const row of Object.values(faults)) if (row.status >= 429) expect('retryable' in row, row.title).toBe(true)
})
