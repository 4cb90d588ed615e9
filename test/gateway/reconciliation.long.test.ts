import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { reconcileAnswerSchema, reconciliationSchema } from '../../shared/api/operator/reconciliation.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { addDays } from '../../shared/domain/calendar.ts'
import { signedIn } from '../authority/practice/support.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startChain } from '../support/chain.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { nearDays } from '../support/near-days.ts'
import { operate } from '../support/operator.ts'
import { eventOf } from '../support/records.ts'
import { happen } from '../support/stores.ts'
import { document, invoice } from '../support/till.ts'

type Begun = z.output<typeof reconciliationSchema>
type Reconciled = z.output<typeof reconcileAnswerSchema>

const period = { company: 'DEMO', ...nearDays }

async function compare(shop: Pick<TestGateway, 'gateway' | 'port'>, ask: object = period): Promise<string> {
  const told = await operate<Begun>(shop, 'POST', '/reconciliations', ask)
  expect(told.status, JSON.stringify(told.body)).toBe(200)
  return told.body.id
}
const show = async (shop: Pick<TestGateway, 'gateway' | 'port'>, id: string) =>
  (await operate<Reconciled>(shop, 'GET', `/reconciliations/${id}`)).body
async function ended(shop: Pick<TestGateway, 'gateway' | 'port'>, id: string): Promise<Reconciled> {
  await expect.poll(async () => (await show(shop, id)).reconciliation.state).not.toBe('running')
  return show(shop, id)
}
const kindsOf = ({ differences }: Reconciled) => differences.map(({ kind }) => kind).toSorted()

describe('a comparison with the authority', () => {
  let shop: TestGateway
  let practice: Practice
  let api: Api
  const sold: WireRecord[] = []
  beforeAll(async () => {
    // The gateway reads the portal at a random time of its first minute. Here it is the end of the minute.
    const randomness = { ...systemRandomness, fraction: () => 1 }
    shop = await startGateway({ env: { RESIT_WATCH_INTERVAL_MS: '3600000' }, ports: { randomness } })
    if (!shop.gateway.practice) throw new Error('the shop is not in practice mode')
    practice = shop.gateway.practice
    api = apiOf(shop, await shop.token())
    for (const code of ['1', '2', '3']) {
      const { body } = await api.submit('sale', 'invoice', invoice(code))
      sold.push(await api.until(body, 'Valid'))
    }
  })
  afterAll(() => shop.close())

  test('that finds nothing amiss says so, and that everything was read', async () => {
    const found = await ended(shop, await compare(shop))
    expect(found).toMatchObject({ unproven: 0, difference_count: 0, differences: [] })
    expect(found.reconciliation).toMatchObject({
      state: 'done',
      halt: null,
      documents_read: 3,
    })
    expect(found.reconciliation.stretches_read).toBe(found.reconciliation.stretches)
  })

  test('lists both ways what differs: cancelled on the portal, unknown to us, and not there although we say so', async () => {
    const uuid = sold[0]?.AUTHORITY?.UUID ?? ''
    expect(await practice.faults.set({ kind: 'portal_cancel', uuid })).toBe(true)
    const strange = JSON.parse(practice.ledger.textOf(uuid).replaceAll(sold[0]?.DOCUMENT_NUMBER ?? '', 'STRANGE-1'))
    expect((await (await signedIn(practice)).submit(strange)).status).toBe(202)
    const { store } = shop.gateway
    await operate(shop, 'POST', '/sending/pause', {})
    const kept = (await api.submit('sale', 'invoice', invoice('4'))).body
    const stored = await store.records.byGuid(kept.SALE_GUID)
    if (!stored) throw new Error('the sale is not kept')
    const at = Date.now()
    const names = { uuid: 'NEVERTHERE', submissionUid: 'NEVERTHERE' }
    await happen(
      store,
      stored,
      { ...eventOf.claimed, at },
      { ...eventOf.taken, ...names, at },
      { ...eventOf.validated, at, validatedAt: at, cancellableUntil: at + 1 },
    )
    const id = await compare(shop)
    const found = await ended(shop, id)
    expect(kindsOf(found)).toEqual(['missing_there', 'status_differs', 'unknown_here'])
    const of = (kind: string) => found.differences.find((difference) => difference.kind === kind)
    expect(of('status_differs')).toMatchObject({
      here: { SALE_CODE: '1', STATUS: 'Valid' },
      there: { STATUS: 'Cancelled' },
    })
    expect(of('unknown_here')).toMatchObject({ here: null, there: { DOCUMENT_NUMBER: 'STRANGE-1' } })
    expect(of('missing_there')).toMatchObject({ here: { SALE_CODE: '4' }, there: null })
  })

  test('asks again for a page that got lost', async () => {
    await practice.faults.set({ kind: 'error_before', on: 'search', times: 2 })
    expect(await ended(shop, await compare(shop))).toMatchObject({
      reconciliation: { state: 'done' },
      difference_count: 3,
    })
  })

  test('says what is missing where the authority stops answering, and claims nothing about it; another one reads it', async () => {
    await practice.faults.set({ kind: 'error_before', on: 'search' })
    const id = await compare(shop)
    const halted = await ended(shop, id)
    expect(halted.reconciliation).toMatchObject({ state: 'stopped', halt: 'not_answered', stretches_read: 0 })
    // A document must not count as missing if its time was not read.
    expect(kindsOf(halted)).toEqual([])
    expect(halted.unproven).toBe(4)
    await practice.faults.clear()
    const whole = await ended(shop, await compare(shop))
    expect(whole.reconciliation).toMatchObject({ state: 'done' })
    expect(kindsOf(whole)).toEqual(['missing_there', 'status_differs', 'unknown_here'])
  })

  test('runs once at a time for a company', async () => {
    await practice.faults.set({ kind: 'error_before', on: 'search' })
    const id = await compare(shop)
    const second = await operate(shop, 'POST', '/reconciliations', period)
    expect(second).toMatchObject({ status: 409, body: { code: 'reconciliation_running' } })
    await practice.faults.clear()
    await ended(shop, id)
  })

  test.each([
    [{ ...period, to: addDays(period.from, -1) }, 'period_reversed'],
    [{ ...period, from: addDays(period.to, -31) }, 'out_of_range'],
  ])('of no period that makes sense is refused: %o', async (ask, code) => {
    const told = await operate(shop, 'POST', '/reconciliations', ask)
    expect(told).toMatchObject({ status: 422, body: { errors: [{ pointer: '/to', code }] } })
  })

  test('that a restart cut off says so', async () => {
    const run = { companyGuid: sold[0]?.COMPANY_GUID ?? '', ...nearDays, begunAt: 1 }
    const id = '5e1f0000-0000-4000-8000-0000000000ff'
    const { reconciliations } = shop.gateway.store
    await reconciliations.begin({ ...run, id })
    expect((await show(shop, id)).reconciliation).toMatchObject({ state: 'stopped', halt: 'restarted' })
  })
})

test('another gateway in the authority’s place is compared with too, as far as it says', async () => {
  const chain = await startChain()
  try {
    const api = apiOf(chain.shop, await chain.shop.token())
    for (const code of ['1', '2']) await api.until((await api.submit('sale', 'invoice', invoice(code))).body, 'Valid')
    const note = await api.submit('sale', 'refund_note', document('sale', 'refund_note', '3'))
    await api.until(note.body, 'Valid')
    const found = await ended(chain.shop, await compare(chain.shop))
    expect(found).toMatchObject({ difference_count: 0 })
    expect(found.reconciliation).toMatchObject({ state: 'done', documents_read: 3 })
  } finally {
    await chain.close()
  }
})

test('a document in doubt that the list decides is looked up at once', async () => {
  const shop = await startGateway()
  const { practice, store } = shop.gateway
  const api = apiOf(shop, await shop.token())
  await practice?.faults.set({ kind: 'error_after', times: 1, on: 'submit' })
  const { body: doubtful } = await api.submit('sale', 'invoice', invoice('1'))
  const stored = () => store.records.byGuid(doubtful.SALE_GUID)
  await expect.poll(async () => (await stored())?.record.phase).toBe('unknown')
  await store.schedule.postpone('look_up', [(await stored())?.seq ?? 0], Date.now() + 3_600_000)
  await expect.poll(async () => kindsOf(await ended(shop, await compare(shop)))).toEqual(['status_differs'])
  await api.until(doubtful, 'Valid')
  await shop.close()
})
