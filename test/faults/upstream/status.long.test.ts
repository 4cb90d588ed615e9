import { describe, expect, test } from 'vitest'
import { invoice as aDocument } from '../../authority/practice/documents.ts'
import { signedIn } from '../../authority/practice/support.ts'
import type { Plan } from '../../support/fault-proxy.ts'
import { operate } from '../../support/operator.ts'
import { hourMs, minuteMs, openWarmShop, polling, searching, submitting, type UpstreamShop } from './shop.ts'
import { sampled } from './sweep.ts'

/** No page has more than 25 entries, whatever the request says. */
const shortPages: Plan = ({ line }) => ({ kind: 'rewrite', line: line.replace('pageSize=100', 'pageSize=25') })
const firstPageOnly: Plan = ({ line }) => ({
  kind: 'rewrite',
  line: line.replace(/pageNo=\d+&pageSize=100/, 'pageNo=1&pageSize=25'),
})
const lyingTotals =
  (total: number): Plan =>
  () => ({
    kind: 'rewrite',
    to: (told) => {
      const body = JSON.parse(told.body.toString()) as object
      const lies = { documentCount: total, metadata: { totalPages: total, totalCount: total } }
      return { ...told, body: JSON.stringify({ ...body, ...lies }) }
    },
  })

const pagesAsked = ({ proxy }: UpstreamShop): readonly number[] =>
  proxy.requests.filter(({ line }) => polling.test(line)).map(({ line }) => Number(/pageNo=(\d+)/.exec(line)?.[1]))

describe('a submission of a hundred documents', () => {
  const codes = Array.from({ length: 100 }, (_, at) => `p${at}`)
  const patient = { env: { RESIT_REQUEST_TIMEOUT_MS: '20000' } }

  test.each<[string, Plan]>([
    ['in pages of twenty-five', shortPages],
    ['of which none is counted', lyingTotals(0)],
    ['of which a million are counted', lyingTotals(1_000_000)],
  ])('shown %s is seen to its end (UP25)', async (_, plan) => {
    const here = await openWarmShop(patient)
    const batch = await here.sellTogether(codes, () => here.proxy.rule(polling, plan))
    for (const sold of batch) await here.until(sold, 'Valid')
    // A page for each twenty-five documents, and none that is only for counting.
    expect(Math.max(...pagesAsked(here))).toBeLessThan(6)
    // The pages are read only a few times.
    expect(pagesAsked(here).length).toBeLessThan(30)
    await here.agrees()
  })

  test('of which one page is shown over and over is asked about again, and no more is believed than is shown (UP25)', async () => {
    const here = await openWarmShop(patient)
    const batch = await here.sellTogether(codes, () => here.proxy.rule(polling, firstPageOnly))
    const count = async (phase: string) =>
      (await Promise.all(batch.map((sold) => here.phase(sold)))).filter((is) => is === phase).length
    await expect.poll(() => count('valid')).toBe(25)
    expect(await count('submitted')).toBe(75)
    const asked = pagesAsked(here).length
    await here.quiet()
    const pages = pagesAsked(here)
    // The second page has nothing new, so no third page is read. The list is asked for less and less often.
    expect(Math.max(...pages)).toBe(2)
    expect(pages.length - asked).toBeLessThan(30)
    here.proxy.clear()
    for (const sold of batch) await here.until(sold, 'Valid')
    await here.agrees()
  })
})

describe('a document in doubt among many', () => {
  /** Submits documents of another program for the same company. */
  async function submitOthers({ practice, clock }: UpstreamShop, name: string, count: number): Promise<void> {
    const client = await signedIn(practice)
    for (let from = 0; from < count; from += 100) {
      const numbers = Array.from({ length: Math.min(100, count - from) }, (_, at) => `${name}-${from + at}`)
      await client.submit(...numbers.map((number) => aDocument({ number, issued: clock.now() - minuteMs })))
    }
  }
  const counts = [0, 1, 24, 25, 26, 49, 50, 51, 100, 101]

  test.each<[string, Plan]>([
    ['pages as they are asked for', () => null],
    ['pages of twenty-five', shortPages],
    ['totals of nothing', lyingTotals(0)],
    ['totals of a million', lyingTotals(1_000_000)],
  ])('is found wherever it stands in %s, and does not go again (UP25)', async (_, plan) => {
    const here = await openWarmShop({ env: { RESIT_QUARANTINE_MS: '60', RESIT_LOOKUP_INTERVAL_MS: '30' } })
    for (const count of sampled('documents on many pages', [0, 25, 26, 101], [...counts, 2_500])) {
      here.proxy.next(submitting, { kind: 'reset_answer', after: 0 })
      here.proxy.rule(searching, { kind: 'instead', answer: { status: 500 } })
      await submitOthers(here, `before-${count}`, count)
      const sold = await here.sell(`s${count}`)
      await expect.poll(() => here.there(sold)).toHaveLength(1)
      await submitOthers(here, `after-${count}`, count)
      here.proxy.clear()
      here.proxy.rule(searching, plan)
      await here.until(sold, 'Valid')
      expect(await here.outcomes(sold)).toEqual(['inDoubt connection_broken'])
      expect(here.there(sold)).toHaveLength(1)
      here.proxy.clear()
      // The next document has a time range of its own.
      here.clock.pass(hourMs)
    }
    expect(await here.oracle()).toMatchObject({ lost: [], doubles: [], voidedThere: [], differing: [], unfinished: [] })
  })

  test('is neither found nor taken for lost where only the first page is shown (UP25)', async () => {
    const here = await openWarmShop({ env: { RESIT_REQUEST_TIMEOUT_MS: '2000' } })
    here.proxy.next(submitting, { kind: 'swallow' })
    here.proxy.rule(searching, firstPageOnly)
    const sold = await here.sell('1')
    await expect.poll(() => here.phase(sold)).toBe('unknown')
    await submitOthers(here, 'X', 60)
    await here.live(20 * minuteMs)
    expect(await here.outcomes(sold)).toEqual(['inDoubt timed_out'])
    here.proxy.clear()
    await here.live(3 * minuteMs)
    await here.until(sold, 'Valid')
    expect(await here.oracle()).toMatchObject({ lost: [], doubles: [], voidedThere: [], differing: [], unfinished: [] })
  })
})

interface Health {
  readonly alerts: readonly { readonly code: string }[]
}
const alertsOf = async ({ shop }: UpstreamShop) =>
  (await operate<Health>(shop, 'GET', '/health')).body.alerts.map(({ code }) => code)

test('a document that the authority took and knows nothing of is kept and asked for, and after a day somebody is told (UP26)', async () => {
  const here = await openWarmShop({ env: { RESIT_POLL_INTERVAL_MS: '4000' } })
  here.proxy.rule(polling, { kind: 'instead', answer: { status: 404, body: '{"error":{"code":"NotFound"}}' } })
  const sold = await here.sell('1')
  await expect.poll(() => here.phase(sold)).toBe('submitted')
  const asked = () => here.proxy.requests.filter(({ line }) => polling.test(line)).length
  const before = asked()
  await here.live(30 * minuteMs, minuteMs)
  // First after four seconds, at last every five minutes.
  expect(asked() - before).toBeGreaterThan(5)
  expect(asked() - before).toBeLessThan(30)
  expect(await here.shown(sold)).toMatchObject({ STATUS: 'InProgress' })
  expect(await alertsOf(here)).not.toContain('unconfirmed')
  await here.live(24 * hourMs, 2 * hourMs)
  expect(await here.shown(sold)).toMatchObject({ STATUS: 'InProgress', ERRORS: [] })
  expect(await alertsOf(here)).toContain('unconfirmed')
  expect(await here.outcomes(sold)).toEqual(['accepted'])
  here.proxy.clear()
  await here.live(10 * minuteMs)
  await here.until(sold, 'Valid')
  expect(await alertsOf(here)).not.toContain('unconfirmed')
  await here.agrees()
})
