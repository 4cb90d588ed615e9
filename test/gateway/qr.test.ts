import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { modulesOfPng, modulesOfSvg, readQr } from '../support/qr.ts'
import { raw } from '../support/raw.ts'
import { customer, invoice } from '../support/till.ts'

let shop: TestGateway
let api: Api
let token: string
let valid: WireRecord

beforeAll(async () => {
  shop = await startGateway()
  token = await shop.token()
  api = apiOf(shop, token)
  valid = await api.until((await api.submit('sale', 'invoice', invoice('qr'))).body, 'Valid', 'Invalid')
})
afterAll(() => shop.close())

const pathOf = ({ SALE_GUID }: Pick<WireRecord, 'SALE_GUID'>, what: string) =>
  `/operator/v1/records/${SALE_GUID}/${what}`

const get = (path: string, headers: Record<string, string> = {}, secret = token) =>
  fetch(`http://127.0.0.1:${shop.port}${path}`, { headers: { authorization: `Bearer ${secret}`, ...headers } })

async function problemAt(path: string, headers: Record<string, string> = {}, secret = token) {
  const response = await get(path, headers, secret)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  return (await response.json()) as WireProblem
}

const pictures = ['qr.svg', 'qr.png'] as const

async function pictureAt(what: (typeof pictures)[number], record: WireRecord) {
  const response = await get(pathOf(record, what))
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    type: response.headers.get('content-type'),
    bytes,
    ...(what === 'qr.svg' ? modulesOfSvg(bytes.toString()) : modulesOfPng(bytes)),
  }
}

describe.each(pictures)('%s', (what) => {
  test('says the validation link and nothing else, with error correction M and a quiet zone of four modules', async () => {
    const { modules, quietZone, type } = await pictureAt(what, valid)
    expect(valid.AUTHORITY?.VALIDATION_URL).toMatch(/\/[A-Z0-9]{26}\/share\/\w+$/)
    expect(readQr(modules)).toEqual({ text: valid.AUTHORITY?.VALIDATION_URL, errorCorrection: 'M' })
    expect(quietZone).toBe(4)
    expect(type).toContain(what === 'qr.svg' ? 'image/svg+xml' : 'image/png')
  })

  test('is still there once the document is cancelled', async () => {
    const { body } = await api.submit('sale', 'invoice', invoice(`cancelled ${what}`))
    const { SALE_GUID } = await api.until(body, 'Valid')
    await api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })
    const cancelled = await api.until(body, 'Cancelled')
    const { modules } = await pictureAt(what, cancelled)
    expect(readQr(modules).text).toBe(cancelled.AUTHORITY?.VALIDATION_URL)
  })

  test('takes the GUID in any case (IN12)', async () => {
    expect((await get(pathOf({ SALE_GUID: valid.SALE_GUID.toUpperCase() }, what))).status).toBe(200)
  })

  test('before the document is valid has a code of its own, and its record says where it stands', async () => {
    const { body: held } = await api.submit(
      'sale',
      'invoice',
      invoice(`till ${what}`, { BUYER: undefined, CONSOLIDATE: true, ISSUED_AT: new Date().toISOString() }),
    )
    expect(held.STATUS).toBe('Pending')
    const told = await problemAt(pathOf(held, what), { 'accept-language': 'ms' })
    expect(told).toMatchObject({ status: 404, code: 'no_validation_link', record: { SALE_GUID: held.SALE_GUID } })
    expect(told.detail).toContain('Pending')
    expect(told.detail).toContain('pautan pengesahan')
  })

  test.each([
    ['an unknown GUID', '6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f506', 'record_not_found'],
    ['what is no GUID', 'today', 'record_not_found'],
    ['an escaped GUID', '%36f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f506', 'route_not_found'],
    ['another path', '6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f506/x', 'route_not_found'],
    ['nothing', '', 'route_not_found'],
  ])('of %s is 404', async (_what, guid, code) => {
    expect(await problemAt(`/operator/v1/records/${guid}/${what}`)).toMatchObject({ status: 404, code })
  })

  test('needs the scope read', async () => {
    const submitting = await shop.token({ scopes: ['submit'] })
    expect(await problemAt(pathOf(valid, what), {}, submitting)).toMatchObject({ code: 'insufficient_scope' })
    const response = await fetch(`http://127.0.0.1:${shop.port}${pathOf(valid, what)}`)
    expect(response.status).toBe(401)
  })

  test('of another company is not found', async () => {
    const other = { COMPANY_GUID: '22222222-2222-4222-8222-222222222222', COMPANY_CODE: `TEH${what.at(-1)}` }
    await operate(shop, 'POST', '/companies', {
      ...other,
      ...customer,
      MSIC_CODE: '56101',
      BUSINESS_ACTIVITY: 'Tea house',
      TIME_ZONE: 'Asia/Kuala_Lumpur',
    })
    const theirs = await shop.token({ scopes: ['read'], companyGuid: other.COMPANY_GUID })
    const told = await problemAt(pathOf(valid, what), {}, theirs)
    expect(told).toMatchObject({ status: 404, code: 'record_not_found' })
    expect(told.record).toBeUndefined()
  })

  test('takes no other method, and says so', async () => {
    const answer = await raw(shop.port, {
      method: 'DELETE',
      path: pathOf(valid, what),
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET'])
  })
})

test('the SVG holds one drawing: nothing that runs, loads or needs a font', async () => {
  const { bytes } = await pictureAt('qr.svg', valid)
  const elements = [...bytes.toString().matchAll(/<(\w+)/g)].map(([, name]) => name)
  expect(elements).toEqual(['svg', 'rect', 'path'])
  expect(bytes.toString()).not.toMatch(/href|url\(|style|on\w+=/)
})
