import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { invoice } from '../../support/till.ts'
import { isClean, type Judgement } from '../oracle.ts'
import { hasFakeTime, wallClock } from './machine.ts'
import { useSeparateGateway } from './separate-gateway.ts'

if (!hasFakeTime) console.warn('SKIPPED: without libfaketime no test sets the wall clock of a gateway’s process')

const dayMs = 86_400_000
const here = useSeparateGateway()

async function startAtClock() {
  const clock = wallClock(join(here.dataDir, 'clock'))
  const gateway = await here.start({ ...clock.env, RESIT_LOG_LEVEL: 'warn' })
  const { api } = gateway
  return {
    gateway,
    api,
    clock,
    status: async ({ SALE_GUID }: WireRecord) => (await api.status('sale', 'invoice', SALE_GUID)).body,
    /** The till and the gateway use the same clock. */
    sell: async (code: string, aheadMs = 0): Promise<WireRecord> => {
      const ISSUED_AT = new Date(Date.now() + aheadMs - 1000).toISOString()
      const { status, body } = await api.submit('sale', 'invoice', invoice(code, { ISSUED_AT }))
      expect(status).toBe(202)
      return body
    },
  }
}

/** Sets the clock wrong while one document is valid, one is being cancelled and one arrives. */
async function setWrong(offset: string, aheadMs: number): Promise<Judgement> {
  const { gateway, api, clock, sell, status } = await startAtClock()
  const [sold, kept] = [await sell('1'), await sell('2')]
  for (const record of [sold, kept]) await api.until(record, 'Valid')
  const before = await status(kept)
  clock.set(offset)
  const waiting = await sell('3', aheadMs)
  await expect.poll(() => status(waiting)).toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'clock_wrong' } })
  expect(await status(kept)).toEqual(before)
  // By the authority's clock the cancellation period is still open.
  const ask = { SALE_GUID: sold.SALE_GUID, REASON: 'Wrong goods' }
  expect(await api.post('/sale/invoice_cancellation', ask)).toMatchObject({ status: 200 })
  expect(here.practice.ledger.documents()).toHaveLength(2)
  expect(gateway.stderr()).toContain('the clock of this computer differs')
  clock.set('+0')
  expect(await api.until(waiting, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', ATTENTION: null })
  await gateway.stop()
  return here.compare([sold, kept, waiting].map(({ SALE_GUID }) => SALE_GUID))
}

describe.runIf(hasFakeTime)('a wall clock that somebody sets while the gateway runs', () => {
  test('three days back makes no record older, holds the queue and says so until it is set right (PR6)', async () => {
    expect(await setWrong('-3d', -3 * dayMs)).toSatisfy(isClean)
  })

  test('ten years ahead lets nothing expire, holds the queue and says so until it is set right (PR7)', async () => {
    expect(await setWrong('+10y', 3650 * dayMs)).toSatisfy(isClean)
  })

  test.each([
    ['nine minutes back', [['-9m', -540_000]] as const],
    [
      'three days on and back again',
      [
        ['+3d', 3 * dayMs],
        ['-3d', -3 * dayMs],
        ['+0', 0],
      ] as const,
    ],
  ])('%s lets a retry come when it was due, not sooner and not later (PR8)', async (_, settings) => {
    const { gateway, api, clock, sell } = await startAtClock()
    const beforeMs = performance.now()
    await here.practice.faults.set({ kind: 'throttle', seconds: 2 })
    const record = await sell('1')
    const held = async () =>
      (await gateway.operate<{ block_reasons: readonly unknown[] }>('GET', '/queue')).block_reasons
    await expect.poll(async () => (await held()).length, { interval: 10 }).toBe(1)
    const askedMs = performance.now()
    for (const [offset, aheadMs] of settings) {
      clock.set(offset)
      // A sale wakes the workers, as sales do all day.
      await sell(offset, aheadMs)
    }
    await expect.poll(() => here.submits(), { interval: 10 }).toBeGreaterThan(0)
    // The authority was asked between these two.
    expect(performance.now() - beforeMs).toBeGreaterThan(1900)
    expect(performance.now() - askedMs).toBeLessThan(60_000)
    expect((await api.until(record, 'Valid', 'Invalid')).STATUS).toBe('Valid')
  })
})
