import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'

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
