import { afterEach, describe, expect, test } from 'vitest'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { RecordEvent } from '../../shared/domain/event.ts'
import { type Api, apiOf } from '../support/api.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { hourMs } from '../support/records.ts'
import { invoice } from '../support/till.ts'

const minuteMs = 60_000
let shop: TestGateway
let practice: Practice
let api: Api
let clock: ReturnType<typeof aMovableClock>

async function open(): Promise<void> {
  clock = aMovableClock()
  shop = await startGateway({ ports: { clock } })
  if (!shop.gateway.practice) throw new Error('the shop is not in practice mode')
  practice = shop.gateway.practice
  api = apiOf(shop, await shop.token())
}
afterEach(() => shop.close())

/** Sells, or writes down now what was sold so long ago. */
async function sell(code: string, agoMs: number): Promise<WireRecord> {
  const issuedAt = new Date(clock.now() - agoMs).toISOString()
  return (await api.submit('sale', 'invoice', invoice(code, { ISSUED_AT: issuedAt }))).body
}

async function historyOf({ SALE_GUID }: WireRecord) {
  const { records } = shop.gateway.store
  const stored = await records.byGuid(SALE_GUID)
  if (!stored) throw new Error(`nothing has the GUID ${SALE_GUID}`)
  const kept = await records.events(stored.seq)
  return { events: kept.map(({ event }) => event), attempts: await records.attempts(stored.seq) }
}

const typesOf = (events: readonly RecordEvent[]) => events.map(({ type }) => type)
const restampsIn = (events: readonly RecordEvent[]) =>
  events.flatMap((event) => (event.type === 'restamped' ? [event] : []))
const issuedThere = ({ DOCUMENT_NUMBER }: WireRecord) =>
  practice.ledger.documents().find(({ internalId }) => internalId === DOCUMENT_NUMBER)?.issuedAt

describe('a document whose sale is too long ago for the authority', () => {
  test('is stamped when it is sent, and the journal says so right before the claim (UP33)', async () => {
    await open()
    const record = await api.until(await sell('1', 80 * hourMs), 'Valid', 'Invalid')
    expect(record).toMatchObject({ STATUS: 'Valid', REVISION: 1 })
    const { events, attempts } = await historyOf(record)
    expect(typesOf(events)).toEqual(['received', 'restamped', 'claimed', 'taken', 'validated'])
    const [restamp] = restampsIn(events)
    expect(restamp?.from).toBe(Date.parse(record.ISSUED_AT))
    expect(restamp?.to).toBe(issuedThere(record))
    expect(attempts.map(({ documentTime }) => documentTime)).toEqual([restamp?.to])
  })

  test.each([300, 900])('is never of the future for an authority that is %i ms behind', async (behindMs) => {
    await open()
    await practice.faults.set({ kind: 'wrong_clock', offsetMs: -behindMs })
    for (const code of ['1', '2', '3']) {
      // A second begins: an issue time in whole seconds is then nearest to the present.
      clock.pass(1000 - (clock.now() % 1000))
      const record = await api.until(await sell(code, 80 * hourMs), 'Valid', 'Invalid')
      expect(record).toMatchObject({ STATUS: 'Valid', ERRORS: [] })
    }
  })

  test('keeps the time that the till gave in its record', async () => {
    await open()
    const sold = await sell('1', 80 * hourMs)
    expect((await api.until(sold, 'Valid')).ISSUED_AT).toBe(sold.ISSUED_AT)
  })

  test('is stamped anew for each claim while none of them can have arrived (UP33)', async () => {
    await open()
    await api.until(await sell('1', minuteMs), 'Valid')
    await practice.faults.set({ kind: 'away', how: 'refused' })
    const sold = await sell('2', 80 * hourMs)
    await expect.poll(async () => typesOf((await historyOf(sold)).events)).toContain('unsent')
    clock.pass(10 * minuteMs)
    await practice.faults.clear()
    const record = await api.until(sold, 'Valid', 'Invalid')
    const { events } = await historyOf(record)
    const stamps = restampsIn(events)
    expect(stamps.length).toBe(events.filter(({ type }) => type === 'claimed').length)
    expect(stamps.length).toBeGreaterThan(1)
    expect(stamps.at(-1)?.to).toBe(issuedThere(record))
    events.forEach(({ type }, at) => {
      if (type === 'claimed') expect(events[at - 1]?.type).toBe('restamped')
    })
  })
})

describe('a document that is young enough', () => {
  test('keeps the time of its sale, and the journal has nothing to say', async () => {
    await open()
    const record = await api.until(await sell('1', 71 * hourMs), 'Valid', 'Invalid')
    expect(record.STATUS).toBe('Valid')
    expect(restampsIn((await historyOf(record)).events)).toEqual([])
    expect(issuedThere(record)).toBe(Math.floor(Date.parse(record.ISSUED_AT) / 1000) * 1000)
  })

  test('and grows too old in doubt goes again as it is or not at all: it may have been sent (UP33)', async () => {
    await open()
    await practice.faults.set({ kind: 'error_before', times: 1 })
    const sold = await sell('1', 71 * hourMs + 40 * minuteMs)
    await api.until(sold, 'InProgress')
    await expect.poll(async () => typesOf((await historyOf(sold)).events)).toContain('doubted')
    clock.pass(30 * minuteMs)
    // Another sale wakes the workers, whose timers know nothing of a clock that was moved on.
    await expect
      .poll(async () => {
        await sell(`w${clock.steadyMs()}`, minuteMs)
        return (await historyOf(sold)).attempts.length
      })
      .toBeGreaterThan(1)
    const { events, attempts } = await historyOf(sold)
    expect(restampsIn(events)).toEqual([])
    expect(new Set(attempts.map(({ sha256 }) => sha256)).size).toBe(1)
  })
})
