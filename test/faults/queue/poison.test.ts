import { expect, test } from 'vitest'
import { claimAndSend } from '../../../electron/gateway/outbox/dispatch.ts'
import { pollDue } from '../../../electron/gateway/outbox/poll.ts'
import { StorageFailure } from '../../../electron/gateway/store/refusal.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

const manual = openManualOutbox()
const sell = async (code: string): Promise<WireRecord> =>
  (await manual.api.submit('sale', 'invoice', invoice(code))).body
const statusOf = async ({ SALE_GUID }: WireRecord) => (await manual.api.status('sale', 'invoice', SALE_GUID)).body

test('a document that breaks whoever builds it is held for a person, once; the others go, and it can be voided (QR12)', async () => {
  const sold = await Promise.all(['1', 'poison', '2', '3'].map((code) => sell(code)))
  const [, poison, ...others] = sold
  if (!poison) throw new Error('nothing was sold')
  let builds = 0
  const deps = manual.depsWith((real) => ({
    build: (source) => {
      if (source.identity.documentNumber !== 'KLCC-T1-A-poison') return real.build(source)
      builds += 1
      throw new RangeError('a name too odd for the serializer')
    },
  }))
  // Three rounds, as the worker makes them.
  for (let round = 0; round < 3; round += 1) await claimAndSend(deps, manual.company)
  await pollDue(manual.deps, manual.company)
  for (const other of others) expect((await statusOf(other)).STATUS).toBe('Valid')
  expect(builds).toBe(1)
  expect(await statusOf(poison)).toMatchObject({
    STATUS: 'Pending',
    ATTENTION: { CODE: 'cannot_be_sent' },
    NEXT_ACTION: { ACTION: 'void' },
  })
  const told = await manual.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: poison.SALE_GUID })
  expect(told).toMatchObject({ status: 200, body: { STATUS: 'Voided' } })
  expect(manual.practice.ledger.documents()).toHaveLength(3)
})

test('a document whose building ends its round each time is given up after five; meanwhile the others go, one by one at first (QR12)', async () => {
  const [poison, ...others] = await Promise.all(['odd', '5', '6', '7'].map((code) => sell(code)))
  if (!poison) throw new Error('nothing was sold')
  const poisoned = await manual.deps.records.byGuid(poison.SALE_GUID)
  const sizes: number[] = []
  let ends = 0
  const { records } = manual.deps
  const originals: typeof records.originals = async (seq) => {
    if (seq !== poisoned?.seq) return records.originals(seq)
    ends += 1
    throw new Error('the row of an original cannot be read')
  }
  const deps = {
    ...manual.depsWith((real) => ({
      submit: (company, batch, mayStillSend) => {
        sizes.push(batch.length)
        return real.submit(company, batch, mayStillSend)
      },
    })),
    records: Object.assign(Object.create(records) as typeof records, { originals }),
  }
  const failures = () =>
    claimAndSend(deps, manual.company).then(
      () => 0,
      () => 1,
    )
  let failed = 0
  for (let round = 0; round < 12; round += 1) failed += await failures()
  await pollDue(manual.deps, manual.company)
  expect({ failed, ends, sizes }).toEqual({ failed: 5, ends: 5, sizes: [1, 1, 1] })
  for (const other of others) expect((await statusOf(other)).STATUS).toBe('Valid')
  expect(await statusOf(poison)).toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'cannot_be_sent' } })
  const told = await manual.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: poison.SALE_GUID })
  expect(told.status).toBe(200)
})

test('what found no room in a batch is not taken for poison (QR12)', async () => {
  const sold = await Promise.all(['8', '9', '10'].map((code) => sell(code)))
  const sizes: number[] = []
  const deps = manual.depsWith((real) => ({
    // Documents so large that no two fit into one submission.
    build: (source) => ({ ...real.build(source), bytes: Buffer.alloc(3_000_000, real.build(source).bytes) }),
    submit: async (_, batch) => {
      sizes.push(batch.length)
      return {
        outcomes: batch.map(() => ({ kind: 'unsent', reason: 'not_connected' })),
        exchange: { httpStatus: null, correlationId: null, answer: null },
        advice: { kind: 'go_on' },
      }
    },
  }))
  for (let round = 0; round < 8; round += 1) await claimAndSend(deps, manual.company)
  expect(sizes).toEqual(Array.from({ length: 8 }, () => 1))
  for (const each of sold) expect(await statusOf(each)).toMatchObject({ STATUS: 'Pending', ATTENTION: null })
  const due = await manual.deps.schedule.due('send', manual.company.profile.companyGuid, Date.now(), 10)
  expect(due.map(({ unfinishedBuilds }) => unfinishedBuilds)).toEqual([0, 0, 0])
})

test('a disk that does not answer for a moment is no fault of the document: it goes when that is over, however often that was (QR12, BK3)', async () => {
  const sold = await sell('patient')
  const { records } = manual.deps
  let failures = 0
  const body: typeof records.body = async (...asked) => {
    failures += 1
    if (failures <= 7) throw new StorageFailure('the storage does not answer', { trouble: 'busy' })
    return records.body(...asked)
  }
  const deps = { ...manual.deps, records: Object.assign(Object.create(records) as typeof records, { body }) }
  for (let round = 0; round < 7; round += 1)
    await expect(claimAndSend(deps, manual.company)).rejects.toBeInstanceOf(StorageFailure)
  const between = await statusOf(sold)
  expect([between.STATUS, between.ATTENTION]).toEqual(['Pending', null])
  await claimAndSend(deps, manual.company)
  await pollDue(manual.deps, manual.company)
  expect((await statusOf(sold)).STATUS).toBe('Valid')
})

test('a document that the authority answers for and does not take goes ever more seldom, whatever the clock does (PR7, CK2)', async () => {
  const sold = await sell('refused')
  let tries = 0
  const exchange = { httpStatus: 503, correlationId: null, answer: null }
  const deps = manual.depsWith(() => ({
    submit: async (_company, batch) => {
      tries += batch.length
      return {
        outcomes: batch.map(() => ({ kind: 'unsent', reason: 'throttled' })),
        exchange,
        advice: { kind: 'go_on' },
      }
    },
  }))
  const dueInMs = async () => {
    const [due] = await manual.deps.schedule.due('send', manual.company.profile.companyGuid, Number.MAX_SAFE_INTEGER, 1)
    return (due?.dueAt ?? 0) - manual.deps.clock.now()
  }
  const waits: number[] = []
  for (let round = 0; round < 14; round += 1) {
    await manual.deps.schedule.noLaterThan(manual.deps.clock.now())
    await claimAndSend(deps, manual.company)
    waits.push(await dueInMs())
  }
  expect(tries).toBe(14)
  for (const wait of waits.slice(0, 3)) expect(wait).toBeLessThanOrEqual(0)
  // By the wall clock, which went on meanwhile.
  const longest = manual.deps.timing.retryBaseMs * 2 ** 11
  expect(waits.at(-1)).toBeLessThanOrEqual(longest)
  expect(waits.at(-1)).toBeGreaterThan(longest / 2)
  await manual.deps.schedule.noLaterThan(manual.deps.clock.now())
  await claimAndSend(manual.deps, manual.company)
  await pollDue(manual.deps, manual.company)
  expect((await statusOf(sold)).STATUS).toBe('Valid')
})
