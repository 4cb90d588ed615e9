import { expect, onTestFinished, test } from 'vitest'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { apiOf } from '../support/api.ts'
import { startGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { startQuietAuthority } from '../support/quiet-authority.ts'
import { invoice } from '../support/till.ts'

type Company = OperatorAnswer<'setCredentials'>

test('a shop that changes its client secret sells on, and its owner is told which secret works', async () => {
  const demo = demoCompanyAt(Date.now())
  const { companyCode: COMPANY_CODE, tin } = demo.profile
  const practice = await startQuietAuthority({
    rateScale: 100_000,
    validationMs: 20,
    companies: async () => [demo.profile],
  })
  onTestFinished(() => practice.close())
  const env = { RESIT_AUTHORITY: 'myinvois', RESIT_MYINVOIS_API_URL: practice.url }
  const shop = await startGateway({ env })
  onTestFinished(() => shop.close())
  await shop.gateway.store.companies.save(demo, 'test')
  const { clientId: CLIENT_ID, clientSecret } = practice.credentialsFor(tin)
  const access = { COMPANY_CODE, CLIENT_ID, CLIENT_SECRET: 'of last year', SECOND_CLIENT_SECRET: clientSecret }
  const given = await operate<Company>(shop, 'POST', '/companies/credentials', access)
  expect([given.status, given.body.SECOND_SECRET]).toEqual([200, 'unused'])
  const api = apiOf(shop, await shop.token())
  const sell = async (code: string) => api.until((await api.submit('sale', 'invoice', invoice(code))).body, 'Valid')
  await sell('S1')
  const companies = async () => operate<OperatorAnswer<'listCompanies'>>(shop, 'GET', '/companies')
  await expect.poll(async () => (await companies()).body.items[0]?.SECOND_SECRET).toBe('works')
  expect(JSON.stringify((await companies()).body)).not.toContain('of last year')
  const removed = await operate<Company>(shop, 'POST', '/companies/credentials/unused_secret', { COMPANY_CODE })
  expect([removed.status, removed.body.SECOND_SECRET, removed.body.HAS_CREDENTIALS]).toEqual([200, 'none', true])
  await sell('S2')
  const unknown = { COMPANY_CODE: 'NO SUCH' }
  expect((await operate(shop, 'POST', '/companies/credentials/unused_secret', unknown)).status).toBe(404)
})
