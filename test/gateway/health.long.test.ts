import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import { healthSchema } from '../../shared/api/operator/health.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type AlertCode, alertCodes, alertRowOf } from '../../shared/domain/alert.ts'
import { words } from '../../shared/words/words.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { customer, document, invoice } from '../support/till.ts'

const minuteMs = 60_000

/** A clock that runs normally, and jumps if the test would have to wait. */
function jumpingClock() {
  let aheadMs = 0
  return {
    now: () => systemClock.now() + aheadMs,
    steadyMs: () => systemClock.steadyMs() + aheadMs,
    jump(ms: number) {
      aheadMs += ms
    },
  }
}

let shop: TestGateway
let clock: ReturnType<typeof jumpingClock>
let api: Api
afterEach(() => shop.close())

async function open(env: Readonly<Record<string, string>> = {}) {
  clock = jumpingClock()
  shop = await startGateway({ env, ports: { clock } })
  api = apiOf(shop, await shop.token())
}

async function ask(token?: string, language = 'en') {
  const response = await fetch(`http://127.0.0.1:${shop.port}/operator/v1/health`, {
    headers: {
      authorization: `Bearer ${token ?? (await shop.token({ scopes: ['read'] }))}`,
      'accept-language': language,
    },
  })
  expect(response.status).toBe(200)
  return healthSchema.parse(await response.json())
}

async function gauges(): Promise<ReadonlyMap<string, number>> {
  const token = await shop.token({ scopes: ['admin'] })
  const response = await fetch(`http://127.0.0.1:${shop.port}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('resit_'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

const alertSeries = (code: AlertCode) => `resit_alert{code="${code}",severity="${alertRowOf(code).verdict}"}`

/** Time passes while the computer is awake, and health is checked every minute. */
async function pass(minutes: number): Promise<void> {
  const token = await shop.token({ scopes: ['read'] })
  for (let passed = 0; passed < minutes; passed += 1) {
    clock.jump(minuteMs)
    await ask(token)
  }
}

/** Waits until a worker has been at one step for long, because it waits for an answer that never comes. */
async function isHeld(name: string): Promise<void> {
  const step = `resit_loop_step_seconds{company="DEMO",loop="${name}"}`
  await expect.poll(async () => (await gauges()).get(step) ?? 0).toBeGreaterThan(0.15)
}

const fault = (body: object) => operate(shop, 'POST', '/practice/fault', body)

test('a gateway that is well says so in every language, with its figures', async () => {
  await open()
  const { body } = await api.submit('sale', 'invoice', invoice('well'))
  await api.until(body, 'Valid')
  const told = await ask()
  expect(told).toMatchObject({ verdict: 'good', alerts: [], unsent: 0, oldest_unsent_at: null, in_doubt: 0 })
  expect(told).toMatchObject({ window_closing: 0, message: words.en.status.all_well })
  expect(Date.parse(told.last_contact_at ?? '')).toBeGreaterThan(Date.parse(body.SUBMITTED_AT))
  expect((await ask(undefined, 'zh')).message).toBe(words.zh.status.all_well)
  const figures = await gauges()
  for (const code of alertCodes) expect([code, figures.get(alertSeries(code))]).toEqual([code, 0])
  expect(figures.get('resit_disk_free_bytes')).toBeGreaterThan(0)
  expect(figures.get('resit_wal_bytes')).toBeGreaterThan(0)
  for (const loop of ['send', 'poll', 'look_up', 'cancel', 'release'])
    expect([loop, figures.get(`resit_loop_step_seconds{company="DEMO",loop="${loop}"}`)]).toEqual([loop, 0])
})

describe('a call of the authority that never ends', () => {
  /** Prepares a document for the worker. */
  const leads: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
    send: async () => {
      await fault({ kind: 'timeout_before', on: 'submit' })
      await api.submit('sale', 'invoice', invoice('held'))
    },
    poll: async () => {
      await fault({ kind: 'timeout_before', on: 'getSubmission' })
      await api.submit('sale', 'invoice', invoice('held'))
    },
    look_up: async () => {
      await fault({ kind: 'error_after', on: 'submit', times: 1 })
      const { body } = await api.submit('sale', 'invoice', invoice('held'))
      await expect.poll(async () => (await api.status('sale', 'invoice', body.SALE_GUID)).body.IN_DOUBT).toBe(true)
      await fault({ kind: 'timeout_before', on: 'any' })
    },
    cancel: async () => {
      const { body } = await api.submit('sale', 'invoice', invoice('held'))
      const { SALE_GUID } = await api.until(body, 'Valid')
      await fault({ kind: 'error_before', on: 'changeState', times: 1 })
      const cancelled = api.post<WireRecord>('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })
      await expect
        .poll(async () => (await api.status('sale', 'invoice', SALE_GUID)).body.CANCELLATION?.STATE)
        .toBeTruthy()
      await fault({ kind: 'timeout_before', on: 'any' })
      await cancelled
    },
  }

  test.each(Object.keys(leads))('is told of the worker %s, which waits for it (AU5)', async (name) => {
    await open({ RESIT_REQUEST_TIMEOUT_MS: '600000', RESIT_LOOKUP_INTERVAL_MS: '400', RESIT_CANCEL_WAIT_MS: '100' })
    await leads[name]?.(api)
    await isHeld(name)
    expect((await ask()).alerts.filter(({ code }) => code === 'loop_stuck')).toEqual([])
    await pass(11)
    const told = await ask()
    expect(told.verdict).toBe('bad')
    expect(told.message).toContain(`(${name} DEMO)`)
    expect((await gauges()).get(alertSeries('loop_stuck'))).toBe(1)
    await fault({ kind: 'none' })
  })
})

test('an authority that answers nothing while documents wait is told, and the oldest of them (AU5)', async () => {
  await open()
  await fault({ kind: 'away' })
  const { body } = await api.submit('sale', 'invoice', invoice('waits'))
  expect((await ask()).alerts).toEqual([])
  await pass(16)
  const told = await ask(undefined, 'ms')
  expect(told).toMatchObject({ unsent: 1, oldest_unsent_at: body.SUBMITTED_AT })
  // The workers' pauses are in real time, so they seem stuck when the clock jumps.
  const others = told.alerts.filter(({ code }) => code !== 'loop_stuck')
  expect(others.map(({ code }) => code)).toEqual(['authority_silent', 'oldest_unsent'])
  expect(others[0]?.message).toContain('periksa sambungan internet')
  await fault({ kind: 'none' })
  await api.until(body, 'Valid')
  await expect.poll(async () => (await ask()).verdict).toBe('good')
})

test('documents in doubt are counted until they are cleared up', async () => {
  await open({ RESIT_QUARANTINE_MS: '600000', RESIT_LOOKUP_INTERVAL_MS: '100000' })
  await fault({ kind: 'error_after', on: 'submit', times: 1 })
  await api.submit('sale', 'invoice', invoice('doubt'))
  await expect.poll(async () => (await ask()).in_doubt).toBe(1)
  expect((await ask()).message).toMatch(/^1 document of DEMO was sent and no answer came/)
})

test('an unsent sale of three days ago, nearly, is counted', async () => {
  const issued = (hours: number) => ({ ISSUED_AT: new Date(Date.now() - hours * 60 * minuteMs).toISOString() })
  await open({ RESIT_DISPATCH: 'off' })
  await api.submit('sale', 'invoice', invoice('old', issued(61)))
  await api.submit('sale', 'invoice', invoice('new', issued(59)))
  expect(await ask()).toMatchObject({ window_closing: 1, verdict: 'bad', alerts: [{ code: 'window_closing' }] })
  expect((await gauges()).get('resit_window_closing_records')).toBe(1)
})

test('a token bound to a company hears nothing of another one', async () => {
  await open({ RESIT_DISPATCH: 'off' })
  const other = { COMPANY_GUID: '22222222-2222-4222-8222-222222222222', COMPANY_CODE: 'TEH', ...customer }
  const more = { MSIC_CODE: '56101', BUSINESS_ACTIVITY: 'Tea house', TIME_ZONE: 'Asia/Kuala_Lumpur' }
  await operate(shop, 'POST', '/companies', { ...other, ...more })
  await api.submit('sale', 'invoice', document('sale', 'invoice', 'ours'))
  clock.jump(16 * minuteMs)
  const theirs = await ask(await shop.token({ scopes: ['read'], companyGuid: other.COMPANY_GUID }))
  expect(theirs).toMatchObject({ verdict: 'good', alerts: [], unsent: 0, oldest_unsent_at: null })
  expect(JSON.stringify(theirs)).not.toContain('DEMO')
  expect(await ask()).toMatchObject({
    verdict: 'warning',
    unsent: 1,
    alerts: [{ code: 'oldest_unsent', company: 'DEMO' }],
  })
})

test('it takes the scope read', async () => {
  await open()
  const token = await shop.token({ scopes: ['submit'] })
  const response = await fetch(`http://127.0.0.1:${shop.port}/operator/v1/health`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(403)
})
