import { describe, expect, onTestFinished, test } from 'vitest'
import { startFaultProxy } from '../../support/fault-proxy.ts'
import { openShop, openWarmShop, shortTiming, submitting } from './shop.ts'
import { offsets } from './sweep.ts'

describe('an authority that cannot be reached', () => {
  test('leaves a sale as it was: it can be voided, and goes by itself later (UP1)', async () => {
    const here = await openWarmShop()
    await here.proxy.refuse()
    const [kept, regretted] = [await here.sell('1'), await here.sell('2')]
    await expect.poll(() => here.outcomes(kept)).toContain('unsent not_connected')
    await expect
      .poll(async () => (await here.stored(kept)).record)
      .toMatchObject({ phase: 'queued', everSent: false, firstSentAt: null })
    await expect.poll(() => here.shown(kept)).toMatchObject({ STATUS: 'Pending', NEXT_ACTION: { ACTION: 'void' } })
    await expect
      .poll(
        async () => (await here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: regretted.SALE_GUID })).body,
      )
      .toMatchObject({ record: { STATUS: 'Voided' } })
    await here.proxy.listen()
    await here.until(kept, 'Valid')
    await here.agrees()
    expect(here.there(regretted)).toEqual([])
  })

  test('is asked less and less often (UP1)', async () => {
    const here = await openWarmShop()
    await here.proxy.refuse()
    const sold = await here.sell('1')
    await expect.poll(async () => (await here.outcomes(sold)).length).toBeGreaterThan(4)
    const attempts = await here.shop.gateway.store.records.attempts((await here.stored(sold)).seq)
    const [first, last] = [attempts[0]?.claimedAt ?? 0, attempts.at(-1)?.claimedAt ?? 0]
    // Without pauses, five tries would take a few milliseconds.
    expect(last - first).toBeGreaterThan(50)
  })

  test.each([
    ['a name that nobody has', 'https://authority.invalid'],
    ['a server that speaks no TLS', 'https'],
  ])('because of %s gets no byte, and nothing is in doubt (UP1)', async (_, given) => {
    const plain = await startFaultProxy('http://127.0.0.1:9')
    onTestFinished(() => plain.close())
    const here = await openShop({ apiUrl: given === 'https' ? plain.url.replace('http:', 'https:') : given })
    const sold = await here.sell('1')
    await expect.poll(() => here.outcomes(sold)).toContain('unsent not_connected')
    expect(new Set(await here.outcomes(sold))).not.toContain('inDoubt connection_broken')
    await expect.poll(async () => (await here.stored(sold)).record).toMatchObject({ phase: 'queued', everSent: false })
    expect(plain.requests).toEqual([])
    expect(here.practice.ledger.documents()).toEqual([])
  })
})

describe('a connection that breaks', () => {
  test('while the request is written leaves one document there, wherever it breaks (UP6)', async () => {
    const here = await openWarmShop({ env: shortTiming })
    const length = here.proxy.requests.findLast(({ line }) => submitting.test(line))?.bytes.length ?? 0
    const head = here.proxy.requests.at(-1)?.bytes.indexOf('\r\n\r\n') ?? 0
    for (const after of offsets('connections reset while the request is written', length, [head, head + 4])) {
      here.proxy.next(submitting, { kind: 'reset_request', after })
      const sold = await here.sell(`r${String(after).padStart(6, '0')}`)
      await here.until(sold, 'Valid')
      // Only a complete request can be in doubt.
      if (after < length) expect(await here.outcomes(sold)).toContain('inDoubt connection_broken')
      expect(here.there(sold)).toHaveLength(1)
      here.proxy.clear()
    }
    await here.agrees()
  })

  test.each(['reset_answer', 'cut_answer'] as const)(
    'while the answer is read (%s) finds what was taken (UP6)',
    async (kind) => {
      const here = await openWarmShop({ env: shortTiming })
      let length = 0
      here.proxy.next(submitting, {
        kind: 'rewrite',
        to: (answer) => {
          length = answer.body.length + 200
          return answer
        },
      })
      await here.until(await here.sell('measured'), 'Valid')
      for (const after of offsets(`answers that end early (${kind})`, length, [17, length - 200])) {
        here.proxy.next(submitting, { kind, after })
        const sold = await here.sell(`a${String(after).padStart(6, '0')}`)
        await here.until(sold, 'Valid')
        expect(here.there(sold)).toHaveLength(1)
        here.proxy.clear()
      }
      await here.agrees()
    },
  )

  test('or gives bytes that are no answer leaves the document in doubt, then finds it (UP6)', async () => {
    const here = await openWarmShop({ env: shortTiming })
    const noAnswers = [
      '\0\0\0\0',
      'HTTP/1.1 banana\r\n\r\n',
      'SSH-2.0-OpenSSH_9.2\r\n',
      'HTTP/1.1 202 Accepted\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n{}',
      `HTTP/1.1 202 Accepted\r\nX: ${'x'.repeat(100_000)}\r\n\r\n{}`,
    ]
    for (const [at, answer] of noAnswers.entries()) {
      here.proxy.next(submitting, { kind: 'instead', answer: Buffer.from(answer) })
      const sold = await here.sell(`n${at}`)
      await here.until(sold, 'Valid')
      expect(await here.outcomes(sold)).toEqual(['inDoubt connection_broken', 'accepted'])
    }
    await here.agrees()
  })
})

test('an answer that comes byte by byte has until the deadline of the whole request (UP7)', async () => {
  const here = await openWarmShop({ env: { RESIT_REQUEST_TIMEOUT_MS: '3000' } })
  here.proxy.next(submitting, { kind: 'trickle', bytes: 1, everyMs: 20 })
  const slow = await here.sell('1')
  await expect.poll(() => here.outcomes(slow)).toContain('inDoubt timed_out')
  await here.until(slow, 'Valid')
  here.proxy.next(submitting, { kind: 'trickle', bytes: 100, everyMs: 20 })
  const slower = await here.sell('2')
  await here.until(slower, 'Valid')
  expect(await here.outcomes(slower)).toEqual(['accepted'])
  await here.agrees()
})
