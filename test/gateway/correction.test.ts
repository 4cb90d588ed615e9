import { describe, expect, test } from 'vitest'
import { qrTextOf } from '../../electron/gateway/authority/practice/taxpayer-questions.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { send } from '../support/people.ts'
import { openShop } from '../support/shop.ts'
import { customer, invoice } from '../support/till.ts'

const shop = openShop({})
const { saleCode, submit } = shop
const ask = (method: 'GET' | 'POST', path: string, body?: object) => {
  const bearer = shop.gateway.gateway.controlToken
  return send(shop.gateway, method, `/operator/v1${path}`, { bearer, ...(body && { body }) })
}

/** A person whose number the record's own page masks; the authority knows no such TIN. */
const unknown = { ...customer, TIN: 'IG99999999990', ID_TYPE: 'NRIC', ID_NUMBER: '770625015324' }

describe('the correction of a refused record', () => {
  test('gives the body as it was sent, in full, and taken back mended it is a new revision', async () => {
    const body = invoice(saleCode(), { BUYER: unknown, EXTRA: { TABLE: 5 } })
    const refused = await shop.api.until((await submit(body)).body, 'Invalid')
    const { status, body: told } = await ask('GET', `/records/${refused.SALE_GUID}/correction`)
    expect({ status, body: told['body'] }).toEqual({ status: 200, body })

    const again = await submit({ ...(told['body'] as object), SALE_GUID: refused.SALE_GUID, BUYER: customer })
    expect(again).toMatchObject({ status: 202, body: { REVISION: 2 } })
    expect((await shop.api.until(again.body, 'Valid')).SALE_GUID).toBe(refused.SALE_GUID)
  })

  test.each([0, 1000, 2000])('is no duplicate to the authority where its sale is %i ms later', async (laterMs) => {
    const soldAt = Math.floor(Date.now() / 1000) * 1000 - 60_000
    const at = (ms: number) => ({ ISSUED_AT: new Date(ms).toISOString() })
    const code = saleCode()
    const { body } = await submit(invoice(code, { BUYER: unknown, ...at(soldAt) }))
    await shop.api.until(body, 'Invalid')
    await submit(invoice(code, { BUYER: unknown, EXTRA: { TABLE: 5 }, ...at(soldAt + laterMs) }))
    expect((await shop.api.until(body, 'Invalid')).ERRORS).toEqual([expect.objectContaining({ CODE: 'ERR406' })])
    await submit(invoice(code, at(soldAt + laterMs)))
    expect(await shop.api.until(body, 'Valid')).toMatchObject({ STATUS: 'Valid', REVISION: 3 })
  })

  test('is denied for any other record, whose numbers of people stay masked', async () => {
    const valid = await shop.api.until((await submit(invoice(saleCode()))).body, 'Valid')
    const { status, body } = await ask('GET', `/records/${valid.SALE_GUID}/correction`)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'correction_denied_status' })
  })

  test('is denied after the record was closed', async () => {
    const { body } = await submit(invoice(saleCode(), { BUYER: unknown }))
    const refused: WireRecord = await shop.api.until(body, 'Invalid')
    await ask('POST', `/records/${refused.SALE_GUID}/closure`, {})
    const answer = await ask('GET', `/records/${refused.SALE_GUID}/correction`)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'record_closed' })
  })
})

describe('the code of a buyer’s MyInvois app', () => {
  const guid = qrTextOf(String(customer['TIN']))
  const named = { NAME: customer['NAME'], TIN: customer['TIN'], ID_TYPE: 'BRN', ID_NUMBER: customer['ID_NUMBER'] }

  test.each([
    ['as base64, which is what a scanner reads', Buffer.from(guid).toString('base64')],
    ['as the GUID itself', guid.toUpperCase()],
  ])('names them, %s', async (_, code) => {
    const { status, body } = await ask('POST', '/taxpayers/scan', { code })
    expect({ status, body }).toMatchObject({ status: 200, body: { ...named, EMAIL: null, SST_NUMBER: null } })
  })

  test('that names nobody is not found, and something else is no code', async () => {
    const nobody = await ask('POST', '/taxpayers/scan', { code: '99999999-0000-4000-8000-000000000001' })
    expect({ status: nobody.status, code: nobody.body.code }).toEqual({ status: 404, code: 'taxpayer_not_found' })
    const barcode = await ask('POST', '/taxpayers/scan', { code: '9556001234567' })
    expect({ status: barcode.status, pointer: barcode.body.errors?.[0]?.pointer }).toEqual({
      status: 422,
      pointer: '/code',
    })
  })

  test('is written down, without the code and whom it named', async () => {
    const { acts } = shop.gateway.gateway.store
    const scanned = (await acts.list(0, 1_000)).filter(({ type }) => type === 'taxpayer_scanned')
    expect(scanned.map(({ facts }) => facts)).toContainEqual({ answer: 'found' })
    expect(JSON.stringify(scanned)).not.toContain(guid)
  })
})
