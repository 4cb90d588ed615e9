import { expect, test, vi } from 'vitest'
import type { OutboxDeps } from '../../../electron/gateway/outbox/deps.ts'
import { claimAndSend } from '../../../electron/gateway/outbox/dispatch.ts'
import { lookUpDue } from '../../../electron/gateway/outbox/look-up.ts'
import { pollDue } from '../../../electron/gateway/outbox/poll.ts'
import type { Records } from '../../../electron/gateway/store/port/records.ts'
import { StorageFailure } from '../../../electron/gateway/store/refusal.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

const manual = openManualOutbox()
const sell = async (code: string): Promise<WireRecord> =>
  (await manual.api.submit('sale', 'invoice', invoice(code))).body
const statusOf = async ({ SALE_GUID }: WireRecord) =>
  (await manual.api.status('sale', 'invoice', SALE_GUID)).body.STATUS
const phaseOf = async ({ SALE_GUID }: WireRecord) => (await manual.deps.records.byGuid(SALE_GUID))?.record.phase

/** The real store, with some calls replaced. */
const recordsWith = (calls: Partial<Records>): OutboxDeps => ({
  ...manual.deps,
  records: Object.assign(Object.create(manual.deps.records) as Records, calls),
})

const full = () => new StorageFailure('the write is not durable', { trouble: 'full' })

test('a disk that gets full in the middle of claiming: what was claimed goes, the rest stays, and the gateway lives (ST6)', async () => {
  const sold = await Promise.all(['1', '2', '3'].map((code) => sell(code)))
  const unhandled = vi.fn<() => void>()
  process.on('unhandledRejection', unhandled)
  const { records } = manual.deps
  let claims = 0
  const deps = recordsWith({
    async write(change) {
      if (change.writes.at(-1)?.event.type === 'claimed') claims += 1
      // The second claim fails while the third is being built, so no code awaits its promise yet.
      if (claims === 2) throw full()
      return records.write(change)
    },
    async originals(seq) {
      // Waits until Node would have reported an unhandled rejection.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      return records.originals(seq)
    },
  })
  await claimAndSend(deps, manual.company)
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  const phases = await Promise.all(sold.map(phaseOf))
  expect(phases.filter((phase) => phase === 'submitted')).toHaveLength(2)
  expect(phases.filter((phase) => phase === 'queued')).toHaveLength(1)
  await claimAndSend(manual.deps, manual.company)
  await pollDue(manual.deps, manual.company)
  expect(await Promise.all(sold.map(statusOf))).toEqual(['Valid', 'Valid', 'Valid'])
  expect(manual.practice.ledger.documents()).toHaveLength(3)
})

test('a disk on which nothing at all can be claimed ends the round and loses nothing (ST6)', async () => {
  const sold = await sell('4')
  const deps = recordsWith({ write: () => Promise.reject(full()) })
  await expect(claimAndSend(deps, manual.company)).rejects.toThrow('not durable')
  expect(await phaseOf(sold)).toBe('queued')
  await claimAndSend(manual.deps, manual.company)
  await pollDue(manual.deps, manual.company)
  expect(await statusOf(sold)).toBe('Valid')
})

test('a document that cannot be read ends its batch, and what was claimed before it is sent all the same (QR12)', async () => {
  const [first, broken] = [await sell('5'), await sell('6')]
  const bad = await manual.deps.records.byGuid(broken.SALE_GUID)
  const { records } = manual.deps
  const deps = recordsWith({
    originals: (seq) => (seq === bad?.seq ? Promise.reject(new Error('it cannot be read')) : records.originals(seq)),
  })
  expect(await claimAndSend(deps, manual.company)).toMatchObject({ handled: 2 })
  expect(await phaseOf(first)).toBe('submitted')
  expect(await phaseOf(broken)).toBe('queued')
  await claimAndSend(manual.deps, manual.company)
  await pollDue(manual.deps, manual.company)
  expect(await statusOf(broken)).toBe('Valid')
})

test('a machine too slow for a big batch comes to an end with smaller ones, and rests where even one is too late', async () => {
  const sold = await Promise.all(Array.from({ length: 20 }, (_, at) => sell(`slow${at}`)))
  const sizes: number[] = []
  // Building is so slow that only three documents are ready in time.
  const slowFor = (most: number) =>
    manual.depsWith((real) => ({
      submit: (company, batch, mayStillSend) => {
        sizes.push(batch.length)
        return real.submit(company, batch, () => batch.length <= most && mayStillSend())
      },
    }))
  expect(await claimAndSend(slowFor(0), manual.company, { most: 1 })).toMatchObject({ advice: { kind: 'pause' } })
  sizes.splice(0)
  for (let round = 0; round < 40; round += 1) {
    const { handled, advice } = await claimAndSend(slowFor(3), manual.company)
    expect(advice.kind).toBe('go_on')
    if (handled === 0) break
  }
  expect(sizes.slice(0, 4)).toEqual([1, 19, 9, 4])
  expect(sizes.length).toBeLessThan(25)
  await pollDue(manual.deps, manual.company)
  expect(new Set(await Promise.all(sold.map(statusOf)))).toEqual(new Set(['Valid']))
})

test('bytes that a disk changed never go again: a person is told instead of the authority (ST12)', async () => {
  const sold = await sell('changed')
  const swallowing = manual.depsWith(() => ({
    submit: async (_company, batch) => ({
      outcomes: batch.map(() => ({ kind: 'inDoubt', reason: 'timed_out' }) as const),
      exchange: { httpStatus: null, correlationId: null, answer: null },
      advice: { kind: 'go_on' },
    }),
  }))
  await claimAndSend(swallowing, manual.company)
  const nowhere: OutboxDeps = {
    ...manual.deps,
    clock: { ...manual.deps.clock, now: () => Date.now() + 10_000 },
  }
  for (let look = 0; look < 2; look += 1) await lookUpDue(nowhere, manual.company)
  expect(await phaseOf(sold)).toBe('queued')
  const { records } = manual.deps
  const before = manual.practice.ledger.documents().length
  const deps = recordsWith({
    async payload(sha256) {
      const bytes = Buffer.from((await records.payload(sha256)) ?? '')
      bytes[100] = (bytes[100] ?? 0) ^ 1
      return bytes
    },
  })
  await claimAndSend({ ...deps, clock: nowhere.clock }, manual.company)
  expect(await phaseOf(sold)).toBe('conflict')
  expect(manual.practice.ledger.documents()).toHaveLength(before)
})
