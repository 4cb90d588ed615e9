import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { importCompany } from '../../support/chain.ts'
import type { Answer, Asked } from '../../support/http-bytes.ts'
import { operate } from '../../support/operator.ts'
import { customer } from '../../support/till.ts'
import { hourMs, minuteMs, openWarmShop, polling, signingIn, submitting, type UpstreamShop } from './shop.ts'

const submissions = ({ proxy }: UpstreamShop) => proxy.requests.filter(({ line }) => submitting.test(line))
const answer = (status: number, body = '', headers: Answer['headers'] = {}) =>
  ({ kind: 'instead', answer: { status, body, headers } }) as const
const json = (status: number, body: unknown) =>
  answer(status, JSON.stringify(body), { 'content-type': 'application/json' })

interface BlockReasons {
  readonly block_reasons: readonly { readonly company: string; readonly code: string | null }[]
}
const blockReasonsOf = async ({ shop }: UpstreamShop) =>
  (await operate<BlockReasons>(shop, 'GET', '/queue')).body.block_reasons.map(
    ({ company, code }) => `${company} ${code}`,
  )

describe('a 429', () => {
  const dayMs = 24 * hourMs
  test.each<[string | undefined, number]>([
    ['30', 30_000],
    ['0', 1_000],
    ['-5', 1_000],
    ['1000000000', dayMs],
    ['in 90 seconds', 1_000],
    [undefined, 1_000],
  ])(
    'with Retry-After “%s” stops sending for as long as it says, from a second to a day (UP9)',
    async (retryAfter, leastMs) => {
      const here = await openWarmShop({ env: { RESIT_RETRY_BASE_MS: '1' } })
      here.proxy.next(submitting, answer(429, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter }))
      const sold = await here.sell('1')
      await expect.poll(() => here.outcomes(sold)).toEqual(['unsent throttled'])
      await expect.poll(() => here.shown(sold)).toMatchObject({ STATUS: 'Pending', NEXT_ACTION: { ACTION: 'void' } })
      // Another sale wakes the worker just before the pause ends.
      await here.sell('2')
      here.clock.pass(leastMs - 100)
      await here.sell('3')
      await here.until(sold, 'Valid')
      const attempts = await here.shop.gateway.store.records.attempts((await here.stored(sold)).seq)
      const [first, second] = attempts.map(({ claimedAt }) => claimedAt)
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(leastMs)
      expect((second ?? 0) - (first ?? 0)).toBeLessThan(leastMs + 60_000)
      await here.agrees()
    },
  )

  test('with a date is waited out by the authority’s clock (UP9)', async () => {
    const here = await openWarmShop()
    const until = Math.floor(here.clock.now() / 1000) * 1000 + 10 * minuteMs
    here.proxy.next(submitting, answer(429, '', { 'retry-after': new Date(until).toUTCString() }))
    const sold = await here.sell('1')
    await expect.poll(() => here.outcomes(sold)).toEqual(['unsent throttled'])
    here.clock.pass(until - here.clock.now() - 2_000)
    await here.sell('2')
    await here.quiet()
    expect(await here.outcomes(sold)).toHaveLength(1)
    here.clock.pass(4_000)
    await here.sell('3')
    await here.until(sold, 'Valid')
    await here.agrees()
  })

  test('to one question holds back its kind, also for every other submission, and no other kind (UP9)', async () => {
    const here = await openWarmShop()
    const asked = () => here.proxy.requests.filter(({ line }) => polling.test(line)).length
    const before = asked()
    here.proxy.rule(polling, answer(429, '', { 'retry-after': '600' }))
    const sold: WireRecord[] = []
    for (const code of ['1', '2', '3', '4']) {
      sold.push(await here.sell(code))
      await expect.poll(async () => (await here.stored(sold.at(-1) as WireRecord)).record.phase).toBe('submitted')
    }
    await expect.poll(() => asked() - before).toBe(1)
    await here.quiet()
    expect(asked() - before).toBe(1)
    here.proxy.clear()
    await here.live(11 * minuteMs)
    for (const each of sold) await here.until(each, 'Valid')
    await here.agrees()
  })

  test('to a sign-in is waited out, a day at most (UP9)', async () => {
    const here = await openWarmShop()
    here.clock.pass(hourMs)
    here.proxy.next(signingIn, answer(429, '', { 'retry-after': '1000000000' }))
    const sold = await here.sell('1')
    await expect.poll(() => blockReasonsOf(here)).toHaveLength(1)
    here.clock.pass(23 * hourMs)
    await here.sell('2')
    await here.quiet()
    expect((await here.shown(sold)).STATUS).toBe('Pending')
    here.clock.pass(hourMs + minuteMs)
    await here.sell('3')
    await here.until(sold, 'Valid')
    await here.agrees()
  })
})

describe('a token that is not taken any more', () => {
  test('is renewed once for all who need one, and nobody notices (UP10)', async () => {
    const here = await openWarmShop()
    const signIns = () => here.proxy.requests.filter(({ line }) => signingIn.test(line)).length
    const before = signIns()
    await here.practice.faults.set({ kind: 'expired_token', times: 1 })
    const sold = await here.sell('1')
    await here.until(sold, 'Valid')
    expect(await here.outcomes(sold)).toEqual(['accepted'])
    expect(signIns() - before).toBe(1)
    // The token expires after an hour.
    here.clock.pass(61 * minuteMs)
    await Promise.all(['2', '3', '4', '5'].map((code) => here.sell(code)))
    await here.until(await here.sell('6'), 'Valid')
    expect(signIns() - before).toBe(2)
    await here.agrees()
  })

  test('although it is new stops the company with an alarm; its documents wait, unsent (UP10)', async () => {
    const here = await openWarmShop()
    here.proxy.rule(submitting, answer(401))
    const before = submissions(here).length
    const sold = await here.sell('1')
    await expect
      .poll(() => here.shown(sold))
      .toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'company_not_ready' } })
    expect(submissions(here).length - before).toBeGreaterThanOrEqual(2)
    expect(await blockReasonsOf(here)).toEqual(['DEMO company_not_ready'])
    await expect.poll(async () => new Set(await here.outcomes(sold))).toEqual(new Set(['unsent not_authenticated']))
    here.proxy.clear()
    await here.wake()
    expect(await here.until(sold, 'Valid')).toMatchObject({ ATTENTION: null })
    await here.agrees()
  })

  test('in the middle of many batches leaves what was taken as it is and the rest waiting (UP11)', async () => {
    const here = await openWarmShop({ env: { RESIT_REQUEST_TIMEOUT_MS: '20000' } })
    const codes = Array.from({ length: 150 }, (_, at) => `b${at}`)
    const batch = await here.sellTogether(codes, () =>
      here.proxy.rule(submitting, (_, n) => (n > 1 ? answer(401) : null)),
    )
    await expect.poll(() => blockReasonsOf(here)).toEqual(['DEMO company_not_ready'])
    const phases = await Promise.all(batch.map((sold) => here.phase(sold)))
    const count = (...wanted: readonly string[]) => phases.filter((phase) => wanted.includes(phase)).length
    expect([count('submitted', 'valid'), count('queued', 'sending')]).toEqual([100, 50])
    here.proxy.clear()
    await here.wake()
    for (const sold of batch) await here.until(sold, 'Valid')
    await here.agrees()
  })
})

test('a company without permission stops alone and says so; the others go on (UP12)', async () => {
  const here = await openWarmShop()
  const guid = '22222222-2222-4222-8222-222222222222'
  const tin = String(customer['TIN'])
  const other = { COMPANY_GUID: guid, COMPANY_CODE: 'OTHER', TIN: tin, ID_NUMBER: customer['ID_NUMBER'] }
  await importCompany(here.shop, other)
  const { clientId, clientSecret } = here.practice.credentialsFor(tin)
  const credentials = { COMPANY_CODE: 'OTHER', CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
  expect((await operate(here.shop, 'POST', '/companies/credentials', credentials)).status).toBe(200)
  const tinOf = ({ headers }: Asked) =>
    (JSON.parse(Buffer.from(headers['authorization']?.split('.')[1] ?? '', 'base64url').toString()) as { tin: string })
      .tin
  here.proxy.rule(submitting, (asked) => (tinOf(asked) === tin ? json(403, { error: { code: 'Forbidden' } }) : null))
  const stopped = await here.sell('o1', { COMPANY_CODE: 'OTHER' })
  await expect.poll(() => blockReasonsOf(here)).toEqual(['OTHER company_not_ready'])
  for (const code of ['1', '2', '3']) await here.until(await here.sell(code), 'Valid')
  // It is tried again at intervals; in between it says why it waits.
  await expect
    .poll(() => here.shown(stopped))
    .toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'company_not_ready' } })
  await expect.poll(async () => new Set(await here.outcomes(stopped))).toEqual(new Set(['unsent not_permitted']))
  here.proxy.clear()
  await importCompany(here.shop, other)
  await here.until(stopped, 'Valid')
  expect(await blockReasonsOf(here)).toEqual([])
  await here.agrees()
})

describe('a document that is wrong', () => {
  const reasons = { code: 'CF401', message: 'Wrong phone number', target: 'phone', propertyPath: 'Invoice.Phone' }

  test('is invalid with the reasons, and its neighbours are not (UP13)', async () => {
    const here = await openWarmShop()
    // The fault also hits the sale before the batch, because the authority does not reject the second document of a
    // single one.
    const batch = await here.sellTogether(['1', '2', '3'], () =>
      here.practice.faults.set({ kind: 'partial', times: 2 }),
    )
    const [first, second, third] = batch
    expect(await here.until(first as WireRecord, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid' })
    const invalid = await here.until(second as WireRecord, 'Valid', 'Invalid')
    expect(invalid).toMatchObject({ STATUS: 'Invalid', ERRORS: [{ MESSAGE: 'Rejected by the fault script' }] })
    expect(await here.until(third as WireRecord, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid' })
    await here.agrees()
  })

  test.each([400, 422])('and refused alone with a %i is invalid with the reasons (UP13)', async (status) => {
    const here = await openWarmShop()
    here.proxy.next(submitting, json(status, { error: { code: 'ValidationError', message: null, details: [reasons] } }))
    const sold = await here.sell('1')
    expect(await here.until(sold, 'Valid', 'Invalid')).toMatchObject({
      STATUS: 'Invalid',
      ERRORS: [{ CODE: 'CF401', MESSAGE: 'Wrong phone number', FIELD: 'Invoice.Phone' }],
    })
    await here.agrees()
  })

  test.each([
    ['a 400', json(400, { error: { code: 'BadStructure', message: 'Invalid structure', target: 'submission' } })],
    ['a 422', json(422, { error: { code: 'ValidationError', message: 'No', target: 'submission' } })],
  ])('and spoils its batch with %s is found by halves, and it alone is marked (UP15)', async (_, refusal) => {
    const here = await openWarmShop()
    const poison = 'KLCC-T1-A-b7'
    here.proxy.rule(submitting, ({ body }) => (body.includes(`"${poison}"`) ? refusal : null))
    const before = submissions(here).length
    const batch = await here.sellTogether(Array.from({ length: 16 }, (__, at) => `b${at}`))
    for (const sold of batch) {
      const expected = sold.DOCUMENT_NUMBER === poison ? 'Invalid' : 'Valid'
      expect(await here.until(sold, 'Valid', 'Invalid')).toMatchObject({ STATUS: expected })
    }
    // The one before, the whole batch, then at most two submissions for each time it is halved.
    expect(submissions(here).length - before).toBeLessThanOrEqual(2 + 2 * Math.log2(16) + 2)
    await here.agrees()
  })

  test.each([
    [
      'of a server on the way',
      answer(413, '<html>413 Request Entity Too Large</html>', { 'content-type': 'text/html' }),
    ],
    ['without a word', answer(413)],
  ])('and spoils its batch with a 413 %s is found by halves, and it alone is held (UP15)', async (_, refusal) => {
    const here = await openWarmShop()
    const poison = 'KLCC-T1-A-b7'
    here.proxy.rule(submitting, ({ body }) => (body.includes(`"${poison}"`) ? refusal : null))
    const batch = await here.sellTogether(Array.from({ length: 16 }, (__, at) => `b${at}`))
    for (const sold of batch) if (sold.DOCUMENT_NUMBER !== poison) await here.until(sold, 'Valid')
    await here.until(await here.sell('after'), 'Valid')
    const held = batch.find(({ DOCUMENT_NUMBER }) => DOCUMENT_NUMBER === poison) as WireRecord
    await expect
      .poll(() => here.shown(held))
      .toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'cannot_be_sent' } })
    expect(new Set(await here.outcomes(held))).toEqual(new Set(['unsent batch_refused', 'unsent too_large']))
  })

  test.each([
    ['a page of HTML', answer(400, '<html>Bad request</html>', { 'content-type': 'text/html' })],
    ['nothing', answer(400)],
  ])(
    'and spoils its batch with a 400 that says %s ends alone all the same, after a doubt (UP15)',
    async (_, refusal) => {
      const here = await openWarmShop()
      const poison = 'KLCC-T1-A-b3'
      here.proxy.rule(submitting, ({ body }) => (body.includes(`"${poison}"`) ? refusal : null))
      const batch = await here.sellTogether(Array.from({ length: 6 }, (__, at) => `b${at}`))
      for (const sold of batch) if (sold.DOCUMENT_NUMBER !== poison) await here.until(sold, 'Valid')
      const spoiler = batch.find(({ DOCUMENT_NUMBER }) => DOCUMENT_NUMBER === poison) as WireRecord
      expect((await here.shown(spoiler)).STATUS).toBe('InProgress')
      here.proxy.clear()
      await here.until(spoiler, 'Valid')
      await here.agrees()
    },
  )
})
