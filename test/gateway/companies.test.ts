import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorApi } from '../../shared/api/operator.ts'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { startChain } from '../support/chain.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { faultsOf, send } from '../support/people.ts'
import { raw } from '../support/raw.ts'

describe('the profile of a company', () => {
  let shop: TestGateway
  beforeAll(async () => {
    shop = await startGateway()
  })
  afterAll(() => shop.close())

  const guid = '7a0c1f54-3d5b-4e0e-9c39-0b2f6d3f1a77'
  const whole = {
    COMPANY_GUID: guid,
    COMPANY_CODE: 'RUNCIT',
    NAME: 'Kedai Runcit Contoh Sdn. Bhd.',
    TIN: 'C20830570211',
    ID_TYPE: 'BRN',
    ID_NUMBER: '201901234568',
    PHONE: '+60387654321',
    ADDRESS: {
      LINES: ['12 Jalan Rumah', 'Seksyen 7', 'Blok B'],
      CITY: 'Shah Alam',
      POSTCODE: '40000',
      STATE_CODE: '10',
      COUNTRY_CODE: 'MYS',
    },
    SST_NUMBER: 'A01-2345-67891012',
    TOURISM_TAX_NUMBER: '123-4567-89012345',
    EMAIL: 'akaun@contoh.example',
    MSIC_CODE: '47111',
    BUSINESS_ACTIVITY: 'Provision stores',
    TIME_ZONE: 'Asia/Kuching',
    CONSOLIDATION_LIMIT: '0',
    CONSOLIDATE_SELF_BILLED: true,
  }
  const { SST_NUMBER: _sst, TOURISM_TAX_NUMBER: _tourism, EMAIL: _email, ...least } = whole

  test.each([
    ['with everything that can be said of one', whole],
    ['with the least', { ...least, CONSOLIDATION_LIMIT: '8000', CONSOLIDATE_SELF_BILLED: false }],
  ])('a company %s is shown as it was handed over, and may be handed over again as it is shown', async (_, company) => {
    expect((await operate(shop, 'POST', '/companies', company)).status).toBe(200)
    const kept = await operate(shop, 'GET', `/companies/${guid}`)
    expect(kept).toMatchObject({ status: 200, body: company })
    expect((await operate(shop, 'POST', '/companies', kept.body)).status).toBe(200)
    expect((await operate(shop, 'GET', `/companies/${guid}`)).body).toEqual(kept.body)
  })

  test('a company that is not here is not shown', async () => {
    const answer = await operate(shop, 'GET', '/companies/99999999-0000-4000-8000-000000000000')
    expect(answer).toMatchObject({ status: 404, body: { code: 'company_not_found' } })
  })
})

describe('a token of one company', () => {
  let shop: TestGateway
  /** A token of an earlier version: admin, and limited to the company DEMO. */
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
  const rows = Object.values(operatorApi)
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
})

describe('outlets', () => {
  type Outlets = OperatorAnswer<'listOutlets'>
  const outletsOf = async (office: TestGateway) => (await operate<Outlets>(office, 'GET', '/outlets')).body.items

  test('a head office hears how an outlet stands, and that somebody closed it', async () => {
    const chain = await startChain()
    await expect.poll(() => outletsOf(chain.office)).toMatchObject([{ state: 'open', verdict: 'good', unsent: 0 }])
    await chain.shop.close()
    await expect.poll(() => outletsOf(chain.office)).toMatchObject([{ state: 'closed' }])
    await chain.office.close()
  })

  const minuteMs = 60_000
  const report = {
    version: '2.0.0',
    at: '2026-11-20T04:00:00.000Z',
    verdict: 'warning',
    alerts: ['of_a_later_version'],
    unsent: 3,
    oldest_unsent_at: '2026-11-20T03:50:00.000Z',
    in_doubt: 1,
    unconsolidated: 12,
    needs_person: 0,
    closing: false,
  }

  describe('an outlet', () => {
    let office: TestGateway
    let bearer: string
    beforeAll(async () => {
      office = await startGateway()
      bearer = await office.token({ scopes: ['submit', 'read'] })
    })
    afterAll(() => office.close())

    const says = (more: object) =>
      send(office, 'POST', '/operator/v1/outlets/reports', { bearer, body: { ...report, ...more } })
    /** Sets the age of the outlet's last report. */
    const ago = async (ms: number) => {
      const { tokens } = office.gateway.store
      for (const { id, report: said, heardAt } of await tokens.reports()) await tokens.reported(id, said, heardAt - ms)
    }
    const alert = async () => {
      const { body } = await operate<OperatorAnswer<'health'>>(office, 'GET', '/health')
      return body.alerts.find(({ code }) => code === 'outlet_silent') ?? null
    }

    test('of a later version is shown with what is known here', async () => {
      const at = new Date(Date.now() + 5 * minuteMs).toISOString()
      expect((await says({ at, of_later: true })).status).toBe(200)
      const [outlet, ...others] = await outletsOf(office)
      const { closing: _, ...shown } = report
      expect(outlet).toMatchObject({ ...shown, at, state: 'open' })
      expect(Math.round((outlet?.clock_ahead_ms ?? 0) / minuteMs)).toBe(5)
      expect(others).toEqual([])
      expect(await alert()).toBeNull()
    })

    test('that is not heard of is an alarm, with its name and since when, until it is heard of again', async () => {
      await says({})
      await ago(20 * minuteMs)
      const [outlet] = await outletsOf(office)
      expect(outlet?.state).toBe('silent')
      expect((await alert())?.message).toContain(`${outlet?.name}: not heard of since ${outlet?.heard_at}`)
      await says({})
      expect(await alert()).toBeNull()
    })

    test('that was closed is none for a long weekend, and is one after it', async () => {
      await says({ closing: true })
      await ago(3 * 24 * 60 * minuteMs)
      expect((await outletsOf(office))[0]?.state).toBe('closed')
      expect(await alert()).toBeNull()
      await ago(2 * 24 * 60 * minuteMs)
      expect((await outletsOf(office))[0]?.state).toBe('silent')
      expect(await alert()).not.toBeNull()
    })

    test('whose token was revoked is shown no more', async () => {
      await says({})
      const [outlet] = await outletsOf(office)
      await operate(office, 'POST', '/tokens/revocation', { id: outlet?.id })
      expect(await outletsOf(office)).toEqual([])
    })

    test('says what it says as it must be said', async () => {
      const other = await office.token({ scopes: ['submit'] })
      const ask = { bearer: other, body: { ...report, unsent: -1 } }
      expect(await send(office, 'POST', '/operator/v1/outlets/reports', ask)).toMatchObject({ status: 422 })
      const reader = await office.token({ scopes: ['read'] })
      expect(
        (await send(office, 'POST', '/operator/v1/outlets/reports', { bearer: reader, body: report })).status,
      ).toBe(403)
    })
  })
})
