import { constants, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import type { Answer } from '../../support/http-bytes.ts'
import { openWarmShop, polling, searching, shortTiming, signingIn, submitting, type UpstreamShop } from './shop.ts'

const jsonType = { 'content-type': 'application/json' }
type Told = Answer & { readonly body: Buffer }
interface Acceptance {
  submissionUid: string | null
  acceptedDocuments: { uuid: string; invoiceCodeNumber: string }[]
  rejectedDocuments: unknown[]
}
const changed = (change: (told: Acceptance) => unknown) =>
  ({
    kind: 'rewrite',
    to: (told: Told) => ({ ...told, body: JSON.stringify(change(JSON.parse(told.body.toString()) as Acceptance)) }),
  }) as const

const deep = (levels: number) => `${'{"error":'.repeat(levels)}1${'}'.repeat(levels)}`

/** Bodies of a 200 or 202 that prove nothing. */
const unreadable: readonly (readonly [string, Answer['headers'], string | Buffer])[] = [
  ['no JSON', jsonType, '{"submissionUid":'],
  ['half of the JSON', jsonType, '{"submissionUid":"ABC","acceptedDocuments":[{"uuid":"X"'],
  ['a page', { 'content-type': 'text/html' }, '<html><title>Sign in to the hotel</title></html>'],
  ['nothing', {}, ''],
  ['a list', jsonType, '[]'],
  ['null', jsonType, 'null'],
  ['a number', jsonType, '42'],
  ['JSON as plain text with a sign before it', { 'content-type': 'text/plain' }, '\ufeff\ufeff{}'],
  ['bytes of no text', jsonType, Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ['what claims to be gzip', { ...jsonType, 'content-encoding': 'gzip' }, '{"acceptedDocuments":[]}'],
  ['half of a gzip', { ...jsonType, 'content-encoding': 'gzip' }, gzipSync('{}'.repeat(100)).subarray(0, 15)],
  ['JSON of a hundred thousand levels', jsonType, deep(100_000)],
  ['JSON of five thousand levels', jsonType, deep(5_000)],
]

describe('an answer from which nothing can be told', () => {
  test('to a submission leaves the document in doubt, and it is found (UP16)', async () => {
    const here = await openWarmShop({ env: shortTiming })
    for (const [at, [, headers = {}, body]] of unreadable.entries()) {
      here.proxy.next(submitting, { kind: 'rewrite', to: () => ({ status: 202, headers, body }) })
      const sold = await here.sell(`u${at}`)
      await here.until(sold, 'Valid')
      expect((await here.outcomes(sold)).map((outcome) => outcome.split(' ')[0])).toEqual(['inDoubt'])
      expect(here.there(sold)).toHaveLength(1)
    }
    await here.agrees()
  })

  test('to any other question changes nothing (UP16)', async () => {
    const here = await openWarmShop({ env: shortTiming })
    for (const [at, [, headers = {}, body]] of unreadable.entries()) {
      const fault = { kind: 'instead', answer: { status: 200, headers, body } } as const
      here.proxy.next(polling, fault, 2)
      here.proxy.next(searching, fault, 2)
      here.proxy.next(submitting, { kind: 'reset_answer', after: 0 })
      const sold = await here.sell(`q${at}`)
      expect(await here.until(sold, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid' })
      expect(await here.outcomes(sold)).toEqual(['inDoubt connection_broken'])
    }
    await here.agrees()
  })

  test('to an error is no more than the error, however deep it goes (UP16)', async () => {
    const here = await openWarmShop({ env: shortTiming })
    for (const levels of [63, 1_000, 5_000, 100_000]) {
      here.proxy.next(submitting, { kind: 'instead', answer: { status: 400, headers: jsonType, body: deep(levels) } })
      const sold = await here.sell(`d${levels}`)
      const { STATUS } = await here.until(sold, 'Valid', 'Invalid')
      expect(STATUS).toBe(levels === 63 ? 'Invalid' : 'Valid')
    }
    await here.agrees()
  })

  test('to a sign-in is no token: nothing is claimed, and nothing waits for the next start (UP16)', async () => {
    const here = await openWarmShop({ env: shortTiming })
    const tokens = ['a\r\nb', 'a b', '\u5e97', '', 'x'.repeat(30_000)]
    for (const [at, access_token] of tokens.entries()) {
      const body = JSON.stringify({ access_token, token_type: 'Bearer', expires_in: 3600 })
      here.clock.pass(3_600_000)
      here.proxy.next(signingIn, { kind: 'instead', answer: { status: 200, headers: jsonType, body } })
      const sold = await here.sell(`t${at}`)
      await here.until(sold, 'Valid')
      expect(await here.outcomes(sold)).toEqual(['accepted'])
    }
    await here.agrees()
  })
})

describe('an answer that names other documents than were sent', () => {
  const codes = ['1', '2', '3', '4']
  const sell = async (here: UpstreamShop, change: (told: Acceptance) => unknown) =>
    here.sellTogether(codes, () => here.proxy.next(submitting, changed(change)))
  const firsts = (here: UpstreamShop, batch: readonly WireRecord[]) =>
    Promise.all(batch.map(async (sold) => (await here.outcomes(sold))[0]))

  test('without some of them leaves those in doubt, and no other (UP17)', async () => {
    const here = await openWarmShop()
    const batch = await sell(here, (told) => ({ ...told, acceptedDocuments: told.acceptedDocuments.slice(1, 3) }))
    for (const sold of batch) await here.until(sold, 'Valid')
    const [taken, missing] = ['accepted', 'inDoubt missing_in_answer']
    const ends = await firsts(here, batch)
    expect(ends.filter((end) => end === taken)).toHaveLength(2)
    expect(ends.filter((end) => end === missing)).toHaveLength(2)
    await here.agrees()
  })

  test('with some that are not ours is taken for what it says of ours, and said in the log (UP17)', async () => {
    const here = await openWarmShop()
    const batch = await sell(here, ({ acceptedDocuments, ...told }) => ({
      ...told,
      acceptedDocuments: [{ uuid: 'STRANGER', invoiceCodeNumber: 'NOT-OURS' }, ...acceptedDocuments],
      rejectedDocuments: [{ invoiceCodeNumber: 'NOR-THIS', error: { code: 'X' } }],
    }))
    for (const sold of batch) await here.until(sold, 'Valid')
    expect(await firsts(here, batch)).toEqual(Array(4).fill('accepted'))
    expect(here.log.join('')).toContain('"strangers":2')
    await here.agrees()
  })

  test('with two names for one of them, or one name for two, leaves those in doubt (UP17)', async () => {
    const here = await openWarmShop()
    const batch = await sell(here, ({ acceptedDocuments: [a, b, c, d], ...told }) => ({
      ...told,
      acceptedDocuments: [a, { ...a, uuid: 'ANOTHER' }, b, { ...c, uuid: d?.uuid }, d],
    }))
    for (const sold of batch) await here.until(sold, 'Valid')
    const inDoubt = (await firsts(here, batch)).filter((outcome) => outcome?.startsWith('inDoubt'))
    expect(inDoubt).toHaveLength(3)
    await here.agrees()
  })
})

describe('an answer of a strange shape', () => {
  const long = 'x'.repeat(1_000_000)
  const shapes: readonly ((told: Acceptance) => unknown)[] = [
    (told) => ({ ...told, submissionUid: 7 }),
    (told) => ({ ...told, submissionUid: long }),
    (told) => ({ ...told, submissionUid: '../../admin' }),
    (told) => ({ ...told, acceptedDocuments: 'all of them' }),
    (told) => ({ ...told, acceptedDocuments: told.acceptedDocuments.map((each) => ({ ...each, uuid: 5 })) }),
    (told) => ({ ...told, acceptedDocuments: told.acceptedDocuments.map((each) => ({ ...each, uuid: long })) }),
    (told) => ({ ...told, acceptedDocuments: told.acceptedDocuments.map((each) => ({ ...each, uuid: '\ud800' })) }),
    (told) => ({ ...told, acceptedDocuments: told.acceptedDocuments.map((each) => ({ ...each, uuid: 'a/../b?c' })) }),
    (told) => ({ ...told, acceptedDocuments: [null] }),
    (told) => ({ ...told, acceptedDocuments: { 0: told.acceptedDocuments[0] } }),
    (told) => ({ ...told, rejectedDocuments: [7], acceptedDocuments: [] }),
  ]

  test('to a submission leaves the document in doubt (UP18)', async () => {
    const here = await openWarmShop({ env: shortTiming })
    for (const [at, change] of shapes.entries()) {
      here.proxy.next(submitting, changed(change))
      const sold = await here.sell(`s${at}`)
      await here.until(sold, 'Valid')
      expect((await here.outcomes(sold))[0]).toMatch(/^inDoubt (unreadable_answer|missing_in_answer)$/)
    }
    await here.agrees()
  })

  test('to a question about documents changes none of them (UP18)', async () => {
    const here = await openWarmShop({ env: shortTiming })
    const wrong = [
      { status: 7 },
      { status: 'Glorious' },
      { longId: long },
      { longId: 'x" onload="' },
      { uuid: '\ud800' },
      { dateTimeValidated: 5 },
    ]
    for (const [at, over] of wrong.entries()) {
      here.proxy.next(polling, {
        kind: 'rewrite',
        to: (told) => {
          const { documentSummary, ...rest } = JSON.parse(told.body.toString()) as { documentSummary: object[] }
          return {
            ...told,
            body: JSON.stringify({ ...rest, documentSummary: documentSummary.map((each) => ({ ...each, ...over })) }),
          }
        },
      })
      const sold = await here.until(await here.sell(`p${at}`), 'Valid', 'Invalid')
      expect(sold.STATUS).toBe('Valid')
      // A malformed link is asked for again, at the slow pace for late links.
      if (sold.AUTHORITY?.LONG_ID == null) await here.live(5 * 60_000)
      expect((await here.shown(sold)).AUTHORITY?.LONG_ID).toBe(here.there(sold)[0]?.longId)
    }
    await here.agrees()
  })

  test('cannot reach what all objects have in common (UP18)', async () => {
    const here = await openWarmShop()
    const body =
      '{"__proto__":{"polluted":true,"uuid":"X"},"constructor":{"prototype":{"polluted":true}},"acceptedDocuments":[{"__proto__":{"uuid":"X","invoiceCodeNumber":"KLCC-T1-A-1"}}]}'
    here.proxy.next(submitting, { kind: 'rewrite', to: (told) => ({ ...told, body }) })
    const sold = await here.sell('1')
    await here.until(sold, 'Valid')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await here.outcomes(sold)).toEqual(['inDoubt unreadable_answer'])
    await here.agrees()
  })
})

describe('an answer without end', () => {
  const megabyte = 1024 * 1024
  const piece = Buffer.alloc(megabyte, ' ')
  function* spaces(megabytes: number): Generator<Buffer> {
    for (let count = 0; count < megabytes; count += 1) yield piece
  }
  /** Several gzip members in a row are one gzip: each has ten kilobytes, and ten megabytes unpacked. */
  const member = gzipSync(Buffer.alloc(10 * megabyte), { level: constants.Z_BEST_COMPRESSION })
  function* bomb(gigabytes: number): Generator<Buffer> {
    for (let count = 0; count < gigabytes * 100; count += 1) yield member
  }

  test.each<[string, () => Answer]>([
    ['200 MB', () => ({ status: 202, headers: jsonType, body: spaces(200) })],
    [
      '10 GB in a gzip of 10 MB',
      () => ({ status: 202, headers: { ...jsonType, 'content-encoding': 'gzip' }, body: bomb(10) }),
    ],
  ])('of %s is cut at ten megabytes, and memory stays as it was (UP19)', async (_, answer) => {
    const here = await openWarmShop({ env: { RESIT_REQUEST_TIMEOUT_MS: '120000' } })
    for (const request of [submitting, polling, searching])
      here.proxy.next(request, { kind: 'instead', answer: answer() })
    const before = process.memoryUsage().rss
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 10)
    const startedMs = performance.now()
    const sold = await here.sell('1')
    await here.until(sold, 'Valid')
    clearInterval(watch)
    // It was cut by its size and not by the time limit.
    expect(performance.now() - startedMs).toBeLessThan(60_000)
    expect((await here.outcomes(sold))[0]).toBe('inDoubt connection_broken')
    expect((most - before) / megabyte).toBeLessThan(150)
    await here.agrees()
  })
})
