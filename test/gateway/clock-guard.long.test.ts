import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { importCompany } from '../support/chain.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

interface Shop {
  readonly shop: TestGateway
  readonly practice: Practice
  readonly api: Api
  readonly clock: ReturnType<typeof aMovableClock>
  /** What was logged as a warning. */
  readonly warnings: string[]
  /** Sets the clock of this computer. The authority's clock is not changed. */
  beWrongBy(ms: number): Promise<void>
  submit(code: string): Promise<WireRecord>
  status(record: WireRecord): Promise<WireRecord>
}

let open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open) await each.close()
  open = []
})

async function openShop(options: { readonly dataDir?: string } = {}): Promise<Shop> {
  const clock = aMovableClock()
  const warnings: string[] = []
  const write = (line: string) => {
    // Warnings of the health monitor are left out: they come when it is asked.
    if (!line.includes('needs attention')) warnings.push(line)
  }
  const log = pino({ level: 'warn' }, { write })
  const shop = await startGateway({ ...options, ports: { clock, log } })
  open.push(shop)
  const { practice } = shop.gateway
  if (!practice) throw new Error('the shop is not in practice mode')
  const api = apiOf(shop, await shop.token())
  return {
    shop,
    practice,
    api,
    clock,
    warnings,
    async beWrongBy(ms) {
      await practice.faults.set({ kind: 'wrong_clock', offsetMs: -ms })
      clock.beWrongBy(ms)
    },
    async submit(code) {
      // The till and the gateway use the same clock.
      const issuedAt = new Date(clock.now() - 1000).toISOString()
      const { status, body } = await api.submit('sale', 'invoice', invoice(code, { ISSUED_AT: issuedAt }))
      expect(status).toBe(202)
      return body
    },
    status: async ({ FAMILY, KIND, SALE_GUID }) => (await api.status(FAMILY, KIND, SALE_GUID)).body,
  }
}

interface Doctor {
  readonly checks: readonly { readonly name: string; readonly verdict: string; readonly message: string }[]
}
interface Queue {
  readonly block_reasons: readonly {
    readonly company: string
    readonly code: string | null
    readonly message: string
  }[]
}
const checkOf = async ({ shop }: Shop, name = 'clock') =>
  (await operate<Doctor>(shop, 'GET', '/doctor')).body.checks.find((check) => check.name === name)
const blockReasonsOf = async ({ shop }: Shop) => (await operate<Queue>(shop, 'GET', '/queue')).body.block_reasons

describe('a clock that agrees with the authority’s', () => {
  test('is called right, and nobody is bothered', async () => {
    const here = await openShop()
    await here.api.until(await here.submit('1'), 'Valid')
    expect(await checkOf(here)).toMatchObject({ verdict: 'good' })
    expect(await blockReasonsOf(here)).toEqual([])
    expect(here.warnings).toEqual([])
  })
})

describe.each([11 * minuteMs, -11 * minuteMs, 3 * dayMs, -3 * dayMs])('a clock that is %i ms ahead', (ms) => {
  test('sends nothing and says so; set right, everything goes by itself (PR6)', async () => {
    const here = await openShop()
    await here.beWrongBy(ms)
    const waiting = await here.submit('1')
    await expect
      .poll(() => here.status(waiting))
      .toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'clock_wrong' }, NEXT_ACTION: { ACTION: 'void' } })
    expect(await blockReasonsOf(here)).toMatchObject([{ company: 'DEMO', code: 'clock_wrong' }])
    expect(await checkOf(here)).toMatchObject({ verdict: 'bad' })
    expect(await checkOf(here, 'authority DEMO')).toMatchObject({ verdict: 'good' })
    expect(here.practice.ledger.documents()).toEqual([])
    await here.beWrongBy(0)
    expect(await here.api.until(waiting, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', ATTENTION: null })
    expect(await blockReasonsOf(here)).toEqual([])
    expect(here.warnings).toHaveLength(1)
    const noted = (await here.shop.gateway.store.acts.list(0, 500)).filter(({ type }) => type === 'clock_compared')
    expect(noted.map(({ facts }) => facts['standing'])).toEqual(['wrong', 'right'])
    expect(Math.abs(Number(noted[0]?.facts['offsetMs']) + ms)).toBeLessThan(minuteMs)
  })
})

test('a clock that stops sending is an alert as soon as it does, and none when it is right again (PR6, CK1)', async () => {
  const here = await openShop()
  const alerts = async () =>
    (await operate<{ readonly alerts: readonly { readonly code: string }[] }>(here.shop, 'GET', '/health')).body.alerts
  await here.beWrongBy(3 * dayMs)
  const waiting = await here.submit('1')
  await expect.poll(async () => (await here.status(waiting)).ATTENTION?.CODE).toBe('clock_wrong')
  expect(await alerts()).toMatchObject([{ code: 'clock_wrong' }])
  await here.beWrongBy(0)
  await here.api.until(waiting, 'Valid')
  expect(await alerts()).toEqual([])
})

test('what was sold under a clock days ahead does not wait for days where it is set right before the next start', async () => {
  const here = await openShop()
  await here.beWrongBy(3 * dayMs)
  const waiting = await here.submit('1')
  await expect.poll(() => here.status(waiting)).toMatchObject({ ATTENTION: { CODE: 'clock_wrong' } })
  open = []
  await here.shop.close({ keep: true })
  const again = await openShop({ dataDir: here.shop.dataDir })
  again.clock.pass(15 * minuteMs)
  await again.submit('2')
  expect(await again.api.until(waiting, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid' })
})

describe('a clock that somebody sets while the gateway runs', () => {
  test('is noticed before the next document goes', async () => {
    const here = await openShop()
    await here.api.until(await here.submit('1'), 'Valid')
    await here.beWrongBy(4 * dayMs)
    const waiting = await here.submit('2')
    await expect.poll(() => here.status(waiting)).toMatchObject({ ATTENTION: { CODE: 'clock_wrong' } })
    expect(here.practice.ledger.documents()).toHaveLength(1)
    await here.beWrongBy(0)
    await here.api.until(waiting, 'Valid')
  })

  test.each([4 * dayMs, -4 * dayMs])(
    'by %i ms does not change until when a document can be cancelled (PR6, PR11)',
    async (ms) => {
      const here = await openShop()
      const sold = await here.api.until(await here.submit('1'), 'Valid')
      await here.beWrongBy(ms)
      const waiting = await here.submit('2')
      await expect.poll(() => here.status(waiting)).toMatchObject({ ATTENTION: { CODE: 'clock_wrong' } })
      expect(await here.status(sold)).toMatchObject({ NEXT_ACTION: { ACTION: 'cancel' } })
      const { status, body } = await here.api.post('/sale/invoice_cancellation', {
        SALE_GUID: sold.SALE_GUID,
        REASON: 'Wrong goods',
      })
      expect({ status, body }).toMatchObject({ status: 200, body: { STATUS: 'Cancelled' } })
    },
  )

  test('back does not open again what is over (PR6, PR11)', async () => {
    const here = await openShop()
    const sold = await here.api.until(await here.submit('1'), 'Valid')
    // Four days pass, but the wall clock does not show it.
    here.clock.pass(4 * dayMs)
    await here.beWrongBy(-4 * dayMs)
    const waiting = await here.submit('2')
    await expect.poll(() => here.status(waiting)).toMatchObject({ ATTENTION: { CODE: 'clock_wrong' } })
    expect(await here.status(sold)).toMatchObject({ STATUS: 'Valid', NEXT_ACTION: { ACTION: 'issue_note' } })
    const { body } = await here.api.post('/sale/invoice_cancellation', { SALE_GUID: sold.SALE_GUID, REASON: 'Late' })
    expect(body.code).toBe('cancel_denied_period')
  })
})

describe.each([2 * minuteMs, -2 * minuteMs])('a clock that is only %i ms ahead', (ms) => {
  test('sends, in the authority’s own time, and warns once', async () => {
    const here = await openShop()
    await here.beWrongBy(ms)
    const issuedAt = new Date(Date.now() + ms).toISOString()
    const { body } = await here.api.submit('sale', 'invoice', invoice('1', { ISSUED_AT: issuedAt }))
    expect(await here.api.until(body, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', ATTENTION: null })
    await here.api.until(await here.submit('2'), 'Valid')
    expect(await checkOf(here)).toMatchObject({ verdict: 'warning', message: expect.stringContaining('2 minute') })
    expect(await blockReasonsOf(here)).toMatchObject([
      { company: 'DEMO', code: null, message: expect.stringContaining('2 minute') },
    ])
    expect(here.warnings).toHaveLength(1)
  })
})

test('behind a head office its clock is the one that counts', async () => {
  const office = await startGateway()
  const clock = aMovableClock()
  clock.beWrongBy(3 * dayMs)
  const env = {
    RESIT_AUTHORITY: 'gateway',
    RESIT_UPSTREAM_URL: office.baseUrl,
    RESIT_UPSTREAM_TOKEN: await office.token(),
  }
  const shop = await startGateway({ env, ports: { clock } })
  open.push(shop, office)
  await importCompany(shop)
  const api = apiOf(shop, await shop.token())
  const { body } = await api.submit('sale', 'invoice', invoice('1'))
  const status = async () => (await api.status('sale', 'invoice', body.SALE_GUID)).body
  await expect.poll(status).toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'clock_wrong' } })
  clock.beWrongBy(0)
  expect(await api.until(body, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', ATTENTION: null })
})
