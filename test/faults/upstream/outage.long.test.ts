import { expect, test } from 'vitest'
import { limitsPerMinute } from '../../../electron/gateway/authority/practice/rate-limits.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { operate } from '../../support/operator.ts'
import { hourMs, minuteMs, openWarmShop, realTiming, searching, submitting, type UpstreamShop } from './shop.ts'
import { sampled } from './sweep.ts'

interface Health {
  readonly verdict: string
  readonly alerts: readonly { readonly code: string }[]
}
const healthOf = async ({ shop }: UpstreamShop) => (await operate<Health>(shop, 'GET', '/health')).body
const alertsOf = async (here: UpstreamShop) => (await healthOf(here)).alerts.map(({ code }) => code)

const outlets = ['KLCC', 'Bangsar', 'Ipoh'] as const
const at = (count: number) => ({ OUTLET_NAME: outlets[count % outlets.length] ?? '' })
const numbersThere = ({ practice }: UpstreamShop, sold: readonly WireRecord[]) => {
  const ours = new Set(sold.map(({ DOCUMENT_NUMBER }) => DOCUMENT_NUMBER))
  return practice.ledger.documents().flatMap(({ internalId }) => (ours.has(internalId) ? internalId : []))
}

test('an authority that is away for three days stops no till, and gets everything in the order it was sold (UP27)', async () => {
  const here = await openWarmShop()
  await here.proxy.refuse()
  const count = sampled('sales during an outage', 60, 3_000)
  const sold: WireRecord[] = []
  let slowestMs = 0
  for (let sale = 0; sale < count; sale += 1) {
    here.clock.pass((71 * hourMs) / count)
    const startedMs = performance.now()
    sold.push(await here.sell(`o${sale}`, at(sale)))
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
    if (sale === Math.floor(count / 4)) expect(await alertsOf(here)).toContain('oldest_unsent')
  }
  expect(slowestMs).toBeLessThan(20_000)
  // For the first of them, sixty of the seventy-two hours have passed.
  expect(await healthOf(here)).toMatchObject({ verdict: 'bad' })
  expect(await alertsOf(here)).toContain('window_closing')
  for (const each of sold.slice(0, 3)) expect((await here.shown(each)).STATUS).toBe('Pending')
  await here.proxy.listen()
  await here.wake()
  for (const each of sold) await here.until(each, 'Valid')
  expect(numbersThere(here, sold)).toEqual(sold.map(({ DOCUMENT_NUMBER }) => DOCUMENT_NUMBER))
  await expect.poll(() => alertsOf(here)).toEqual([])
  await here.agrees()
})

test('a try that fails costs a sale no place in the queue (UP27)', async () => {
  const here = await openWarmShop()
  here.proxy.rule(submitting, { kind: 'instead', answer: { status: 429 } })
  const sold: WireRecord[] = []
  for (let sale = 0; sale < 10; sale += 1) sold.push(await here.sell(`q${sale}`, at(sale)))
  const before = here.proxy.requests.length
  const tries = async () => {
    here.clock.pass(minuteMs)
    await here.wake()
    await here.quiet()
    return here.proxy.requests.slice(before).filter(({ line }) => submitting.test(line)).length
  }
  await expect.poll(tries).toBeGreaterThan(2)
  here.proxy.clear()
  here.clock.pass(minuteMs)
  await here.wake()
  for (const each of sold) await here.until(each, 'Valid')
  expect(numbersThere(here, sold)).toEqual(sold.map(({ DOCUMENT_NUMBER }) => DOCUMENT_NUMBER))
  await here.agrees()
})

test('an authority that comes back is not overrun: its limits are kept, in few requests, one outlet as soon as the other (UP28)', async () => {
  const here = await openWarmShop({ rateScale: 1, env: { RESIT_REQUEST_TIMEOUT_MS: '20000' } })
  await here.proxy.refuse()
  const count = sampled('documents that wait for the authority', 600, 100_000)
  const sold: WireRecord[] = []
  for (let sale = 0; sale < count; sale += 30)
    sold.push(
      ...(await Promise.all(Array.from({ length: 30 }, (_, next) => here.sell(`b${sale + next}`, at(sale + next))))),
    )
  // A gateway that has not tried to send knows of no outage.
  const [first] = sold
  await expect.poll(() => (first ? here.outcomes(first) : [])).toContainEqual(expect.stringMatching(/^unsent/))
  const before = here.proxy.requests.length
  await here.proxy.listen()
  for (const each of sold) await here.until(each, 'Valid')
  const submissions = here.proxy.requests.slice(before).filter(({ line }) => submitting.test(line))
  const sizes = submissions.map(
    ({ body }) => (JSON.parse(body.toString()) as { documents: unknown[] }).documents.length,
  )
  // One document is tried first; then the rest goes in full batches.
  expect(sizes[0]).toBe(1)
  expect(sizes.length).toBeLessThanOrEqual(Math.ceil(count / 100) + 3)
  expect(here.practice.counts.list().every(({ refused }) => refused === 0)).toBe(true)
  for (const { api, mostInAMinute } of here.practice.counts.list())
    expect(mostInAMinute).toBeLessThanOrEqual(limitsPerMinute[api] ?? Number.POSITIVE_INFINITY)
  const order = numbersThere(here, sold)
  for (let end = 100; end <= count; end += 100) {
    const ofEach = outlets.map((outlet) => order.slice(0, end).filter((number) => number.startsWith(outlet)).length)
    expect(Math.max(...ofEach) - Math.min(...ofEach)).toBeLessThanOrEqual(30)
  }
  await here.agrees()
}, 7_200_000)

test('after eighty hours what was never sent goes with a new time, and what may have been sent does not go again (UP33)', async () => {
  const here = await openWarmShop({ env: realTiming })
  const history = async (record: WireRecord) => {
    const { records } = here.shop.gateway.store
    const { seq } = await here.stored(record)
    return (await records.events(seq)).map(({ event }) => event.type)
  }
  here.proxy.next(submitting, { kind: 'swallow' })
  const lost = await here.sell('lost')
  await expect.poll(() => here.phase(lost)).toBe('unknown')
  here.proxy.next(submitting, { kind: 'reset_answer', after: 0 })
  const taken = await here.sell('taken')
  await expect.poll(() => here.phase(taken)).toBe('unknown')
  await here.proxy.refuse()
  const waiting = await here.sell('waiting')
  here.clock.pass(80 * hourMs)
  await here.wake()
  await here.proxy.listen()
  await here.live(30 * minuteMs)
  expect(await here.until(waiting, 'Valid')).toMatchObject({ STATUS: 'Valid', ISSUED_AT: waiting.ISSUED_AT })
  expect(await history(waiting)).toContain('restamped')
  await here.until(taken, 'Valid')
  expect(await here.outcomes(taken)).toEqual(['inDoubt connection_broken'])
  expect(await here.shown(lost)).toMatchObject({ STATUS: 'InProgress', ATTENTION: { CODE: 'in_doubt_expired' } })
  for (const each of [lost, taken]) expect(await history(each)).not.toContain('restamped')
  expect(
    here.proxy.requests.filter(({ line, body }) => submitting.test(line) && body.includes(lost.DOCUMENT_NUMBER)),
  ).toHaveLength(1)
  expect(here.there(lost)).toEqual([])
  expect(await here.oracle()).toMatchObject({ lost: [], doubles: [], voidedThere: [], unknownDocuments: [] })
})

test('a doubt that a person has left for two months keeps no new one from being cleared up', async () => {
  const here = await openWarmShop({ env: realTiming })
  here.proxy.rule(searching, {
    kind: 'instead',
    answer: { status: 200, body: '{"result":[],"metadata":{"totalCount":0}}' },
  })
  here.proxy.next(submitting, { kind: 'swallow' })
  const old = await here.sell('old')
  await expect.poll(() => here.phase(old)).toBe('unknown')
  // The laptop sleeps until the authority would not recognise a second copy any more.
  here.clock.pass(2 * hourMs)
  await here.live(30 * minuteMs)
  expect(await here.phase(old)).toBe('conflict')
  here.proxy.clear()
  here.clock.pass(60 * 24 * hourMs)
  here.proxy.next(submitting, { kind: 'reset_answer', after: 0 })
  const young = await here.sell('young')
  await here.live(2 * hourMs, 10 * minuteMs)
  await here.until(young, 'Valid')
  expect(await here.outcomes(young)).toEqual(['inDoubt connection_broken'])
  expect(here.there(old)).toEqual([])
  expect(await here.oracle()).toMatchObject({ lost: [], doubles: [], voidedThere: [], unknownDocuments: [] })
})
