import { describe, expect, test } from 'vitest'
import { type Fault, parseFault } from '../../../electron/gateway/authority/practice/faults.ts'
import type { Practice } from '../../../electron/gateway/authority/practice/practice.ts'
import { sendRequest } from '../../../electron/gateway/platform/outgoing/exchange.ts'
import { hangMs } from '../../support/hang-limit.ts'
import { invoice, type Json } from './documents.ts'
import { type Client, practise, signedIn, validDocument, wrap } from './support.ts'

const submissions = '/api/v1.0/documentsubmissions/'

/** Submits a document as the gateway does. @returns how the request ended */
const send = ({ url }: Practice, { token }: Client, document = invoice(), patienceMs = hangMs) =>
  sendRequest(
    {
      method: 'POST',
      url: `${url}${submissions}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ documents: [wrap(document)] }),
    },
    patienceMs,
  )

async function practiseWith(fault: Fault) {
  const practice = await practise()
  const client = await signedIn(practice)
  expect(await practice.faults.set(fault)).toBe(true)
  return { practice, client }
}

describe('away', () => {
  test('cuts every connection, and is back on the same port', async () => {
    const { practice, client } = await practiseWith({ kind: 'away' })
    expect(await send(practice, client)).toMatchObject({ kind: 'broken', reason: 'connection_broken' })
    expect(practice.ledger.documents()).toEqual([])
    await practice.faults.clear()
    expect(await send(practice, client)).toMatchObject({ kind: 'answered', status: 202 })
  })

  test('can refuse connections instead', async () => {
    const { practice, client } = await practiseWith({ kind: 'away', how: 'refused' })
    expect(await send(practice, client)).toEqual({ kind: 'not_connected' })
    await practice.faults.clear('away')
    expect(await send(practice, client)).toMatchObject({ kind: 'answered', status: 202 })
  })

  test('for some minutes ends by itself', async () => {
    const { practice, client } = await practiseWith({ kind: 'away_for', minutes: 5 })
    practice.clock.advance(5 * 60_000 - 1)
    expect(await send(practice, client)).toMatchObject({ kind: 'broken' })
    practice.clock.advance(1)
    expect(await send(practice, client)).toMatchObject({ kind: 'answered', status: 202 })
    expect(practice.faults.current()).toEqual([])
  })
})

describe('no answer in time', () => {
  test('and nothing stored', async () => {
    const { practice, client } = await practiseWith({ kind: 'timeout_before', times: 1 })
    expect(await send(practice, client, invoice(), 150)).toMatchObject({ kind: 'broken', reason: 'timed_out' })
    expect(practice.ledger.documents()).toEqual([])
    expect(await send(practice, client)).toMatchObject({ kind: 'answered', status: 202 })
  })

  test('and the document stored all the same, so that the next attempt is a repetition', async () => {
    const { practice, client } = await practiseWith({ kind: 'timeout_after', times: 1 })
    expect(await send(practice, client, invoice(), 1_000)).toMatchObject({ kind: 'broken', reason: 'timed_out' })
    expect(practice.ledger.documents()).toHaveLength(1)
    expect(await send(practice, client)).toMatchObject({ kind: 'answered', status: 422 })
  })
})

describe('a server error', () => {
  test('before storing, as often as asked', async () => {
    const { practice, client } = await practiseWith({ kind: 'error_before', status: 503, times: 2 })
    expect((await client.submit(invoice())).status).toBe(503)
    expect((await client.submit(invoice())).status).toBe(503)
    expect(practice.ledger.documents()).toEqual([])
    expect((await client.submit(invoice())).status).toBe(202)
  })

  test('after storing', async () => {
    const { practice, client } = await practiseWith({ kind: 'error_after', times: 1 })
    expect((await client.submit(invoice())).status).toBe(500)
    expect(practice.ledger.documents()).toHaveLength(1)
  })

  test('can strike a cancellation, which happens all the same', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(practice, client)
    await practice.faults.set({ kind: 'error_after', on: 'changeState', times: 1 })
    expect((await client.cancel(uuid)).status).toBe(500)
    expect(practice.ledger.document(uuid)?.status).toBe('Cancelled')
  })
})

test('throttling answers 429 until its seconds are over, and counts as no fault of the sender’s', async () => {
  const { practice, client } = await practiseWith({ kind: 'throttle', seconds: 30 })
  practice.clock.advance(10_000)
  const refused = await client.submit(invoice())
  expect({ status: refused.status, after: refused.headers.get('Retry-After') }).toEqual({ status: 429, after: '20' })
  expect((await client.get('/api/v1.0/documenttypes')).status).toBe(200)
  practice.clock.advance(20_000)
  expect((await client.submit(invoice())).status).toBe(202)
  expect(practice.counts.list().every(({ refused }) => refused === 0)).toBe(true)
})

test('a token is not taken once, whatever is asked with it', async () => {
  const { client } = await practiseWith({ kind: 'expired_token' })
  expect((await client.get('/api/v1.0/documenttypes')).status).toBe(401)
  expect((await client.get('/api/v1.0/documenttypes')).status).toBe(200)
})

test('every second document of a batch is rejected', async () => {
  const { client } = await practiseWith({ kind: 'partial', times: 1 })
  const batch = ['A', 'B', 'C', 'D'].map((number) => invoice({ number }))
  const { body } = await client.submit(...batch)
  const numbers = (documents: Json) => documents.map((each: Json) => each.invoiceCodeNumber)
  expect(numbers(body.acceptedDocuments)).toEqual(['A', 'C'])
  expect(numbers(body.rejectedDocuments)).toEqual(['B', 'D'])
})

test('the validation takes as long as asked', async () => {
  const { practice, client } = await practiseWith({ kind: 'slow_validation', ms: 3_600_000 })
  await client.submit(invoice())
  const status = async () => {
    await practice.validateDue()
    return practice.ledger.documents()[0]?.status
  }
  practice.clock.advance(3_599_999)
  expect(await status()).toBe('Submitted')
  practice.clock.advance(1)
  expect(await status()).toBe('Valid')
})

test('a document is cancelled on the portal, if it can be', async () => {
  const practice = await practise()
  const client = await signedIn(practice)
  const uuid = await validDocument(practice, client)
  expect(await practice.faults.set({ kind: 'portal_cancel', uuid })).toBe(true)
  expect((await client.get(`/api/v1.0/documents/${uuid}/details`)).body.status).toBe('Cancelled')
  expect(await practice.faults.set({ kind: 'portal_cancel', uuid })).toBe(false)
})

test('a wrong clock shows in every answer and judges by itself; a clock moved on does not show', async () => {
  const practice = await practise()
  const client = await signedIn(practice)
  const shown = async () => (await client.get('/api/v1.0/documenttypes')).headers.get('Date')
  practice.clock.advance(600_000)
  expect(await shown()).toBe('Fri, 20 Nov 2026 04:06:06 GMT')
  await practice.faults.set({ kind: 'wrong_clock', offsetMs: -3_600_000 })
  expect(await shown()).toBe('Fri, 20 Nov 2026 03:16:06 GMT')
  const { body } = await client.submit(invoice())
  expect(body.rejectedDocuments[0].error.details[0].code).toBe('CF321')
  await practice.faults.clear('wrong_clock')
  expect((await client.submit(invoice({ number: 'B' }))).body.acceptedDocuments).toHaveLength(1)
})

test('faults of different kinds hold together, and each is cleared by its kind', async () => {
  const { practice } = await practiseWith({ kind: 'partial' })
  await practice.faults.set({ kind: 'slow_validation', ms: 5 })
  await practice.faults.set({ kind: 'slow_validation', ms: 10 })
  expect(practice.faults.current()).toEqual([{ kind: 'partial' }, { kind: 'slow_validation', ms: 10 }])
  await practice.faults.clear('partial')
  expect(practice.faults.current()).toEqual([{ kind: 'slow_validation', ms: 10 }])
  await practice.faults.clear()
  expect(practice.faults.current()).toEqual([])
})

describe('a fault read from outside', () => {
  test.each([
    { kind: 'away' },
    { kind: 'timeout_after', times: 3, on: 'changeState' },
    { kind: 'throttle', seconds: 30, on: 'any' },
    { kind: 'wrong_clock', offsetMs: -5 },
  ])('is known: %o', (fault) => {
    expect(parseFault(fault)).toEqual({ fault })
  })

  test.each([
    null,
    'away',
    { kind: 'meteor' },
    { kind: 'away', until: 5 },
    { kind: 'throttle' },
    { kind: 'timeout_before', times: 0 },
    { kind: 'error_before', status: 418 },
    { kind: 'error_before', on: 'everything' },
  ])('is not: %o', (fault) => {
    expect(parseFault(fault)).toHaveProperty('issues')
  })
})
