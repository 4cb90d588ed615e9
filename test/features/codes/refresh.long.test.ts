import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { codeListsStatusSchema, codesRefreshSchema } from '../../../shared/api/operator/codes.ts'
import type { CodeListId } from '../../../shared/document/codes.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { type CodesServer, entryOf, startCodesServer } from '../../support/codes-server.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { operate } from '../../support/operator.ts'
import { invoice } from '../../support/till.ts'

type Refresh = z.output<typeof codesRefreshSchema>
type CodeListsStatus = z.output<typeof codeListsStatusSchema>

let pages: CodesServer
let shop: TestGateway
let api: Api

async function open(dataDir?: string): Promise<void> {
  shop = await startGateway({ env: { RESIT_CODES_URL: pages.url }, ...(dataDir !== undefined && { dataDir }) })
  api = apiOf(shop, await shop.token())
}
beforeEach(async () => {
  pages = await startCodesServer()
  await open()
})
afterEach(async () => {
  await shop.close()
  await pages.close()
})

async function operator<Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> {
  const { status, body } = await operate<Answer>(shop, method, path, method === 'POST' ? {} : undefined)
  expect(status).toBe(200)
  return body
}
const refresh = (): Promise<Refresh> => operator('POST', '/codes/refresh')
async function statusOf(list: CodeListId): Promise<CodeListsStatus['items'][number]> {
  const { items } = await operator<CodeListsStatus>('GET', '/codes')
  const found = items.find((item) => item.list === list)
  if (!found) throw new Error(`${list} is not told of`)
  return found
}
const fees = { code: '901', description: 'Fees' }
/** Adds code 901 and removes 022, which the sample sale uses. */
const exchange = () =>
  pages.publish('classification', (entries) => [
    ...entries.filter(({ Code }) => Code !== '022'),
    entryOf('classification', fees),
  ])
interface List {
  readonly items: readonly { readonly code: string }[]
  readonly refreshed_at: string
  readonly source: string
}
const classification = (tag?: string) => {
  const headers = { authorization: `Bearer ${shop.gateway.controlToken}`, ...(tag && { 'if-none-match': tag }) }
  return fetch(`${shop.baseUrl}/taxauth/classification_code`, { headers })
}

describe('a refresh', () => {
  test('brings what is new and takes away what is gone, in the list a till reads too, under another tag', async () => {
    const before = await classification()
    const tag = before.headers.get('etag') ?? ''
    expect((await classification(tag)).status).toBe(304)
    exchange()
    const { items } = await refresh()
    expect(items.map(({ message }) => message)).toEqual(Array(8).fill(null))
    expect(items.filter(({ change }) => change).map(({ list, change }) => [list, change])).toEqual([
      [
        'classification',
        {
          at: items[0]?.at,
          added: [fees],
          removed: [{ code: '022', description: 'Others' }],
          changed: [],
        },
      ],
    ])
    const after = await classification(tag)
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(tag)
    const list = (await after.json()) as List
    const codes = list.items.map(({ code }) => code)
    expect(codes).toContain('901')
    expect(codes).not.toContain('022')
    expect(list.source).toBe(`${pages.url}/ClassificationCodes.json`)
    expect(list.refreshed_at).toBe(items[0]?.at)
    expect((await classification(after.headers.get('etag') ?? '')).status).toBe(304)
  })

  test('that changes nothing still counts: the list is known to be current, and its tag says so', async () => {
    const before = (await classification()).headers.get('etag')
    await refresh()
    const after = await classification()
    expect(after.headers.get('etag')).not.toBe(before)
    const { refreshed_at, last_change, last_try } = await statusOf('classification')
    expect(((await after.json()) as List).refreshed_at).toBe(refreshed_at)
    expect(last_change).toBeNull()
    expect(last_try).toMatchObject({ message: null, by: 'control', at: refreshed_at })
  })

  test('is told to whoever looks after the lists', async () => {
    exchange()
    await refresh()
    expect(await statusOf('classification')).toMatchObject({
      count: 45,
      obsolete: [{ code: '022', since: expect.any(String) as string }],
      last_change: { added: [fees], removed: [{ code: '022' }] },
    })
  })

  test('outlives a restart', async () => {
    exchange()
    await refresh()
    const before = await statusOf('classification')
    const tag = (await classification()).headers.get('etag')
    await shop.close({ keep: true })
    await open(shop.dataDir)
    expect(await statusOf('classification')).toEqual(before)
    expect((await classification()).headers.get('etag')).toBe(tag)
    const { status } = await api.submit('sale', 'invoice', invoice('after the restart'))
    expect(status).toBe(422)
  })

  test('brings back what was gone', async () => {
    exchange()
    await refresh()
    pages.publish('classification', (entries) => entries)
    await refresh()
    expect((await api.submit('sale', 'invoice', invoice('back'))).status).toBe(202)
    expect(await statusOf('classification')).toMatchObject({ count: 45, obsolete: [{ code: '901' }] })
  })

  test('asked for twice at once is one', async () => {
    const [one, other] = await Promise.all([refresh(), refresh()])
    expect(one).toEqual(other)
    expect([...pages.asked.values()]).toEqual(Array(8).fill(1))
    expect(await shop.gateway.store.codes.tries('unit', 9)).toHaveLength(1)
  })
})

describe('a code that is gone', () => {
  test('is refused by its name, while what was accepted with it stays and can be asked for', async () => {
    const body = invoice('early')
    const early = await api.submit('sale', 'invoice', body)
    expect(early.status).toBe(202)
    const valid = await api.until(early.body, 'Valid', 'Invalid')
    expect(valid.STATUS).toBe('Valid')
    exchange()
    await refresh()
    const late = await api.submit('sale', 'invoice', invoice('late'))
    expect(late.status).toBe(422)
    expect(late.body.errors).toEqual([
      expect.objectContaining({ pointer: '/LINES/0/CLASSIFICATION_CODES/0', code: 'obsolete_code' }),
    ])
    const unknown = { LINES: [{ ...(body['LINES'] as object[])[0], CLASSIFICATION_CODES: ['902'] }] }
    const never = await api.submit('sale', 'invoice', invoice('never', unknown))
    expect(never.body.errors).toEqual([expect.objectContaining({ code: 'unknown_code' })])
    expect((await api.status('sale', 'invoice', valid.SALE_GUID)).body).toEqual(valid)
    const again = await api.submit('sale', 'invoice', body)
    expect({ status: again.status, guid: again.body.SALE_GUID }).toEqual({ status: 200, guid: valid.SALE_GUID })
  })

  test('that a company is set up with is found by the doctor', async () => {
    interface Doctor {
      readonly checks: readonly { readonly name: string; readonly verdict: string; readonly message: string }[]
    }
    const checks = async () =>
      (await operator<Doctor>('GET', '/doctor')).checks.filter(({ name }) => name.startsWith('codes'))
    expect((await checks()).map(({ name, verdict }) => [name, verdict])).toEqual([['codes', 'good']])
    const [company] = await shop.gateway.store.companies.list()
    const msicCode = company?.profile.msicCode ?? ''
    pages.publish('msic', (entries) => entries.filter(({ Code }) => Code !== msicCode))
    await refresh()
    const [, own] = await checks()
    expect(own).toMatchObject({ name: 'codes DEMO', verdict: 'bad' })
    expect(own?.message).toContain(msicCode)
  })
})
