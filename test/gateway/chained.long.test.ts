import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { families, type Kind, kinds } from '../../shared/domain/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { type Chain, importCompany, startChain } from '../support/chain.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { customer, document, invoice } from '../support/till.ts'
import { startTunnel, type Tunnel } from '../support/tunnel.ts'

/** Shop, head office and authority in a row. The connection between the first two can be cut. */
let chain: Chain
let tunnel: Tunnel
let shop: Api
let office: Api

beforeAll(async () => {
  chain = await startChain({
    baseUrlFor: async ({ port }) => {
      tunnel = await startTunnel(port)
      return tunnel.baseUrl
    },
  })
  shop = apiOf(chain.shop, await chain.shop.token())
  office = apiOf(chain.office, await chain.office.token())
})

afterAll(async () => {
  await chain.close()
  await tunnel.close()
})

const sell = async (code: string, more = {}): Promise<WireRecord> =>
  (await shop.submit('sale', 'invoice', invoice(code, more))).body
const settled = (record: WireRecord) => shop.until(record, 'Valid', 'Invalid')
const atOffice = async ({ FAMILY, KIND, SALE_GUID }: WireRecord) => office.status(FAMILY, KIND, SALE_GUID)
const submissionsOf = (kind: Kind) => tunnel.requests.filter((line) => line.endsWith(`${kind}_submission`)).length
const copiesAtAuthority = ({ DOCUMENT_NUMBER }: WireRecord) =>
  chain.practice.ledger.documents().filter(({ internalId }) => internalId === DOCUMENT_NUMBER).length

describe.each(families)('a %s document', (family) => {
  test.concurrent.each(kinds)(
    'of kind %s becomes valid through both, under one GUID and with the authority’s own names',
    async (kind) => {
      const { body: kept } = await shop.submit(
        family,
        kind,
        document(family, kind, `${family} ${kind}`, { EXTRA: { table: 7 } }),
      )
      const record = await settled(kept)
      const { body: above } = await atOffice(record)
      expect(record.STATUS).toBe('Valid')
      expect(above).toMatchObject({
        STATUS: 'Valid',
        DOCUMENT_NUMBER: record.DOCUMENT_NUMBER,
        TOTAL_PAYABLE: record.TOTAL_PAYABLE,
      })
      expect(record.AUTHORITY).toEqual(above.AUTHORITY)
      expect(record.VALIDATED_AT).toBe(above.VALIDATED_AT)
      expect((await fetch(record.AUTHORITY?.VALIDATION_URL ?? '')).status).toBe(200)
      expect(copiesAtAuthority(record)).toBe(1)
    },
  )
})

test('a note finds at the office the sale that it refers to', async () => {
  const sold = await settled(await sell('C2'))
  const { body } = await shop.submit(
    'sale',
    'credit_note',
    document('sale', 'credit_note', 'C2', { ORIGINALS: [{ SALE_GUID: sold.SALE_GUID }] }),
  )
  expect((await settled(body)).STATUS).toBe('Valid')
  const refused = await office.post('/sale/invoice_cancellation', { SALE_GUID: sold.SALE_GUID, REASON: 'Wrong goods' })
  expect(refused.body.code).toBe('cancel_denied_referenced')
})

test('a document that the office does not take is invalid at the shop, with every reason and its place', async () => {
  await importCompany(chain.shop, { COMPANY_GUID: randomUUID(), COMPANY_CODE: 'ONLY HERE' })
  const record = await settled(await sell('C3', { COMPANY_CODE: 'ONLY HERE' }))
  expect(record).toMatchObject({ STATUS: 'Invalid', ERRORS: [{ CODE: 'company_unknown', FIELD: '/COMPANY_CODE' }] })
  expect((await atOffice(record)).status).toBe(404)
})

test('a sale code that the office has from another till is refused with the office’s words', async () => {
  const taken = await office.submit('sale', 'invoice', invoice('C4'))
  expect(taken.status).toBe(202)
  const record = await settled(await sell('C4'))
  expect(record).toMatchObject({ STATUS: 'Invalid', ERRORS: [{ CODE: 'business_key_reused', FIELD: '' }] })
})

test('the authority’s own refusal comes down with its reasons, and a correction goes up as the next revision', async () => {
  const refused = await settled(await sell('C5', { BUYER: { ...customer, TIN: 'C99999999990' } }))
  expect(refused).toMatchObject({ STATUS: 'Invalid', ERRORS: [{ CODE: 'ERR406' }] })
  const mended = await settled(await sell('C5'))
  expect(mended).toMatchObject({ STATUS: 'Valid', REVISION: 2 })
  expect((await atOffice(mended)).body).toMatchObject({ STATUS: 'Valid', REVISION: 2 })
})

test('a correction that was lost on its way is not taken for the revision before it', async () => {
  await settled(await sell('C6', { BUYER: { ...customer, TIN: 'C99999999990' } }))
  tunnel.loseRequest('/sale/invoice_submission')
  const mended = await settled(await sell('C6'))
  expect(mended).toMatchObject({ STATUS: 'Valid', REVISION: 2 })
})

test('a void at the shop comes before the office hears of the sale, which it then never does', async () => {
  await operate(chain.shop, 'POST', '/sending/pause', {})
  const { SALE_GUID } = await sell('C7')
  const voided = await shop.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })
  expect(voided.body.STATUS).toBe('Voided')
  await operate(chain.shop, 'POST', '/sending/resume', {})
  // A later sale has arrived, so the voided one would have arrived too.
  await settled(await sell('C7 after'))
  expect((await atOffice(voided.body)).body.code).toBe('record_not_found')
})

test('a void at the office shows at the shop as a refusal that says so', async () => {
  const faraway = await startChain({ office: { RESIT_DISPATCH: 'off' } })
  try {
    const till = apiOf(faraway.shop, await faraway.shop.token())
    const desk = apiOf(faraway.office, await faraway.office.token())
    const { body } = await till.submit('sale', 'invoice', invoice('1'))
    await till.until(body, 'InProgress')
    let voided = await desk.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: body.SALE_GUID })
    while (voided.status === 404)
      voided = await desk.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: body.SALE_GUID })
    const record = await till.until(body, 'Invalid')
    expect(record.ERRORS).toEqual([expect.objectContaining({ CODE: 'record_voided' })])
  } finally {
    await faraway.close()
  }
})

describe('a cancellation', () => {
  const cancel = ({ SALE_GUID }: WireRecord) =>
    shop.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })

  test('goes through both to the authority', async () => {
    const sold = await settled(await sell('C8'))
    const cancelled = await cancel(sold)
    expect(cancelled).toMatchObject({ status: 200, body: { STATUS: 'Cancelled', CANCELLATION: { STATE: 'Accepted' } } })
    expect((await atOffice(sold)).body).toMatchObject({ STATUS: 'Cancelled', CANCELLATION: { REASON: 'Wrong goods' } })
  })

  test('whose answer was lost is looked up (QR9)', async () => {
    const sold = await settled(await sell('C9'))
    tunnel.loseAnswerTo('/sale/invoice_cancellation')
    expect((await cancel(sold)).status).toBe(202)
    expect((await shop.until(sold, 'Cancelled')).CANCELLATION?.STATE).toBe('Accepted')
  })

  test('that the office denies is denied at the shop for the same reason', async () => {
    const sold = await settled(await sell('C10'))
    const note = await office.submit(
      'sale',
      'debit_note',
      document('sale', 'debit_note', 'C10', { ORIGINALS: [{ SALE_GUID: sold.SALE_GUID }] }),
    )
    expect(note.status).toBe(202)
    expect(await cancel(sold)).toMatchObject({
      status: 409,
      body: { code: 'cancel_denied_referenced', record: { STATUS: 'Valid' } },
    })
  })
})

test('an answer that was lost after the office had committed is found by the GUID and never sent again (UP3)', async () => {
  const before = submissionsOf('invoice')
  tunnel.loseAnswerTo('/sale/invoice_submission')
  const record = await settled(await sell('C11'))
  expect(record.STATUS).toBe('Valid')
  expect(submissionsOf('invoice') - before).toBe(1)
  expect(copiesAtAuthority(record)).toBe(1)
})

test('while the office is stopped the shop keeps on selling, and afterwards everything is there once', async () => {
  const stopped = chain.office
  tunnel.target = null
  const kept = await Promise.all(['C12 a', 'C12 b', 'C12 c'].map((code) => sell(code)))
  await stopped.close({ keep: true })
  kept.push(...(await Promise.all(['C12 d', 'C12 e'].map((code) => sell(code)))))
  expect(kept.map(({ STATUS }) => STATUS)).toEqual(kept.map(() => 'Pending'))
  const office2 = await startGateway({ dataDir: stopped.dataDir })
  chain = { ...chain, ...replaced(office2) }
  office = apiOf(office2, await office2.token())
  tunnel.target = office2.port
  const arrived = await Promise.all(kept.map(settled))
  expect(arrived.map(({ STATUS }) => STATUS)).toEqual(kept.map(() => 'Valid'))
  expect(arrived.map(copiesAtAuthority)).toEqual(kept.map(() => 1))
})

function replaced(office2: TestGateway): Pick<Chain, 'office' | 'practice' | 'close'> {
  const { practice } = office2.gateway
  if (!practice) throw new Error('the office is not in practice mode')
  const { shop: first } = chain
  return {
    office: office2,
    practice,
    async close() {
      await first.close()
      await office2.close()
    },
  }
}

test('both TIN endpoints ask the office', async () => {
  const ali = { customer_tin: 'IG10203040506', customer_idtype: 'NRIC', customer_idnum: '770625015324' }
  const validate = (more = {}) =>
    shop.post<{ valid: boolean; response_msg: string }>('/taxauth/tin_validation', { ...ali, ...more })
  expect((await validate()).body).toMatchObject({ valid: true, response_msg: '' })
  expect((await validate({ customer_idnum: '770625015325' })).body).toMatchObject({
    valid: false,
    response_msg: expect.stringMatching(/./),
  })
  const search = (type: string, number: string) =>
    shop.get<{ customer_tin?: string; code?: string }>(
      `/taxauth/tin_search?customer_idtype=${type}&customer_idnum=${number}`,
    )
  expect((await search('NRIC', '770625015324')).body.customer_tin).toBe(ali.customer_tin)
  expect((await search('BRN', '200001000001')).body.code).toBe('taxpayer_ambiguous')
  expect((await search('BRN', '199901999999')).body.code).toBe('taxpayer_not_found')
})

test('with a token that the office does not know everything waits, and says whom it waits for', async () => {
  const env = {
    RESIT_AUTHORITY: 'gateway',
    RESIT_UPSTREAM_URL: chain.office.baseUrl,
    RESIT_UPSTREAM_TOKEN: 'rst_of-nobody',
  }
  const stranger = await startGateway({ env })
  try {
    await importCompany(stranger)
    const till = apiOf(stranger, await stranger.token())
    const { body } = await till.submit('sale', 'invoice', invoice('1'))
    await expect
      .poll(async () => (await till.status('sale', 'invoice', body.SALE_GUID)).body)
      .toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'company_not_ready' }, NEXT_ACTION: { ACTION: 'void' } })
  } finally {
    await stranger.close()
  }
})
