import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf, type Told } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { nearDays } from '../support/near-days.ts'
import { raw } from '../support/raw.ts'
import { companyGuid, invoice } from '../support/till.ts'

interface Page {
  readonly items: readonly WireRecord[]
  readonly paging: {
    readonly page_size: number
    readonly returned: number
    readonly has_more: boolean
    readonly next: string | null
  }
}

const path = '/sale/invoice_checkstatus/by_submission'
const outlet = 'Kedai Öл 咖啡 100%'

let shop: TestGateway
let api: Api
let token: string
beforeAll(async () => {
  shop = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  token = await shop.token()
  api = apiOf(shop, token)
  for (let at = 0; at < 60; at += 1) await api.submit('sale', 'invoice', invoice(`p${at}`, { OUTLET_NAME: outlet }))
  await api.submit('sale', 'invoice', invoice('elsewhere', { OUTLET_NAME: 'KLCC' }))
})
afterAll(() => shop.close())

const inputs = (more: Record<string, string> = {}) => ({
  company_guid: companyGuid,
  submission_from: nearDays.from,
  submission_to: nearDays.to,
  ...more,
})

async function pages(headers: Record<string, string>, between: (page: number) => Promise<unknown>): Promise<Page[]> {
  const seen: Page[] = []
  for (let next: string | null = path; next !== null; ) {
    const { body }: Told<Page> = await api.get<Page>(next.replace(/^\/v1/, ''), headers)
    seen.push(body)
    await between(seen.length)
    ;({ next } = body.paging)
  }
  return seen
}

test('sixty records come as 25, 25 and 10, none twice or missing while new ones arrive', async () => {
  const headers = inputs({ outlet_name: encodeURIComponent(outlet) })
  const late = (page: number) => api.submit('sale', 'invoice', invoice(`late${page}`, { OUTLET_NAME: 'KLCC' }))
  const seen = await pages(headers, late)
  expect(seen.map(({ paging }) => [paging.returned, paging.has_more])).toEqual([
    [25, true],
    [25, true],
    [10, false],
  ])
  const codes = seen.flatMap(({ items }) => items.map(({ SALE_CODE }) => SALE_CODE))
  expect(codes).toEqual(Array.from({ length: 60 }, (_, at) => `p${at}`))
})

test('records that arrive in the range while it is read come at its end, once', async () => {
  const seen = await pages(inputs(), (page) => api.submit('sale', 'invoice', invoice(`newer${page}`)))
  const guids = seen.flatMap(({ items }) => items.map(({ SALE_GUID }) => SALE_GUID))
  expect(new Set(guids).size).toBe(guids.length)
  const codes = seen.flatMap(({ items }) => items.map(({ SALE_CODE }) => SALE_CODE))
  expect(codes.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, at) => `p${at}`))
  expect(codes).toContain('newer1')
})

test('an outlet’s name works as UTF-8 bytes too (IN17)', async () => {
  const answer = await raw(shop.port, {
    path: `/v1${path}`,
    headers: {
      ...inputs(),
      authorization: `Bearer ${token}`,
      outlet_name: Buffer.from(outlet, 'utf8').toString('latin1'),
    },
  })
  expect((JSON.parse(answer.text) as Page).paging.returned).toBe(25)
})

test('with its inputs in the query the link to the next page carries them on, and can be followed as it is', async () => {
  const asked = new URLSearchParams({ ...inputs({ outlet_name: outlet }), page_size: '20' })
  const seen: Page[] = []
  for (let next: string | null = `${path}?${asked}`; next !== null; ) {
    const { body }: Told<Page> = await api.get<Page>(next.replace(/^\/v1/, ''))
    seen.push(body)
    ;({ next } = body.paging)
  }
  const codes = seen.flatMap(({ items }) => items.map(({ SALE_CODE }) => SALE_CODE))
  expect(codes).toEqual(Array.from({ length: 60 }, (_, at) => `p${at}`))
  expect((await api.get(`${path}?${asked}`, inputs())).body.code).toBe('bad_header')
})

test('a page size is kept in the link, and a link is of no use with other inputs (IN32)', async () => {
  const { body } = await api.get<Page>(`${path}?page_size=3`, inputs())
  expect(body.paging).toMatchObject({ page_size: 3, returned: 3, has_more: true })
  const next = (body.paging.next ?? '').replace(/^\/v1/, '')
  expect((await api.get<Page>(next, inputs())).body.paging.page_size).toBe(3)
  const other = await api.get(next, inputs({ submission_from: '2026-01-01' }))
  expect(other).toMatchObject({ status: 400, body: { code: 'bad_cursor' } })
})

test.each([
  [{ submission_from: '2026-02-30' }, 'bad_date'],
  [{ submission_from: '2026-12-31', submission_to: '2026-01-01' }, 'range_reversed'],
  [{ company_guid: '22222222-2222-4222-8222-222222222222' }, 'company_not_found'],
  [{ company_guid: 'DEMO' }, 'bad_header'],
])('inputs %o are %s (IN13, IN14)', async (more, code) => {
  expect((await api.get(path, inputs(more as Record<string, string>))).body.code).toBe(code)
})

test.each(['0', '26', '-1', 'x', ''])('a page size of “%s” is refused (IN33)', async (size) => {
  expect((await api.get(`${path}?page_size=${size}`, inputs())).body.code).toBe('bad_query')
})

test('an input given twice is refused (IN16)', async () => {
  const headers = { ...inputs(), authorization: `Bearer ${token}`, company_guid: [companyGuid, companyGuid] }
  expect(JSON.parse((await raw(shop.port, { path: `/v1${path}`, headers })).text)).toMatchObject({ code: 'bad_header' })
})
