import { createHash } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  privateTicket,
  saleGuidOfPrivateTicket,
  saleGuidOfTicket,
} from '../../electron/gateway/features/buyer/receipt.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { BadConfiguration } from '../../electron/gateway/settings/values.ts'
import { buyerWords } from '../../shared/words/buyer.ts'
import { languages } from '../../shared/words/words.ts'
import { type Api, apiOf } from '../support/api.ts'
import { behindProxy, linkOf, startWithBuyers, typedBuyer } from '../support/buyer.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { hourMs, noon } from '../support/records.ts'
import { type Body, document, invoice } from '../support/till.ts'

let shop: TestGateway
let api: Api
let logged = ''
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line) => void (logged += line) })
  shop = await startWithBuyers({ ports: { log } })
  api = apiOf(shop, await shop.token())
})
afterAll(() => shop.close())

const total = '7.42'
const { en } = buyerWords

async function sold(saleCode: string, more: Body = {}) {
  const answer = await api.submit('sale', 'invoice', invoice(saleCode, { BUYER: null, CONSOLIDATE: true, ...more }))
  expect(answer.status).toBe(202)
  const record = answer.body
  return { link: behindProxy(linkOf(answer.headers) ?? '', shop), guid: record.SALE_GUID, code: saleCode, record }
}

const page = async (link: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(link, { headers })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

async function typed(link: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(link, { method: 'POST', headers, body: new URLSearchParams(form) })
  return { status: answer.status, text: await answer.text() }
}

const factsOf = async (guid: string) => {
  const record = (await shop.gateway.store.records.byGuid(guid))?.record
  return { phase: record?.phase, consolidated: record?.consolidated, version: record?.version }
}

describe('the link', () => {
  test('comes with the answer to a receipt, the same again with a repeat, and with nothing else', async () => {
    const body = invoice('L1', { BUYER: null, CONSOLIDATE: true })
    const first = await api.submit('sale', 'invoice', body)
    const again = await api.submit('sale', 'invoice', body)
    expect(linkOf(first.headers)).toMatch(/^https:\/\/buyers\.example\/r\/[0-9a-f-]{36}\.[\w-]{22}$/)
    expect([again.status, linkOf(again.headers)]).toEqual([200, linkOf(first.headers)])
    expect((await api.submit('sale', 'invoice', invoice('L2'))).headers.get('link')).toBeNull()
  })

  test('is not made where there is no page, which needs both of its settings', async () => {
    const without = await startGateway()
    onTestFinished(() => without.close())
    const till = apiOf(without, await without.token())
    const answer = await till.submit('sale', 'invoice', invoice('L1', { BUYER: null, CONSOLIDATE: true }))
    expect(answer.headers.get('link')).toBeNull()
    expect(() => readSettings([], { RESIT_BUYER_PAGE_PORT: '7520' })).toThrow(BadConfiguration)
    const plain = { RESIT_BUYER_PAGE_PORT: '7520', RESIT_BUYER_PAGE_URL: 'http://buyers.example' }
    expect(() => readSettings([], plain)).toThrow(/must be an https address/)
  })
})

test('a buyer who has the paper sees the receipt and makes it an e-invoice in their own name', async () => {
  const { link, code, guid, record } = await sold('B1')
  const opened = await page(link)
  expect([opened.status, opened.text.includes(total), opened.text.includes('KLCC')]).toEqual([200, false, false])
  const shown = await typed(link, { code, total: 'RM 7.42' })
  expect(shown.status).toBe(200)
  for (const text of ['MYR 7.42', 'KLCC', en.details]) expect(shown.text).toContain(text)
  const done = await typed(link, { code, total, ...typedBuyer })
  expect(done).toMatchObject({ status: 200, text: expect.stringContaining(en.done) })
  expect((await api.until(record, 'Valid', 'Invalid')).STATUS).toBe('Valid')
  expect((await factsOf(guid)).consolidated).toBe(false)
})

describe('a buyer without a tax number', () => {
  const { tin: _, ...withoutTin } = typedBuyer
  const abroad = { country: 'SGP', postcode: '', state: '' }

  test.each([
    ['by MyKad', 'N1', { id_type: 'NRIC', id_number: '770625-01-5324' }, 'EI00000000010'],
    ['from abroad by passport', 'N2', { id_type: 'PASSPORT', id_number: 'A12345678', ...abroad }, 'EI00000000020'],
    ['by a registration that the authority knows', 'N3', {}, typedBuyer.tin],
    ['by a registration abroad', 'N4', { id_number: '199912345K', ...abroad }, 'EI00000000020'],
  ])('%s has its e-invoice', async (_who, code, typedAs, tin) => {
    const { link, record } = await sold(code)
    const done = await typed(link, { code, total, ...withoutTin, ...typedAs })
    expect(done).toMatchObject({ status: 200, text: expect.stringContaining(en.done) })
    expect((await api.until(record, 'Valid', 'Invalid')).STATUS).toBe('Valid')
    const stored = await shop.gateway.store.records.byGuid(record.SALE_GUID)
    const body = stored && (await shop.gateway.store.records.body(stored.seq, stored.record.revision))
    expect(JSON.parse(Buffer.from(body ?? '').toString()).BUYER).toMatchObject({ TIN: tin })
  })

  test('is asked for it if the authority knows none of its registration', async () => {
    const { link, code, guid } = await sold('N5')
    const before = await factsOf(guid)
    const asked = await typed(link, { code, total, ...withoutTin, id_number: '209901999999' })
    expect(asked).toMatchObject({ status: 422, text: expect.stringContaining(en.needs_tin) })
    expect(await factsOf(guid)).toEqual(before)
  })
})

test('who asked sees under a link of their own what becomes of it; who has the paper alone does not', async () => {
  const { link, code, record } = await sold('P1')
  const { text } = await typed(link, { code, total, ...typedBuyer })
  const ticket = /href="([^"?]+)\?lang=en"[^>]*>See your/.exec(text)?.[1]
  const own = link.replace(/[^/]+$/, ticket ?? '')
  const { AUTHORITY } = await api.until(record, 'Valid', 'Invalid')
  const seen = await page(own)
  expect(seen.status).toBe(200)
  for (const part of [en.valid, AUTHORITY?.VALIDATION_URL, '<svg']) expect(seen.text).toContain(part)
  const other = await typed(link, { code, total })
  expect(other.text).toContain(en.converted)
  expect(other.text).not.toContain(AUTHORITY?.VALIDATION_URL)
  for (const made of [`${own}x`, own.replace(/\.[^./]+\.(?=[\w-]{22}$)/, '.zzzzzzzz.')])
    expect((await page(made)).status).toBe(404)
})

test('a link to an e-invoice ends after seven days', () => {
  const sign = (text: string) => createHash('sha256').update(text).digest('base64url')
  const guid = '5e1f0000-0000-4000-8000-000000000001'
  const ticket = privateTicket(guid, noon, sign)
  const dayMs = 24 * hourMs
  expect(saleGuidOfPrivateTicket(ticket, noon + 7 * dayMs - 1, sign)).toBe(guid)
  expect(saleGuidOfPrivateTicket(ticket, noon + 7 * dayMs, sign)).toBeNull()
  expect(saleGuidOfTicket(ticket, sign)).toBeNull()
})

test('the page says in plain words what is wrong with what was typed, and keeps it', async () => {
  const { link, code, guid } = await sold('B2')
  const before = await factsOf(guid)
  const bad = await typed(link, { code, total, ...typedBuyer, email: 'nobody', name: '"><b>Ali' })
  expect(bad).toMatchObject({ status: 422, text: expect.stringContaining(`${en.email}: `) })
  expect(bad.text).not.toContain('<b>')
  expect(bad.text).toContain('&#62;&#60;b&#62;Ali')
  const stranger = await typed(link, { code, total, ...typedBuyer, id_number: '209901234567' })
  expect(stranger).toMatchObject({ status: 422, text: expect.stringContaining(en.wrong_taxpayer) })
  expect(await factsOf(guid)).toEqual(before)
})

test('it speaks three languages, by what the phone asks for and by its switch', async () => {
  const { link } = await sold('B3')
  for (const language of languages) {
    for (const asked of [page(link, { 'accept-language': language }), page(`${link}?lang=${language}`)]) {
      const { text } = await asked
      expect(text).toContain(`<html lang="${language}">`)
      expect(text).toContain(buyerWords[language].prove)
    }
  }
})

test('nothing runs, is loaded, kept or remembered by the phone', async () => {
  const { headers, text } = await page((await sold('B4')).link)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
  expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(text).not.toMatch(/<script|src=|https?:/)
})

describe('refused is', () => {
  test('a link that was made up, changed, or made by another installation', async () => {
    const [{ link }, other] = [await sold('X1'), await sold('X2')]
    const at = link.slice(0, link.lastIndexOf('/') + 1)
    const [, sign] = link.split(/\.(?=[\w-]{22}$)/)
    const elsewhere = await startWithBuyers()
    onTestFinished(() => elsewhere.close())
    const till = apiOf(elsewhere, await elsewhere.token())
    const theirs = linkOf(
      (await till.submit('sale', 'invoice', invoice('X1', { BUYER: null, CONSOLIDATE: true }))).headers,
    )
    const stolen = `${at}${theirs?.slice(theirs.lastIndexOf('/') + 1)}`
    for (const made of [at, `${at}${other.guid}`, `${at}${other.guid}.${sign}`, `${link}.x`, `${link}x`, stolen])
      expect(await typed(made, { code: 'X1', total })).toMatchObject({ status: 404 })
  })

  test('what stands on another receipt, and whoever guesses often, whatever comes after', async () => {
    const [{ link, code }, other] = [await sold('X3'), await sold('X4')]
    const wrong = [
      { code: other.code, total },
      { code, total: '7.43' },
      { code, total: '' },
      { code: '', total },
    ]
    for (const guess of wrong) {
      const answer = await typed(link, guess)
      expect(answer.status).toBe(403)
      expect(answer.text).not.toContain('KLCC')
    }
    const statuses: number[] = []
    // Each try has another origin: the limit of the receipt counts them all.
    for (let n = 0; n < 7; n += 1)
      statuses.push((await typed(link, { code, total: `8.0${n}` }, { 'x-forwarded-for': `192.0.2.${n}` })).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429])
    expect((await typed(link, { code, total })).status).toBe(429)
    expect((await typed(other.link, { code: other.code, total })).status).toBe(200)
  })

  test('a flood from one place, while others are answered', async () => {
    const { link } = await sold('X5')
    const from = (place: string) => page(link, { 'x-forwarded-for': place })
    // A caller with IPv6 has 2^64 addresses, which can be written in many ways.
    const places = [() => '192.0.2.77', (n: number) => `2001:db8::${n}:7`, (n: number) => `2001:db8:7::${n}:1:2:3`]
    for (const place of places) {
      const statuses = await Promise.all(Array.from({ length: 80 }, async (_, n) => (await from(place(n + 1))).status))
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    }
    expect((await from('198.51.100.9')).status).toBe(200)
    expect((await typed(link, { code: 'x'.repeat(9_000) })).status).toBe(413)
  })

  test('a second conversion: who comes again does not learn whose it is', async () => {
    const { link, code, guid } = await sold('X6')
    const form = { code, total, ...typedBuyer }
    const both = await Promise.all([typed(link, form), typed(link, form)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.filter(({ text }) => text.includes(en.done))).toHaveLength(1)
    const again = await typed(link, { ...form, name: 'Somebody Else' })
    expect(again.text).toContain(en.converted)
    expect(again.text).not.toContain(typedBuyer.tin)
    const events = await shop.gateway.store.records.events((await shop.gateway.store.records.byGuid(guid))?.seq ?? 0)
    expect(events.filter(({ event }) => event.type === 'converted')).toHaveLength(1)
  })

  test('a receipt of a month that is over, one that was given back in full, and one that was consolidated', async () => {
    const old = await sold('X8', { TERMINAL_NAME: 'T8', ISSUED_AT: '2026-01-15T04:00:00Z' })
    const told = async ({ link, code, guid }: Awaited<ReturnType<typeof sold>>) => {
      const before = await factsOf(guid)
      const { status, text } = await typed(link, { code, total, ...typedBuyer })
      expect(await factsOf(guid)).toEqual(before)
      return `${status} ${text}`
    }
    expect(await told(old)).toContain(en.over)
    const back = await sold('X10', { TERMINAL_NAME: 'T10' })
    const note = document('sale', 'refund_note', 'X10', { BUYER: null, ORIGINALS: [{ SALE_GUID: back.guid }] })
    expect((await api.submit('sale', 'refund_note', note)).status).toBe(202)
    expect(await told(back)).toMatch(new RegExp(`^409 [^]*${en.refunded}`))
    const late = await sold('X9')
    const here = consolidatingAt(shop)
    await here.settled((await here.begin()).body.id)
    expect(await told(late)).toContain(en.consolidated)
  })

  test('a sale that was voided after its conversion', async () => {
    const closed = await startWithBuyers({ env: { RESIT_DISPATCH: 'off' } })
    onTestFinished(() => closed.close())
    const till = apiOf(closed, await closed.token())
    const kept = await till.submit('sale', 'invoice', invoice('V1', { BUYER: null, CONSOLIDATE: true }))
    const link = behindProxy(linkOf(kept.headers) ?? '', closed)
    const form = { code: 'V1', total, ...typedBuyer }
    expect((await typed(link, form)).text).toContain(en.done)
    const { SALE_GUID } = kept.body
    expect((await till.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })).body.STATUS).toBe('Voided')
    expect((await typed(link, form)).text).toContain(en.cancelled)
  })

  test('everything that is the gateway’s, at the page’s own port', async () => {
    const { origin } = new URL((await sold('Y1')).link)
    const headers = { authorization: `Bearer ${shop.gateway.controlToken}` }
    for (const path of ['/', '/healthz', '/v1/version/', '/operator/v1/records', '/docs', '/openapi.json', '/metrics'])
      expect((await fetch(`${origin}${path}`, { headers })).status).toBe(404)
  })
})

test('nothing a buyer typed was written to the log', () => {
  for (const text of [typedBuyer.tin, typedBuyer.id_number, typedBuyer.email, typedBuyer.name, 'Somebody Else', '/r/'])
    expect(logged).not.toContain(text)
})
