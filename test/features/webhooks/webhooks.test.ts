import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Backoff, outcomeOf, targetUrl } from '../../../electron/gateway/features/webhooks/deliver.ts'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import type { WireProblem } from '../../../shared/api/shapes/problem.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { isSignedWith, type Receiver, startReceiver } from '../../support/receiver.ts'
import { invoice } from '../../support/till.ts'

let shop: TestGateway
let api: Api
const receivers: Receiver[] = []
beforeEach(async () => {
  shop = await startGateway({ env: { RESIT_RETRY_BASE_MS: '20' } })
  api = apiOf(shop, await shop.token())
})
afterEach(async () => {
  await shop.close()
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given)
  receivers.push(started)
  return started
}

async function operator<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${shop.port}/operator/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${shop.gateway.controlToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

const add = (url: string, company?: string) =>
  operator<OperatorAnswer<'addWebhook'> & WireProblem>('POST', '/webhooks', { url, company: company ?? null })
const list = () => operator<OperatorAnswer<'listWebhooks'>>('GET', '/webhooks')
const deliveries = (id: string) => operator<OperatorAnswer<'webhookDeliveries'>>('GET', `/webhooks/deliveries?id=${id}`)

async function sell(saleCode: string): Promise<void> {
  const { body } = await api.submit('sale', 'invoice', invoice(saleCode))
  await api.until(body, 'Valid')
}

const sales = (all: Receiver, status: string) => () =>
  all.heard
    .filter(({ message, answered }) => answered === 204 && message.data.STATUS === status)
    .map(({ message }) => message.data.SALE_CODE)

describe('a webhook', () => {
  test('is told of every change of a record, signed as Standard Webhooks says, until its last word', async () => {
    const till = await receiver()
    const { secret, id } = await add(till.url)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await sell('1')
    await expect.poll(sales(till, 'Valid')).toEqual(['1'])
    expect(till.heard.map((heard) => isSignedWith(secret, heard))).toEqual(till.heard.map(() => true))
    expect(till.heard.every(({ timestamp }) => Math.abs(timestamp - Date.now() / 1000) < 60)).toBe(true)
    const seqs = till.heard.map(({ message }) => message.seq)
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
    expect(new Set(till.heard.map((heard) => heard.id)).size).toBe(till.heard.length)
    expect(till.heard.at(-1)?.message).toMatchObject({
      type: 'record.changed',
      data: { NEXT_ACTION: { ACTION: 'cancel' } },
    })
    await expect
      .poll(async () => (await deliveries(id)).items[0])
      .toMatchObject({ state: 'delivered', attempts: 1, http_status: 204 })
  })

  test('that answers nothing, or that it is busy, is told again under the same id, and nothing overtakes', async () => {
    const answers = [0, 500, 503, 429]
    const till = await receiver((_, before) => answers[before] ?? 204)
    await add(till.url)
    await sell('1')
    await expect.poll(sales(till, 'Valid')).toEqual(['1'])
    const [first, ...rest] = till.heard
    expect(rest.slice(0, 4).map(({ id }) => id)).toEqual([first?.id, first?.id, first?.id, first?.id])
    const arrived = till.heard.filter(({ answered }) => answered === 204).map(({ message }) => message.seq)
    expect(arrived).toEqual(arrived.toSorted((one, other) => one - other))
  })

  test('hears the same words at each try, though the record has changed meanwhile', async () => {
    let isBack = false
    const till = await receiver(() => (isBack ? 204 : 503))
    await add(till.url)
    await sell('1')
    const before = till.heard.length
    expect(before).toBeGreaterThan(0)
    isBack = true
    await expect.poll(sales(till, 'Valid')).toEqual(['1'])
    const [first, ...rest] = till.heard
    const again = rest.filter(({ id }) => id === first?.id)
    expect(again.length).toBeGreaterThan(0)
    expect(again.map(({ body }) => body)).toEqual(again.map(() => first?.body))
  })

  test('that refuses one message is told the others, and is sent nowhere else', async () => {
    const till = await receiver(({ message }) => (message.data.SALE_CODE === '1' ? 302 : 204))
    const { id } = await add(till.url)
    await sell('1')
    await sell('2')
    await expect.poll(sales(till, 'Valid')).toEqual(['2'])
    const one = (await deliveries(id)).items.find(({ http_status }) => http_status === 302)
    expect(one).toMatchObject({ state: 'waiting' })
  })

  test('delivers again what is replayed, under the same ids', async () => {
    const till = await receiver()
    const { id } = await add(till.url)
    await sell('1')
    await sell('2')
    await expect.poll(sales(till, 'Valid')).toEqual(['1', '2'])
    const ids = new Set(till.heard.map((heard) => heard.id))
    const last = till.heard.at(-1)
    await operator('POST', '/webhooks/replay', { id, seq: last?.message.seq })
    await expect.poll(sales(till, 'Valid')).toEqual(['1', '2', '2'])
    await operator('POST', '/webhooks/replay', { id, after: 0 })
    await expect.poll(sales(till, 'Valid')).toEqual(['1', '2', '2', '1', '2'])
    expect(till.heard.filter((heard) => !ids.has(heard.id))).toEqual([])
    expect(await operator('POST', '/webhooks/replay', { id, seq: 999_999 })).toMatchObject({
      code: 'webhook_not_found',
    })
    expect(await operator('POST', '/webhooks/replay', { id })).toMatchObject({ code: 'validation_failed' })
  })

  test('of one company hears of no other, and one that was removed of nothing', async () => {
    const company = await shop.gateway.store.companies.byCode('DEMO')
    if (!company) throw new Error('practice mode has a company')
    const profile = { ...company.profile, companyCode: 'OTHER', companyGuid: '22222222-2222-4222-8222-222222222222' }
    await shop.gateway.store.companies.save({ ...company, profile }, 'test')
    const [all, other, gone] = [await receiver(), await receiver(), await receiver()]
    await add(all.url)
    await add(other.url, 'OTHER')
    const { id } = await add(gone.url)
    expect(await operator('POST', '/webhooks/removal', { id })).toEqual({ id, removed: true })
    await sell('1')
    await expect.poll(sales(all, 'Valid')).toEqual(['1'])
    expect([other.heard, gone.heard]).toEqual([[], []])
    expect((await list()).items.map(({ company: bound }) => bound)).toEqual([null, 'OTHER'])
  })

  test('goes on after a restart where it was', async () => {
    const away = await startReceiver(() => 503)
    const { id } = await add(away.url)
    await sell('1')
    await expect.poll(() => away.heard.length).toBeGreaterThan(0)
    await shop.close({ keep: true })
    await away.close()
    const till = await receiver(() => 204, Number(new URL(away.url).port))
    shop = await startGateway({ dataDir: shop.dataDir, env: { RESIT_RETRY_BASE_MS: '20' } })
    await expect.poll(sales(till, 'Valid')).toContain('1')
    expect(till.heard.at(0)?.id).toBe(away.heard.at(0)?.id)
    await expect.poll(async () => (await list()).items).toMatchObject([{ id, failures: 0, waiting: 0, failed: 0 }])
  })

  test('that nobody answers for an hour is told of by health and doctor, in every language, and by its host alone', async () => {
    const away = await receiver()
    await away.close()
    const { id } = await add(`${away.url}/s3cret`)
    await sell('1')
    await expect.poll(async () => (await list()).items[0]?.failures).toBeGreaterThan(0)
    const toldIn = async (language: string) => {
      const ask = (path: string) =>
        fetch(`http://127.0.0.1:${shop.port}/operator/v1/${path}`, {
          headers: { authorization: `Bearer ${shop.gateway.controlToken}`, 'accept-language': language },
        })
      const [health, doctor] = await Promise.all([ask('health'), ask('doctor')])
      const { alerts } = (await health.json()) as OperatorAnswer<'health'>
      const { checks } = (await doctor.json()) as OperatorAnswer<'doctor'>
      return {
        alert: alerts.find(({ code }) => code === 'webhook_failing')?.message,
        check: checks.find(({ name }) => name === 'webhooks'),
      }
    }
    expect(await toldIn('en')).toEqual({ alert: undefined, check: undefined })
    // The test does not wait an hour: the state is written as it would be then.
    const { webhooks } = shop.gateway.store
    const [due] = (await deliveries(id)).items
    const became = { state: 'away', dueAt: Date.now() + 3_600_000 } as const
    for (let failures = 0; failures < 12; failures += 1)
      await webhooks.tried(id, due?.seq ?? 0, { at: Date.now(), httpStatus: null, became })
    const host = new URL(away.url).host
    const said = new Set<string | undefined>()
    for (const language of ['en', 'ms', 'zh']) {
      const { alert, check } = await toldIn(language)
      expect(alert).toContain(host)
      expect(check).toMatchObject({ verdict: 'warning', message: expect.stringContaining(host) })
      expect(`${alert}${check?.message}`).not.toMatch(/s3cret|\{\{/)
      expect(check?.message).toBe(alert)
      said.add(alert)
    }
    expect(said.size).toBe(3)
  })

  test('keeps its secret where secrets are, and nowhere else', async () => {
    const till = await receiver()
    const { secret } = await add(till.url)
    const told = JSON.stringify([await list(), await shop.gateway.store.acts.list(0, 100)])
    expect(told).not.toContain(secret)
    expect(told).toContain('webhook_added')
    expect(readFileSync(join(shop.dataDir, 'secrets.json'), 'utf8')).toContain(secret)
    await shop.close({ keep: true })
    expect(readFileSync(join(shop.dataDir, 'resit.db')).includes(secret)).toBe(false)
    shop = await startGateway({ dataDir: shop.dataDir })
  })
})

describe('the address of a webhook', () => {
  test.each(['https://tills.example/resit', 'http://127.0.0.1:9000/x', 'http://localhost/x', 'http://[::1]:9000/'])(
    'may be %s',
    (url) => expect(targetUrl(url)).toBe(url),
  )

  test.each([
    'http://tills.example/resit',
    'http://169.254.169.254/latest',
    'http://127.0.0.1.example/x',
    'https://user:secret@tills.example/',
    'https://tills.example/?token=secret',
    'https://tills.example/#x',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'tills.example',
  ])('may not be %s', async (url) => {
    expect(targetUrl(url)).toBeNull()
  })

  test('leads nowhere but to this machine in practice mode', async () => {
    const refused = await add('https://tills.example/resit')
    expect(refused).toMatchObject({ status: 422, errors: [{ pointer: '/url', code: 'webhook_elsewhere' }] })
    expect(await list()).not.toContainEqual(expect.objectContaining({ url: 'https://tills.example/resit' }))
  })

  test('leads into no private network unless the shop allows it; who added it is listed, and a line in the log', async () => {
    const at = 'http://127.0.0.1:9'
    const real = {
      RESIT_AUTHORITY: 'myinvois',
      RESIT_DISPATCH: 'off',
      RESIT_CODES_REFRESH: 'off',
      RESIT_MYINVOIS_API_URL: at,
      RESIT_MYINVOIS_IDENTITY_URL: at,
      RESIT_MYINVOIS_PORTAL_URL: at,
    }
    for (const isAllowed of [false, true]) {
      await shop.close()
      const lines: string[] = []
      const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
      shop = await startGateway({
        env: { ...real, ...(isAllowed && { RESIT_WEBHOOK_PRIVATE: 'allow' }) },
        ports: { log },
      })
      const inside = await add('https://[::ffff:169.254.169.254]/latest')
      expect(inside).toMatchObject({ status: 422, errors: [{ pointer: '/url', code: 'webhook_inside' }] })
      const shops = await add('https://192.168.0.5/s3cret')
      expect(shops.errors?.[0]?.code).toBe(isAllowed ? undefined : 'webhook_inside')
      expect((await list()).items.map(({ added_by }) => added_by)).toEqual(isAllowed ? ['control'] : [])
      expect(lines.filter((line) => line.includes('192.168.0.5') && line.includes('was added'))).toHaveLength(
        isAllowed ? 1 : 0,
      )
      expect(lines.join('')).not.toContain('s3cret')
    }
  })

  test('that may not be is refused with what it may be', async () => {
    const refused = await add('http://tills.example/resit')
    expect(refused).toMatchObject({ status: 422, errors: [{ pointer: '/url', code: 'bad_webhook_url' }] })
  })
})

describe('when a delivery is tried again', () => {
  const clock = { now: () => 1_000_000, steadyMs: () => 0 }
  const randomness = { guid: () => '', secret: () => '', fraction: () => 1 }
  const pace = new Backoff({ clock, randomness, baseMs: 2_000 })

  test('pauses double while nobody is there, up to a quarter of an hour, for as long as it takes', () => {
    const pauses = [0, 1, 2, 30].map((failures) => outcomeOf(null, { attempts: 99, failures }, pace))
    expect(pauses).toEqual([2_000, 4_000, 8_000, 900_000].map((ms) => ({ state: 'away', dueAt: 1_000_000 + ms })))
  })

  test('a message that is refused is given up after more than a day, and kept for a replay', () => {
    const tries = Array.from({ length: 12 }, (_, attempts) => outcomeOf(400, { attempts, failures: 0 }, pace))
    const pauses = tries.flatMap((became) => (became.state === 'waiting' ? [became.dueAt - 1_000_000] : []))
    expect(pauses).toHaveLength(11)
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(24 * 3_600_000)
    expect(tries.at(-1)).toEqual({ state: 'failed' })
  })
})
