import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { codesAffected } from '../../../shared/api/operator/codes.ts'
import type { WireProblem } from '../../../shared/api/shapes/problem.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { type CodesServer, startCodesServer } from '../../support/codes-server.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { operate } from '../../support/operator.ts'
import { insertion, keep, otherCompany } from '../../support/stores.ts'
import { type Body, coffee, companyGuid, customer, document, invoice } from '../../support/till.ts'

type Affected = z.output<typeof codesAffected>

let pages: CodesServer
let shop: TestGateway
let api: Api
const rice: Body = { ...coffee, DESCRIPTION: 'Nasi lemak', CLASSIFICATION_CODES: ['008'], UNIT_CODE: 'H87' }
const affected = (query = '') => operate<Affected & WireProblem>(shop, 'GET', `/codes/affected${query}`)
const refresh = () => operate(shop, 'POST', '/codes/refresh', {})
/** When records were sold that a test writes itself, so many days ago. */
const daysAgo = (days: number) => ({ issuedAt: Date.now() - days * 24 * 3_600_000 })
const bodyOf = (saleCode: string, lines: readonly Body[]) =>
  Buffer.from(JSON.stringify(invoice(saleCode, { LINES: lines })))

beforeAll(async () => {
  pages = await startCodesServer()
  shop = await startGateway({ env: { RESIT_CODES_URL: pages.url, RESIT_DISPATCH: 'off' } })
  api = apiOf(shop, await shop.token())
})
afterAll(async () => {
  await shop.close()
  await pages.close()
})

test('as long as no code is gone, no document is named', async () => {
  await api.submit('sale', 'invoice', invoice('coffee'))
  expect(await affected()).toMatchObject({ status: 200, body: { items: [], next: null } })
})

test('documents with a code that went away are named, with the place, the list and since when', async () => {
  const mixed = await api.submit('sale', 'invoice', invoice('mixed', { LINES: [rice, coffee], PAYMENT_METHOD: '02' }))
  await api.submit('sale', 'invoice', invoice('rice', { LINES: [rice], BUYER: customer }))
  const bought = await api.submit('self_billed', 'credit_note', document('self_billed', 'credit_note', 'bought'))
  pages.publish('classification', (entries) => entries.filter(({ Code }) => Code !== '022'))
  pages.publish('payment_method', (entries) => entries.filter(({ Code }) => Code !== '02'))
  await refresh()
  const { body } = await affected()
  expect(() => codesAffected.parse(body)).not.toThrow()
  expect(body.items.map(({ record }) => [record.FAMILY, record.KIND, record.SALE_CODE])).toEqual([
    ['sale', 'invoice', 'coffee'],
    ['sale', 'invoice', 'mixed'],
    ['self_billed', 'credit_note', 'bought'],
  ])
  const [, second, third] = body.items
  const gone = (await shop.gateway.store.codes.all()).find(({ list }) => list === 'payment_method')?.obsolete[0]
  const since = new Date(gone?.since ?? 0).toISOString()
  expect(second?.record).toEqual((await api.status('sale', 'invoice', mixed.body.SALE_GUID)).body)
  expect(second?.codes).toEqual([
    { pointer: '/PAYMENT_METHOD', list: 'payment_method', code: '02', since },
    { pointer: '/LINES/1/CLASSIFICATION_CODES/0', list: 'classification', code: '022', since },
  ])
  expect(third?.record.SALE_GUID).toBe(bought.body.SALE_GUID)
})

test('only documents of the days asked for are looked at', async () => {
  for (const days of [20, 40])
    await keep(shop.gateway.store, insertion(days, daysAgo(days), { body: bodyOf(`old ${days}`, [coffee]) }))
  const namedIn = async (query: string) =>
    (await affected(query)).body.items.map(({ record }) => record.SALE_CODE).filter((code) => code.startsWith('00'))
  expect(await namedIn('?days=3')).toEqual([])
  expect(await namedIn('')).toEqual(['0020'])
  expect(await namedIn('?days=60')).toEqual(['0040', '0020'])
})

test('one body that cannot be read any more is named, and hides no other', async () => {
  const unreadable = insertion(700, daysAgo(0), { body: Buffer.from('{"BUYER":{}}') })
  const before = (await affected()).body.items
  await keep(shop.gateway.store, unreadable)
  const { status, body } = await affected()
  expect([status, body.items]).toEqual([200, before])
  expect(body.unreadable).toEqual([unreadable.record.saleGuid])
})

test('a token of one company hears of no other', async () => {
  const { store } = shop.gateway
  await store.companies.save(otherCompany, 'control')
  const { companyGuid: guid, companyCode } = otherCompany.profile
  const theirs = insertion(500, { ...daysAgo(0), companyGuid: guid, companyCode }, { body: bodyOf('theirs', [coffee]) })
  await keep(store, theirs)
  const seenBy = async (bound: string) => {
    const token = await shop.token({ scopes: ['read'], companyGuid: bound })
    const response = await fetch(`http://127.0.0.1:${shop.port}/operator/v1/codes/affected`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { items } = (await response.json()) as Affected
    return items.map(({ record }) => record.COMPANY_CODE)
  }
  expect(await seenBy(guid)).toEqual(['OTHER'])
  expect(new Set(await seenBy(companyGuid))).toEqual(new Set(['DEMO']))
})

test('however many there are, page after page names each once', async () => {
  const codes = Array.from({ length: 230 }, (_, n) => n + 1_000)
  const writes = codes.map((n) => insertion(n, daysAgo(0), { body: bodyOf(String(n), [n % 2 === 0 ? coffee : rice]) }))
  expect(await shop.gateway.store.records.write({ writes })).toMatchObject({ ok: true })
  const named: string[] = []
  let count = 0
  for (let after: string | null = '0.0'; after !== null; count += 1) {
    const { body }: { body: Affected } = await affected(`?after=${after}`)
    named.push(...body.items.map(({ record }) => record.SALE_CODE))
    after = body.next
  }
  expect(count).toBe(2)
  const many = named.filter((code) => Number(code) >= 1_000)
  expect(many).toEqual(codes.filter((n) => n % 2 === 0).map(String))
})

test.each(['?days=367', '?days=-1', '?days=two', '?weeks=2'])('%s is not understood', async (query) => {
  expect(await affected(query)).toMatchObject({ status: 400, body: { code: 'bad_query' } })
})
