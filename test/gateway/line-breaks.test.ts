import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { companyGuid } from '../support/till.ts'

let shop: TestGateway
let token: string
beforeAll(async () => {
  shop = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  token = await shop.token()
})
afterAll(() => shop.close())

const range = { company_guid: companyGuid, submission_from: '2026-11-01', submission_to: '2026-11-02' }
const by = (name: string) => `/v1/sale/invoice_checkstatus/by_${name}`

test.each([
  ['a return', '\rX-Evil: 1'],
  ['a line break', '\nX-Evil: 1'],
  ['both and a space', '\r\n X-Evil: 1'],
  ['a nought', '\0X-Evil: 1'],
])('a header with %s in it is no request, and its connection ends (IN23)', async (_, smuggled) => {
  const socket = connect(shop.port, '127.0.0.1')
  const headers = { ...range, outlet_name: `KLCC${smuggled}`, authorization: `Bearer ${token}` }
  const lines = Object.entries({ host: `127.0.0.1:${shop.port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write([`GET ${by('submission')} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const said = await text(socket)
  // A line break alone begins another header, which is one that nobody asks for.
  expect(said).toMatch(smuggled.startsWith('\n') ? /^HTTP\/1\.1 (200|400) / : /^HTTP\/1\.1 400 /)
  expect(said).not.toMatch(/evil/i)
})

const company = {
  COMPANY_GUID: '7a0c1f54-3d5b-4e0e-9c39-0b2f6d3f1a77',
  COMPANY_CODE: 'RUNCIT',
  NAME: 'Kedai Runcit Contoh Sdn. Bhd.',
  TIN: 'C20830570211',
  ID_TYPE: 'BRN',
  ID_NUMBER: '201901234568',
  PHONE: '+60387654321',
  ADDRESS: {
    LINES: ['12 Jalan Rumah'],
    CITY: 'Shah Alam',
    POSTCODE: '40000',
    STATE_CODE: '10',
    COUNTRY_CODE: 'MYS',
  },
  MSIC_CODE: '47111',
  BUSINESS_ACTIVITY: 'Provision stores',
  TIME_ZONE: 'Asia/Kuching',
  CONSOLIDATION_LIMIT: '0',
  CONSOLIDATE_SELF_BILLED: false,
}
const credentials = {
  COMPANY_CODE: 'RUNCIT',
  CLIENT_ID: 'client',
  CLIENT_SECRET: 'secret',
  ON_BEHALF_OF: 'C20830570211:201901234568',
}

interface Refusal {
  readonly errors?: readonly { readonly pointer: string }[]
}

test('nothing is kept that would end the header in which the authority is told for whom we speak (IN23)', async () => {
  expect((await operate(shop, 'POST', '/companies', company)).status).toBe(200)
  const told = [
    ['/companies', company, 'TIN', company.TIN],
    ['/companies', company, 'ID_NUMBER', company.ID_NUMBER],
    ['/companies/credentials', credentials, 'ON_BEHALF_OF', credentials.ON_BEHALF_OF],
  ] as const
  for (const [path, right, name, value] of told)
    for (const smuggled of ['\r\nX-Evil: 1', '\nX-Evil: 1', '\rX-Evil: 1', '\n', '\0']) {
      const body = { ...right, [name]: `${value}${smuggled}` }
      const answer = await operate<Refusal>(shop, 'POST', path, body)
      expect([name, answer.status, answer.body.errors?.[0]?.pointer]).toEqual([name, 422, `/${name}`])
    }
})
