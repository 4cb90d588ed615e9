import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpack } from '../../electron/gateway/store/rows/compression.ts'
import { searchTextOf } from '../../electron/gateway/store/rows/search-text.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { anAddress } from '../support/sales.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, companyGuid, customer, document, invoice } from '../support/till.ts'

describe('a number in emojis', () => {
  /** A person would count at most fifty characters in each of these. The authority counts UTF-16 units. */
  const shop = openShop({})
  const waiting = { prefer: 'wait=10' }

  test('a shop named in emojis gets a number that the authority takes', async () => {
    const body = invoice(shop.saleCode(), { OUTLET_NAME: '🍜'.repeat(30) })
    const { status, body: record } = await shop.api.post<Record<string, string>>(
      '/sale/invoice_submission',
      body,
      waiting,
    )
    expect({ status, STATUS: record['STATUS'], ERRORS: record['ERRORS'] }).toEqual({
      status: 202,
      STATUS: 'Valid',
      ERRORS: [],
    })
    expect(record['DOCUMENT_NUMBER']?.length).toBeLessThanOrEqual(50)
  })

  test('a number of its own in emojis is taken as long as the authority takes it, and refused at once where not', async () => {
    const send = (emojis: number) =>
      shop.api.post<Record<string, string>>(
        '/sale/invoice_submission',
        invoice(shop.saleCode(), { DOCUMENT_NUMBER: '🍜'.repeat(emojis) }),
        waiting,
      )
    expect((await send(25)).body).toMatchObject({ STATUS: 'Valid', DOCUMENT_NUMBER: '🍜'.repeat(25) })
    const { status, body } = await send(26)
    expect({ status, errors: body['errors'] }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/DOCUMENT_NUMBER', code: 'too_long' }],
    })
  })
})

describe('line breaks', () => {
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
    // A line break alone begins another header, which the gateway ignores.
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
      for (const smuggled of ['\r\nX-Evil: 1', '\nX-Evil: 1', '\rX-Evil: 1', '\0']) {
        const body = { ...right, [name]: `${value}${smuggled}` }
        const answer = await operate<Refusal>(shop, 'POST', path, body)
        expect([name, answer.status, answer.body.errors?.[0]?.pointer]).toEqual([name, 422, `/${name}`])
      }
    // People paste line breaks at the end. They are removed.
    const pasted = await operate(shop, 'POST', '/companies', { ...company, ID_NUMBER: `${company.ID_NUMBER}\n` })
    expect([pasted.status, pasted.body]).toEqual([200, expect.objectContaining({ COMPANY_CODE: 'RUNCIT' })])
    const { profile } = (await shop.gateway.store.companies.byCode('RUNCIT')) ?? {}
    expect(profile?.idNumber).toBe(company.ID_NUMBER)
  })
})

describe('words of the search', () => {
  const shop = openShop({ RESIT_DISPATCH: 'off' })
  const { submit } = shop

  test('a sale is searched by the same words whether the body was read with the sale or is read again later', async () => {
    const named = await submit(
      invoice('W1', { BUYER: { ...customer, NAME: '  Ｋedai  Ĳ \\ 陈记 ', TIN: 'C55566677780' } }),
    )
    const unnamed = await submit(invoice('W2', { BUYER: null, CONSOLIDATE: true }))
    const bought = await shop.api.submit('self_billed', 'invoice', document('self_billed', 'invoice', 'W3'))
    const database = new Database(join(shop.gateway.dataDir, 'resit.db'), { readonly: true })
    const kept = database.prepare<[string], { search_text: string; body: Buffer }>(
      'SELECT search_text, body FROM record JOIN event ON record_seq = record.seq WHERE sale_guid = ?',
    )
    for (const { body } of [named, unnamed, bought]) {
      const row = kept.get(body.SALE_GUID)
      const record = { saleGuid: body.SALE_GUID, saleCode: body.SALE_CODE, documentNumber: body.DOCUMENT_NUMBER }
      const later = searchTextOf(record, { body: unpack(row?.body ?? Buffer.of())?.plain ?? Buffer.of() })
      expect(row?.search_text).toBe(later)
    }
    database.close()
  })
})

describe('all faults of a body', () => {
  const shop = openShop({})
  const codes = { PAYMENT_METHOD: '99', LINES: [{ ...coffee, CLASSIFICATION_CODES: ['999'] }] }
  const ofCodes = ['/LINES/0/CLASSIFICATION_CODES/0 unknown_code', '/PAYMENT_METHOD unknown_code'] as const

  async function faultsOf(more: Body): Promise<readonly string[] | undefined> {
    const { status, body } = await shop.submit(invoice(shop.saleCode(), more))
    expect(status).toBe(422)
    return body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).toSorted()
  }

  test('codes that are in no list are told beside an unknown company', async () => {
    expect(await faultsOf({ ...codes, COMPANY_CODE: 'NOBODY' })).toEqual(['/COMPANY_CODE company_unknown', ...ofCodes])
  })

  test('codes that are in no list, or no longer, are told beside one that is missing and an amount that is none', async () => {
    const BUYER = { ...customer, ADDRESS: anAddress({ STATE_CODE: '00' }) }
    const LINES = [...codes.LINES, { ...coffee, UNIT_CODE: null, UNIT_PRICE: -1 }]
    expect(await faultsOf({ ...codes, BUYER, LINES })).toEqual([
      '/BUYER/ADDRESS/STATE_CODE obsolete_code',
      ofCodes[0],
      '/LINES/1/UNIT_CODE required',
      '/LINES/1/UNIT_PRICE negative',
      ofCodes[1],
    ])
  })
})
