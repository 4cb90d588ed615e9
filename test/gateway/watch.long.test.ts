import { afterEach, describe, expect, test } from 'vitest'
import type { LedgerDocument } from '../../electron/gateway/authority/practice/ledger.ts'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { EventType } from '../../shared/domain/event.ts'
import { buyer, signedIn } from '../authority/practice/support.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startChain } from '../support/chain.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { hourMs } from '../support/records.ts'
import { customer, invoice } from '../support/till.ts'

const minuteMs = 60_000
const brisk = { RESIT_WATCH_INTERVAL_MS: '50' }

interface Shop {
  readonly shop: TestGateway
  readonly practice: Practice
  readonly api: Api
  sell(code: string): Promise<WireRecord>
}

let open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open) await each.close()
  open = []
})

async function openShop(options: Parameters<typeof startGateway>[0]): Promise<Shop> {
  const shop = await startGateway(options)
  open.push(shop)
  const { practice } = shop.gateway
  if (!practice) throw new Error('the shop is not in practice mode')
  const api = apiOf(shop, await shop.token())
  const sell = async (code: string) =>
    api.until((await api.submit('sale', 'invoice', invoice(code))).body, 'Valid', 'Invalid')
  return { shop, practice, api, sell }
}

const uuidOf = ({ AUTHORITY }: WireRecord) => AUTHORITY?.UUID ?? ''
const cancelOnPortal = async (practice: Practice, record: WireRecord) =>
  expect(await practice.faults.set({ kind: 'portal_cancel', uuid: uuidOf(record) })).toBe(true)
const searches = ({ counts }: Practice) => counts.list().find(({ api }) => api === 'search')?.total ?? 0
const details = ({ counts }: Practice) => counts.list().find(({ api }) => api === 'getDetails')?.total ?? 0

/** Resolves after three more looks at the portal, so that a repetition would have been seen. */
const looksAgain = async (practice: Practice) => {
  const before = searches(practice)
  await expect.poll(() => searches(practice)).toBeGreaterThan(before + 2)
}

const journalOf = async ({ shop }: Shop, { SALE_GUID }: WireRecord, type: EventType) => {
  const { records } = shop.gateway.store
  const stored = await records.byGuid(SALE_GUID)
  const events = stored ? await records.events(stored.seq) : []
  return events.map(({ event }) => event).filter((event) => event.type === type)
}

/** Makes the authority answer something impossible. */
function changeLedger({ practice }: Shop, change: (document: LedgerDocument) => Partial<LedgerDocument>): void {
  for (const document of practice.ledger.documents()) practice.ledger.change(document, change(document))
}

/** The buyer, whom the practice authority knows, requests a rejection on the portal. */
async function askToReject(practice: Practice, record: WireRecord): Promise<void> {
  const client = await signedIn(practice, buyer)
  const path = `/api/v1.0/documents/state/${uuidOf(record)}/state`
  expect((await client.put(path, { status: 'rejected', reason: 'Not our order' })).status).toBe(200)
}

describe('a document that its issuer cancels on the portal', () => {
  test('is cancelled here too, without anybody asking, and nothing of ours claims to have done it (UP24)', async () => {
    const here = await openShop({ env: brisk })
    const [gone, stays] = [await here.sell('1'), await here.sell('2')]
    await cancelOnPortal(here.practice, gone)
    const seen = await here.api.until(gone, 'Cancelled')
    expect(seen).toMatchObject({ CANCELLATION: null, NEXT_ACTION: { ACTION: 'none' } })
    expect(seen.CANCELLED_AT).not.toBeNull()
    expect(await journalOf(here, gone, 'cancelled')).toMatchObject([{ elsewhere: true }])
    expect((await here.api.status('sale', 'invoice', stays.SALE_GUID)).body.STATUS).toBe('Valid')
    const asked = await here.api.post('/sale/invoice_cancellation', { SALE_GUID: gone.SALE_GUID, REASON: 'Wrong' })
    expect(asked).toMatchObject({ status: 409, body: { code: 'cancel_denied_status', record: seen } })
  })

  test('is not to be cancelled here any more, also before that was noticed, and is not said to be our doing', async () => {
    const here = await openShop({ env: { ...brisk, RESIT_WATCH_INTERVAL_MS: '3600000' } })
    const sold = await here.sell('1')
    await cancelOnPortal(here.practice, sold)
    const ask = () => here.api.post('/sale/invoice_cancellation', { SALE_GUID: sold.SALE_GUID, REASON: 'Wrong' })
    for (const { status, body } of [await ask(), await ask()])
      expect({ status, body }).toMatchObject({
        status: 409,
        body: {
          code: 'cancel_denied_status',
          record: { STATUS: 'Cancelled', CANCELLATION: { STATE: 'Refused', CODE: 'cancel_denied_status' } },
        },
      })
  })

  test('was cancelled when the authority says, not when it was noticed', async () => {
    const here = await openShop({ env: brisk })
    const sold = await here.sell('1')
    changeLedger(here, ({ validatedAt }) => ({ status: 'Cancelled', cancelledAt: (validatedAt ?? 0) - hourMs }))
    const seen = await here.api.until(sold, 'Cancelled')
    expect(Date.parse(seen.CANCELLED_AT ?? '')).toBe(Date.parse(sold.VALIDATED_AT ?? '') - hourMs)
    const [{ at } = { at: 0 }] = await journalOf(here, sold, 'cancelled')
    expect(at).toBeGreaterThan(Date.parse(sold.VALIDATED_AT ?? ''))
  })

  test('is told to whoever waits for changes', async () => {
    const here = await openShop({ env: brisk })
    const sold = await here.sell('1')
    const { body } = await operate<{ next: number }>(here.shop, 'GET', '/changes')
    const news = operate<{ items: WireRecord[] }>(here.shop, 'GET', `/changes?wait=25&after=${body.next}`)
    await cancelOnPortal(here.practice, sold)
    expect((await news).body.items).toMatchObject([{ SALE_GUID: sold.SALE_GUID, STATUS: 'Cancelled' }])
  })

  test('is found behind more documents than fit one page', async () => {
    const here = await openShop({ env: { RESIT_WATCH_INTERVAL_MS: '500' } })
    const oldest = await here.sell('oldest')
    const codes = Array.from({ length: 105 }, (_, n) => `n${n}`)
    const sold = await Promise.all(codes.map(async (code) => here.api.submit('sale', 'invoice', invoice(code))))
    for (const { body } of sold) await here.api.until(body, 'Valid')
    await cancelOnPortal(here.practice, oldest)
    expect((await here.api.until(oldest, 'Cancelled')).STATUS).toBe('Cancelled')
  })
})

describe('a document that its buyer asks to be rejected', () => {
  test('stays valid and says so; the reason is in the journal, once', async () => {
    const here = await openShop({ env: brisk })
    const sold = await here.sell('1')
    await askToReject(here.practice, sold)
    const status = async () => (await here.api.status('sale', 'invoice', sold.SALE_GUID)).body
    await expect.poll(async () => (await status()).ATTENTION?.CODE).toBe('rejection_requested')
    expect(await status()).toMatchObject({ STATUS: 'Valid', NEXT_ACTION: { ACTION: 'cancel' } })
    await looksAgain(here.practice)
    const noted = await journalOf(here, sold, 'rejection_requested')
    expect(noted).toMatchObject([{ reason: 'Not our order' }])
    expect(details(here.practice)).toBe(0)
  })

  test('without saying why is noted all the same, and its details are asked for once', async () => {
    const here = await openShop({ env: brisk })
    const sold = await here.sell('1')
    changeLedger(here, ({ validatedAt }) => ({ rejectRequestedAt: validatedAt }))
    await expect.poll(async () => (await journalOf(here, sold, 'rejection_requested')).length).toBe(1)
    await looksAgain(here.practice)
    expect(await journalOf(here, sold, 'rejection_requested')).toMatchObject([{ reason: '' }])
    expect(details(here.practice)).toBe(1)
  })

  test('is cancelled the usual way, and nothing waits for a person any more', async () => {
    const here = await openShop({ env: brisk })
    const sold = await here.sell('1')
    await askToReject(here.practice, sold)
    const status = async () => (await here.api.status('sale', 'invoice', sold.SALE_GUID)).body
    await expect.poll(async () => (await status()).ATTENTION?.CODE).toBe('rejection_requested')
    const ask = { SALE_GUID: sold.SALE_GUID, REASON: 'The buyer refused it' }
    const { body } = await here.api.post('/sale/invoice_cancellation', ask)
    expect(body).toMatchObject({ STATUS: 'Cancelled', ATTENTION: null })
  })
})

test('an answer that would take a valid document back changes nothing and is noted once (UP23)', async () => {
  const here = await openShop({ env: brisk })
  const sold = await here.sell('1')
  changeLedger(here, () => ({ status: 'Invalid' }))
  await expect.poll(async () => (await journalOf(here, sold, 'anomaly')).length).toBe(1)
  await looksAgain(here.practice)
  expect(await journalOf(here, sold, 'anomaly')).toMatchObject([{ observed: 'Invalid' }])
  expect((await here.api.status('sale', 'invoice', sold.SALE_GUID)).body.STATUS).toBe('Valid')
})

describe('the authority is not asked more than it has to be', () => {
  const half = { RESIT_WATCH_INTERVAL_MS: String(30 * minuteMs) }
  // The first reading comes at a random time. Here it comes late, after the first sale.
  const randomness = { ...systemRandomness, fraction: () => 0.9 }
  const openWith = (clock: ReturnType<typeof aMovableClock>) => openShop({ env: half, ports: { clock, randomness } })

  test('soon after the start, then once in each interval, however much is sold', async () => {
    const clock = aMovableClock()
    const here = await openWith(clock)
    await here.sell('1')
    clock.pass(minuteMs)
    await here.sell('2')
    await expect.poll(() => searches(here.practice)).toBe(1)
    clock.pass(20 * minuteMs)
    for (const code of ['3', '4', '5']) await here.sell(code)
    expect(searches(here.practice)).toBe(1)
    clock.pass(10 * minuteMs)
    await here.sell('6')
    await expect.poll(() => searches(here.practice)).toBe(2)
  })

  /** Sells a document that is refused, so that it leaves nothing to watch. */
  const sellInVain = async ({ api }: Shop, code: string) => {
    const { body } = await api.submit('sale', 'invoice', invoice(code, { BUYER: { ...customer, TIN: 'C99999999990' } }))
    expect((await api.until(body, 'Valid', 'Invalid')).STATUS).toBe('Invalid')
  }

  test('a document is watched to the end of its time and looked at once more after it, then nobody asks', async () => {
    const clock = aMovableClock()
    const here = await openWith(clock)
    const sold = await here.sell('1')
    clock.pass(minuteMs)
    await sellInVain(here, '2')
    await expect.poll(() => searches(here.practice)).toBe(1)
    clock.pass(71 * hourMs + 50 * minuteMs)
    await cancelOnPortal(here.practice, sold)
    clock.pass(20 * minuteMs)
    await sellInVain(here, '3')
    expect((await here.api.until(sold, 'Cancelled')).STATUS).toBe('Cancelled')
    expect(searches(here.practice)).toBe(2)
    clock.pass(hourMs)
    for (const code of ['4', '5']) await sellInVain(here, code)
    expect(searches(here.practice)).toBe(2)
  })

  test('a document that stays valid is left alone when its time is over', async () => {
    const clock = aMovableClock()
    const here = await openWith(clock)
    await here.sell('1')
    clock.pass(73 * hourMs)
    await sellInVain(here, '2')
    await expect.poll(() => searches(here.practice)).toBe(1)
    clock.pass(hourMs)
    for (const code of ['3', '4']) await sellInVain(here, code)
    expect(searches(here.practice)).toBe(1)
  })

  test('where it does not answer it is asked again before the hour is over', async () => {
    const clock = aMovableClock()
    const here = await openWith(clock)
    await here.sell('1')
    await here.practice.faults.set({ kind: 'error_before', on: 'search', times: 1 })
    clock.pass(minuteMs)
    await here.sell('2')
    await expect.poll(() => searches(here.practice)).toBe(1)
    clock.pass(5 * minuteMs)
    await here.sell('3')
    await expect.poll(() => searches(here.practice)).toBe(2)
  })
})

test('what happens on the portal comes down through a head office', async () => {
  const chain = await startChain({ office: brisk, shop: brisk })
  open.push(chain)
  const shop = apiOf(chain.shop, await chain.shop.token())
  const sell = async (code: string) =>
    shop.until((await shop.submit('sale', 'invoice', invoice(code))).body, 'Valid', 'Invalid')
  const [gone, unwanted] = [await sell('1'), await sell('2')]
  await cancelOnPortal(chain.practice, gone)
  await askToReject(chain.practice, unwanted)
  expect((await shop.until(gone, 'Cancelled')).STATUS).toBe('Cancelled')
  await expect
    .poll(async () => (await shop.status('sale', 'invoice', unwanted.SALE_GUID)).body)
    .toMatchObject({ STATUS: 'Valid', ATTENTION: { CODE: 'rejection_requested' } })
})
