import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { extractText } from 'unpdf'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { qrPng } from '../../../electron/gateway/features/slip/qr.ts'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import type { WireProblem } from '../../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { type MailServer, mailOn, startMailServer } from '../../support/mail-server.ts'
import { type Body, customer, invoice } from '../../support/till.ts'

const address = 'akaun@pelanggan.example'
const buyer = { BUYER: { ...customer, NAME: 'Kedai Buku 学而书局 Sdn. Bhd.', EMAIL: address } }

let shop: TestGateway
let api: Api
let post: MailServer
let logged: string
beforeEach(async () => {
  logged = ''
  const log = pino({ level: 'debug' }, { write: (line) => (logged += line) })
  shop = await startGateway({ env: { RESIT_RETRY_BASE_MS: '20' }, ports: { log } })
  api = apiOf(shop, await shop.token())
  post = await startMailServer()
})
afterEach(async () => {
  await shop.close()
  await post.close()
})

async function operator<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${shop.port}/operator/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${shop.gateway.controlToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

const setMail = (more: object = {}) =>
  operator<OperatorAnswer<'setMail'> & WireProblem>('/mail', { ...mailOn, automatic: true, port: post.port, ...more })
const mailsOf = ({ SALE_GUID }: WireRecord) => operator<OperatorAnswer<'mailsOfRecord'>>(`/records/${SALE_GUID}/mail`)
const send = ({ SALE_GUID }: WireRecord, to: string) =>
  operator<OperatorAnswer<'sendMail'> & WireProblem>(`/records/${SALE_GUID}/mail`, { address: to })

async function sell(saleCode: string, more: Body = buyer): Promise<WireRecord> {
  const { body } = await api.submit('sale', 'invoice', invoice(saleCode, more))
  return api.until(body, 'Valid')
}

const stateOf = (record: WireRecord) => async () => (await mailsOf(record)).items.map(({ state }) => state)

/** Without the line breaks of quoted-printable. */
const plain = (raw: string) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')

async function pdfOf(raw: string): Promise<string> {
  const [, packed = ''] = /Content-Type: application\/pdf[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? []
  const { text } = await extractText(Uint8Array.from(Buffer.from(packed, 'base64')), { mergePages: true })
  return text
}

describe('an e-invoice', () => {
  test('reaches its buyer once, by itself, as soon as it is valid, with its PDF and its link', async () => {
    await setMail()
    const record = await sell('1')
    await expect.poll(() => post.arrived.length).toBe(1)
    const [mail] = post.arrived
    expect(mail).toMatchObject({ from: 'resit@kedai.example', to: address })
    expect(plain(mail?.raw ?? '')).toContain(record.AUTHORITY?.VALIDATION_URL ?? 'no link')
    const text = await pdfOf(mail?.raw ?? '')
    for (const part of [record.DOCUMENT_NUMBER, record.AUTHORITY?.UUID, '学而书局', 'VALID', '7.42'])
      expect(text.replaceAll(/\s/g, '')).toContain(part)
    await expect.poll(stateOf(record)).toEqual(['sent'])
    expect((await mailsOf(record)).items).toMatchObject([{ address, reason: null }])
    await sell('2', { BUYER: customer })
    await sell('3')
    await expect.poll(() => post.arrived.length).toBe(2)
    expect(logged).not.toContain(address)
  })

  test('is sent nowhere before an owner has set up a mail server, or if only people send', async () => {
    const early = await sell('1')
    expect(await send(early, address)).toMatchObject({ code: 'mail_denied', status: 409 })
    await setMail({ automatic: false })
    const record = await sell('2')
    expect((await mailsOf(record)).items).toEqual([])
    expect((await send(record, 'bos@pelanggan.example')).items).toMatchObject([{ address: 'bos@pelanggan.example' }])
    await expect.poll(() => post.arrived.map(({ to }) => to)).toEqual(['bos@pelanggan.example'])
    await expect.poll(stateOf(record)).toEqual(['sent'])
    expect(await send(record, 'nobody')).toMatchObject({ errors: [{ pointer: '/address', code: 'bad_email' }] })
    // What was valid before it was switched on stays where it is.
    await setMail()
    const last = await sell('3')
    await expect.poll(stateOf(last)).toEqual(['sent'])
    expect(await stateOf(early)()).toEqual([])
    expect(post.arrived).toHaveLength(2)
  })

  test('is sent ten times at most, and says so', async () => {
    await setMail({ automatic: false })
    const record = await sell('1')
    for (let n = 0; n < 10; n += 1) await send(record, address)
    expect(await send(record, address)).toMatchObject({ code: 'mail_denied', detail: expect.stringContaining('ten') })
  })
})

describe('a mail server', () => {
  test('that greylists is asked again until it takes the message', async () => {
    let refusals = 1
    post.rule = { to: () => (refusals-- > 0 ? { code: 451, says: 'Greylisted, try again later' } : undefined) }
    await setMail()
    const record = await sell('1')
    await expect.poll(stateOf(record)).toEqual(['sent'])
    expect([post.arrived.length, post.tries()]).toEqual([1, 2])
  })

  test('that refuses for good is asked once, and its reason is on the record', async () => {
    post.rule = { to: () => ({ code: 550, says: 'No such user here' }) }
    await setMail()
    const record = await sell('1')
    await expect.poll(stateOf(record)).toEqual(['failed'])
    expect((await mailsOf(record)).items[0]?.reason).toContain('550 No such user here')
    expect(post.tries()).toBe(1)
  })

  test('that is away is waited for, and nothing is lost', async () => {
    const { port } = post
    await post.close()
    await setMail({ port })
    const record = await sell('1')
    await expect.poll(async () => (await mailsOf(record)).items[0]?.reason).toMatch(/ECONNREFUSED|ESOCKET/)
    expect(await stateOf(record)()).toEqual(['waiting'])
    post = await startMailServer({ port })
    await expect.poll(stateOf(record)).toEqual(['sent'])
    expect(post.arrived).toHaveLength(1)
  })

  test('that breaks off after the message raises an alert, and only a person sends it again', async () => {
    post.rule = { data: () => 'hang_up' }
    await setMail()
    const record = await sell('1')
    await expect.poll(stateOf(record)).toEqual(['unknown'])
    post.rule = {}
    await sell('2')
    await expect.poll(() => post.arrived.length).toBe(2)
    const alarm = async () =>
      (await operator<OperatorAnswer<'health'>>('/health')).alerts.find(({ code }) => code === 'mail_failing')
    expect((await alarm())?.message).toContain('broke off: sale 1.')
    await send(record, address)
    await expect.poll(stateOf(record)).toEqual(['sent', 'unknown'])
    expect(await alarm()).toBeUndefined()
  })

  test('that knows another password sends nothing, and the right one is enough', async () => {
    const strict = await startMailServer({ user: 'kedai', password: 's3cret-post' })
    const user = { port: strict.port, user: 'kedai' }
    try {
      await setMail({ ...user, password: 'wrong' })
      const record = await sell('1')
      await expect.poll(async () => (await mailsOf(record)).items[0]?.reason).toMatch(/535/)
      const test = async () => (await operator<OperatorAnswer<'testMail'>>('/mail/test', { address })).reason
      expect(await test()).toContain('535')
      await setMail({ ...user, password: 's3cret-post' })
      expect(await test()).toBeNull()
      await expect.poll(stateOf(record)).toEqual(['sent'])
      // It stays with its server, and goes to no other.
      await setMail(user)
      expect(await test()).toBeNull()
      await setMail({ ...user, host: 'localhost' })
      expect(await test()).not.toBeNull()
    } finally {
      await strict.close()
    }
  })

  test('has its password where secrets are, and nowhere else', async () => {
    await setMail({ user: 'kedai', password: 's3cret-post' })
    const told = JSON.stringify([await operator('/mail'), await shop.gateway.store.acts.list(0, 100), logged])
    expect(told).not.toContain('s3cret-post')
    expect(readFileSync(join(shop.dataDir, 'secrets.json'), 'utf8')).toContain('s3cret-post')
    await shop.close({ keep: true })
    expect(readFileSync(join(shop.dataDir, 'resit.db')).includes('s3cret-post')).toBe(false)
    shop = await startGateway({ dataDir: shop.dataDir })
  })

  test('that is taken away sends nothing more, and one needs an address to send from', async () => {
    expect(await setMail({ sender: '' })).toMatchObject({ errors: [{ pointer: '/sender', code: 'bad_email' }] })
    expect(await setMail({ quiet_hours: '22-7' })).toMatchObject({
      errors: [{ pointer: '/quiet_hours', code: 'bad_quiet_hours' }],
    })
    await setMail({ automatic: false })
    const record = await sell('1')
    await setMail({ host: '' })
    expect(await mailsOf(record)).toEqual({ is_set_up: false, items: [] })
    expect(await send(record, address)).toMatchObject({ code: 'mail_denied' })
  })

  test('is on this machine in practice mode', async () => {
    expect(await setMail({ host: 'smtp.example' })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/host', code: 'webhook_elsewhere' }],
    })
  })
})

test('a logo of a company is on its slips and PDFs from then on, until it is removed', async () => {
  const record = await sell('1')
  const [company] = await shop.gateway.store.companies.list()
  const setLogo = (LOGO: string) =>
    operator<WireProblem>('/companies/logo', { COMPANY_GUID: company?.profile.companyGuid, LOGO })
  let pages = 0
  const isOnPdf = async () => {
    const response = await fetch(`http://127.0.0.1:${shop.port}/operator/v1/records/${record.SALE_GUID}/document.pdf`, {
      headers: { authorization: `Bearer ${shop.gateway.controlToken}` },
    })
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
    pages = pdf.match(/\/Type \/Page\b/g)?.length ?? 0
    return pdf.includes('/Subtype /Image')
  }
  const slip = async () => {
    const response = await fetch(`http://127.0.0.1:${shop.port}/operator/v1/records/${record.SALE_GUID}/slip`, {
      headers: { authorization: `Bearer ${shop.gateway.controlToken}` },
    })
    return { page: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
  }
  const picture = Buffer.from(await qrPng('a picture')).toString('base64')
  expect(await isOnPdf()).toBe(false)
  expect((await slip()).policy).not.toContain('img-src')
  expect(await setLogo(`data:image/png;base64,${picture}`)).not.toHaveProperty('code')
  expect(await isOnPdf()).toBe(true)
  const shown = await slip()
  // The page escapes the = at the end of base64.
  expect(shown.page).toContain(`<img class="logo" src="data:image/png;base64,${picture.replaceAll('=', '&#61;')}"`)
  expect(shown.policy).toContain('img-src data:;')
  // The code stands with its heading on the one page of a short sale.
  expect(pages).toBe(1)
  const broken = picture.slice(0, 200)
  const tooLarge = 'A'.repeat(137_000)
  for (const wrong of [
    'data:text/html;base64,AAAA',
    `data:image/png;base64,${broken}`,
    `data:image/png;base64,${tooLarge}`,
  ])
    expect(await setLogo(wrong)).toMatchObject({ status: 422, errors: [{ pointer: '/LOGO', code: 'bad_logo' }] })
  expect(await isOnPdf()).toBe(true)
  await setLogo('')
  expect(await isOnPdf()).toBe(false)
  expect((await slip()).page).not.toContain('<img')
})
