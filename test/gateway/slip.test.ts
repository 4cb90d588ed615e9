import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asHtml, html } from '../../electron/gateway/features/slip/page.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { languages, words } from '../../shared/words/words.ts'
import { type Api, apiOf } from '../support/api.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { modulesOfSvg, readQr } from '../support/qr.ts'
import { type Body, coffee, customer, document, invoice } from '../support/till.ts'

let shop: TestGateway
let api: Api
let token: string

beforeAll(async () => {
  shop = await startGateway()
  token = await shop.token()
  api = apiOf(shop, token)
})
afterAll(() => shop.close())

async function validOf(body: Body): Promise<WireRecord> {
  const submitted = (await api.submit('sale', 'invoice', body)).body
  const record = await api.until(submitted, 'Valid', 'Invalid')
  expect([record.STATUS, record.ERRORS]).toEqual(['Valid', []])
  return record
}

const get = ({ SALE_GUID }: Pick<WireRecord, 'SALE_GUID'>, language = 'en') =>
  fetch(`http://127.0.0.1:${shop.port}/operator/v1/records/${SALE_GUID}/slip`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })

async function slipOf(record: WireRecord, language = 'en'): Promise<string> {
  const response = await get(record, language)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  return response.text()
}

/** The text of a page, one line for each element. */
const readable = (page: string): string =>
  page
    .replace(/<style>[^]*<\/style>|<svg[^]*<\/svg>/g, '')
    .replaceAll(/<\/(dt|th)>/g, ': ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/: \n+/g, ': ')
    .replaceAll(/\n+/g, '\n')

const rich: Body = {
  BUYER: { ...customer, EMAIL: 'akaun@pelanggan.example' },
  LINES: [
    {
      ...coffee,
      DESCRIPTION: 'Mesin kopi',
      QUANTITY: 1,
      UNIT_PRICE: '1234.56789',
      DISCOUNT_AMOUNT: '34.57',
      DISCOUNT_REASON: 'Ahli',
      CHARGE_AMOUNT: '10.00',
      CHARGE_REASON: 'Penghantaran',
    },
    { ...coffee, DESCRIPTION: 'Buku', TAXES: [{ TAX_TYPE: 'E', EXEMPTION_REASON: 'Buku dikecualikan' }] },
  ],
  DISCOUNT_AMOUNT: '7.00',
  ROUNDING_AMOUNT: '-0.02',
  PAYMENTS: [
    { METHOD: '01', AMOUNT: '282.58' },
    { METHOD: '04', AMOUNT: '1000.00' },
  ],
  PAYMENT_TERMS: '30 hari',
}

describe('a slip', () => {
  test('says who sells what to whom, with every amount, and where to check it', async () => {
    const record = await validOf(invoice('rich', rich))
    const page = await slipOf(record)
    const text = readable(page)
    for (const line of [
      'PRACTICE: not a MyInvois document',
      'Invoice',
      'VALID',
      `e-Invoice number: ${record.DOCUMENT_NUMBER}`,
      `UUID: ${record.AUTHORITY?.UUID}`,
      'Kedai Kopi Contoh Sdn. Bhd.',
      'TIN: C20830570210',
      'BRN: 202001234567',
      'SST: W10-2404-32000001',
      'Address: Lot 66, Jalan Contoh, 50480 Kuala Lumpur, Wilayah Persekutuan Kuala Lumpur',
      'Telephone: +60312345678',
      'MSIC: 56101',
      'Syarikat Pelanggan Sdn. Bhd.',
      'TIN: C25845632020',
      'BRN: 201901234567',
      'SST: NA',
      'E-mail: akaun@pelanggan.example',
      'Mesin kopi: 1 × 1,234.56789: 1,234.57',
      'Discount: Ahli: −34.57',
      'Charge: Penghantaran: 10.00',
      'Total excluding tax: 1,210.00',
      'Service Tax 6%: 72.60',
      'Exempt: Buku dikecualikan: 0.00',
      'Discount: −7.00',
      'Total tax: 72.60',
      'Total including tax: 1,282.60',
      'Rounding: -0.02',
      'Total payable: MYR 1,282.58',
      'Payment: Cash 282.58',
      'Payment: Credit Card 1,000.00',
      'Terms of payment: 30 hari',
      record.AUTHORITY?.VALIDATION_URL,
    ])
      expect(`${text}\n`).toContain(`\n${line}\n`)
    const svg = /<svg[^]*<\/svg>/.exec(page)?.[0] ?? ''
    expect(readQr(modulesOfSvg(svg).modules).text).toBe(record.AUTHORITY?.VALIDATION_URL)
  })

  test('shows its times where the company is: of issue as the authority has it, and of validation', async () => {
    const record = await validOf(invoice('times', { ISSUED_AT: '2026-01-02T23:30:00Z' }))
    const text = readable(await slipOf(record))
    const here = (instant: string | null) =>
      new Date(Date.parse(instant ?? '') + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    expect(text).toContain(`Validated: ${here(record.VALIDATED_AT)} GMT+08:00`)
    // A sale this old is sent with the time of sending, which is also on the page behind the link.
    const stored = await shop.gateway.store.records.byGuid(record.SALE_GUID)
    const [attempt] = await shop.gateway.store.records.attempts(stored?.seq ?? 0)
    expect(text).toContain(`Issued: ${here(new Date(attempt?.documentTime ?? 0).toISOString())} GMT+08:00`)
    expect(text).not.toContain('2026-01-02')
  })

  test('of a note names its originals, kept here or known by number only', async () => {
    const original = await validOf(invoice('original'))
    const { body } = await api.submit(
      'sale',
      'credit_note',
      document('sale', 'credit_note', 'note', {
        ORIGINALS: [{ SALE_GUID: original.SALE_GUID }, { DOCUMENT_NUMBER: 'OLD-77', AUTHORITY_UUID: 'NA' }],
      }),
    )
    const text = readable(await slipOf(await api.until(body, 'Valid')))
    expect(text).toContain('\nCredit note\n')
    expect(text).toContain(`Refers to: ${original.DOCUMENT_NUMBER} (${original.AUTHORITY?.UUID})`)
    expect(text).toContain('Refers to: OLD-77 (NA)')
  })

  test('of a self-billed document shows the company as the buyer', async () => {
    const { body } = await api.submit('self_billed', 'invoice', document('self_billed', 'invoice', 'self'))
    const text = readable(await slipOf(await api.until(body, 'Valid')))
    expect(text).toContain('\nSelf-billed invoice\n')
    expect(text).toMatch(/Supplier\nStudio Overseas Ltd\.[^]*UNITED KINGDOM[^]*Buyer\nKedai Kopi Contoh Sdn\. Bhd\./)
  })

  test('of a cancelled document says so large, and when', async () => {
    const { SALE_GUID } = await validOf(invoice('undone'))
    const { body } = await api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })
    const page = await slipOf(await api.until(body, 'Cancelled'))
    expect(page).toContain('<p class="status">CANCELLED</p>')
    expect(readable(page)).toMatch(/\nCancelled: \d{4}-/)
    expect(page).not.toContain('VALID')
  })

  test.each(languages)('speaks %s', async (language) => {
    const record = await validOf(invoice(`speaks ${language}`))
    const page = await slipOf(record, language)
    const says = words[language].slip
    expect(page).toContain(`<html lang="${language}">`)
    for (const word of [says.practice, says.sale_invoice, says.valid, says.supplier, says.buyer, says.payable])
      expect(page).toContain(`>${word}<`)
  })

  test('of a document that is not valid has a code of its own', async () => {
    const { body } = await api.submit('sale', 'invoice', invoice('held', { BUYER: undefined, CONSOLIDATE: true }))
    const response = await get(body)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'no_validation_link', record: { STATUS: 'Pending' } })
  })
})

test('a receipt in a consolidated document has a plain slip, and nothing that opens the receipts of others', async () => {
  const asked = { BUYER: null, CONSOLIDATE: true, DOCUMENT_NUMBER: 'PAPER-77', ISSUED_AT: new Date().toISOString() }
  const { body: member } = await api.submit('sale', 'invoice', invoice('member', asked))
  const here = consolidatingAt(shop)
  const { documents } = await here.settled((await here.begin()).body.id)
  const [made] = documents
  const page = await slipOf(member)
  for (const text of ['Receipt number: PAPER-77', 'Kopi O', '7.42']) expect(readable(page)).toContain(text)
  for (const text of [made?.DOCUMENT_NUMBER, made?.AUTHORITY?.UUID, made?.AUTHORITY?.LONG_ID, '<svg', 'class="status"'])
    expect(page).not.toContain(text)
  const qr = await here.call('GET', `/records/${member.SALE_GUID}/qr.svg`)
  expect(qr).toMatchObject({ status: 404, body: { code: 'no_validation_link', record: { STATUS: 'Valid' } } })
})

test('a slip of a refused document has a code of its own', async () => {
  const { body } = await api.submit(
    'sale',
    'invoice',
    invoice('wrong', { BUYER: { ...customer, TIN: 'C99999999990' } }),
  )
  await api.until(body, 'Invalid')
  expect(await (await get(body)).json()).toMatchObject({ code: 'no_validation_link', record: { STATUS: 'Invalid' } })
})

describe('whatever a name says, a slip', () => {
  const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(2)>'&amp;</style></title>{{x}}`

  test('shows it as text (UI1)', async () => {
    const record = await validOf(
      invoice('hostile', {
        DOCUMENT_NUMBER: '"><b onx=1>',
        BUYER: { ...customer, NAME: hostile, ADDRESS: { ...(customer['ADDRESS'] as Body), LINES: [hostile] } },
        LINES: [{ ...coffee, DESCRIPTION: hostile, DISCOUNT_AMOUNT: '1.00', DISCOUNT_REASON: hostile }],
        PAYMENT_TERMS: hostile,
      }),
    )
    const page = await slipOf(record)
    expect(page).not.toMatch(/<(script|img|b onx)|onerror=|onx=|<\/style><\/title>/)
    expect(readable(page).split(hostile)).toHaveLength(6)
    const elements = new Set([...page.matchAll(/<([a-z]\w*)/g)].map(([, name]) => name))
    expect([...elements].filter((name) => !known.includes(name ?? ''))).toEqual([])
  })

  const known = 'html head meta title style body p b h1 h2 dl dt dd div section table tr th td svg rect path'.split(' ')

  test('runs nothing and loads nothing: its policy allows its own style sheet alone', async () => {
    const response = await get(await validOf(invoice('policy')))
    const page = await response.text()
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? ''
    const digest = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toMatch(/ (src|href|style|on\w+)=|url\(|@import/)
  })

  test('is escaped by the page itself, not by who writes it', () => {
    expect(html`<p title="${'"'}">${'<'}${null}${[html`<b>${"'"}</b>`]}</p>`).toEqual(
      asHtml('<p title="&#34;">&#60;<b>&#39;</b></p>'),
    )
  })
})
