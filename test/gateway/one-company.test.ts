import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operator } from '../../shared/api/operator.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { faultsOf, send } from '../support/people.ts'
import { raw } from '../support/raw.ts'

let shop: TestGateway
/** As an earlier version issued it: admin, and bound to the company DEMO. */
const bearer = 'rst_issued-before-admin-was-for-all-companies'
beforeAll(async () => {
  shop = await startGateway()
  const { store } = shop.gateway
  const [demo] = await store.companies.list()
  const { companyGuid } = demo?.profile ?? { companyGuid: null }
  expect(companyGuid).not.toBeNull()
  const times = { createdAt: 0, lastUsedAt: null, revokedAt: null }
  const token = { id: 'before', name: 'Head office', scopes: ['read', 'admin'], companyGuid, ...times } as const
  await store.tokens.create(token, hash('sha256', bearer, 'hex'), 'control')
})
afterAll(() => shop.close())

const filled = (path: string) => path.replace(/\{\w+\}/g, '99999999-0000-4000-8000-000000000000')
const rows = Object.values(operator)
  .filter(({ scope }) => scope === 'admin')
  .map(({ method, path }) => ({ method, path: `/operator/v1${filled(path)}` }))

describe('a token of one company', () => {
  test.each([...rows, { method: 'GET' as const, path: '/metrics' }])(
    'has no $method $path, which is of every company (contract 3)',
    async ({ method, path }) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
      const { status, text } = await raw(shop.port, { method, path, headers })
      expect([status, (JSON.parse(text) as { readonly code: string }).code]).toEqual([403, 'insufficient_scope'])
      expect(text).toContain('for one company only')
    },
  )

  test('still has what its other scopes open', async () => {
    expect((await send(shop, 'GET', '/operator/v1/records', { bearer })).status).toBe(200)
  })

  test('is not made with the scope admin, and the answer says why', async () => {
    const ask = (company: string | null) =>
      send(shop, 'POST', '/operator/v1/tokens', {
        bearer: shop.gateway.controlToken,
        body: { name: 'Head office', scopes: ['read', 'admin'], company },
      })
    const refused = await ask('DEMO')
    expect([refused.status, faultsOf(refused)]).toEqual([422, ['/company admin_of_one_company']])
    expect(refused.body.errors?.[0]?.message).toContain('Leave the company out')
    expect((await ask(null)).status).toBe(200)
  })
})
