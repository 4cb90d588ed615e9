import { describe, expect, test } from 'vitest'
import { coffee } from '../../support/till.ts'
import { openWarmShop, submitting, type UpstreamShop } from './shop.ts'

const manyLines = { LINES: Array.from({ length: 200 }, () => coffee) }
/** Larger than several documents of one line, and smaller than one of two hundred lines. */
const mostBytes = 100_000

type Refusal = readonly [name: string, status: number, contentType: string, body: string]
const page = '<html><body>Blocked by Web Guard</body></html>'
const refusals: readonly Refusal[] = [
  ['403', 403, 'application/json', '{}'],
  ['404', 404, 'application/json', '{}'],
  ['405', 405, 'application/json', '{}'],
  ['413', 413, 'application/json', '{}'],
  ['the page of a proxy', 403, 'text/html', page],
]

function refuseLarge({ proxy }: UpstreamShop, [, status, type, body]: Refusal): void {
  const answer = { status, body, headers: { 'content-type': type } }
  proxy.rule(submitting, (asked) => (asked.body.length > mostBytes ? { kind: 'instead', answer } : null))
}

describe.each(refusals)('a large document that the door refuses with %s', (...refusal) => {
  test('is held with its size once another passed, and all others go', async () => {
    const here = await openWarmShop()
    refuseLarge(here, refusal)
    const large = await here.sell('large', manyLines)
    const small = []
    for (const code of ['1', '2', '3']) small.push(await here.sell(code))
    for (const each of small) await here.until(each, 'Valid')
    await expect.poll(async () => (await here.shown(large)).ATTENTION?.CODE).toBe('cannot_be_sent')
    const { STATUS, ATTENTION, ERRORS, NEXT_ACTION } = await here.shown(large)
    const { seq } = await here.stored(large)
    const { records } = here.shop.gateway.store
    const [attempt] = await records.attempts(seq)
    const bytes = attempt && (await records.payload(attempt.sha256))?.length
    expect(ATTENTION?.MESSAGE).toContain(`${Math.ceil((bytes ?? 0) / 1024)} KB`)
    expect({ STATUS, ERRORS, action: NEXT_ACTION.ACTION }).toEqual({ STATUS: 'Pending', ERRORS: [], action: 'void' })
    expect(here.there(large)).toEqual([])
  })
})

test.each([200, 400, 502])(
  'a large document that meets a page with %i is in doubt, and all others go',
  async (status) => {
    const here = await openWarmShop()
    refuseLarge(here, ['page', status, 'text/html', page])
    const large = await here.sell('large', manyLines)
    for (const code of ['1', '2']) await here.until(await here.sell(code), 'Valid')
    expect(await here.shown(large)).toMatchObject({ STATUS: 'InProgress', IN_DOUBT: true })
  },
)

test('a door that refuses everything for a while holds nothing when it opens', async () => {
  const here = await openWarmShop()
  const answer = { status: 404, body: page, headers: { 'content-type': 'text/html' } }
  here.proxy.rule(submitting, { kind: 'instead', answer })
  const sold = []
  for (const code of ['1', '2', '3']) sold.push(await here.sell(code))
  for (const each of sold) await expect.poll(async () => (await here.outcomes(each)).length).toBeGreaterThan(0)
  here.proxy.clear()
  for (const each of sold) await here.until(each, 'Valid')
  await here.agrees()
})
