import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Environment } from '../../../electron/gateway/settings/values.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { dyingAt } from '../../support/checkpoints.ts'
import { invoice } from '../../support/till.ts'
import { hasFakeTime, wallClock } from '../process/machine.ts'
import { type Apart, useSeparateGateway } from '../process/separate-gateway.ts'

if (!hasFakeTime) console.warn('SKIPPED: without libfaketime no gateway is started under a wrong clock')

const here = useSeparateGateway()

/** A sale that was claimed when the gateway died, before any byte of it was sent. */
async function crashAfterClaim(env: Environment = {}): Promise<WireRecord> {
  const first = await here.start({ ...env, ...dyingAt('claimed') })
  const ended = once(first.child, 'exit')
  const { body } = await first.api.submit('sale', 'invoice', invoice('1'))
  await ended
  expect(here.submits()).toBe(0)
  return body
}

const voidIt = ({ api }: Apart, { SALE_GUID }: WireRecord) => api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })

test('a document claimed when the gateway died is in doubt, is not voided, goes once and can be cancelled (QR3)', async () => {
  const sold = await crashAfterClaim()
  const doubting = await here.start({ RESIT_QUARANTINE_MS: '60000' })
  expect(await doubting.api.status('sale', 'invoice', sold.SALE_GUID)).toMatchObject({
    body: { STATUS: 'InProgress', IN_DOUBT: true, NEXT_ACTION: { ACTION: 'wait' } },
  })
  expect(await voidIt(doubting, sold)).toMatchObject({ status: 409, body: { code: 'void_denied_in_progress' } })
  await doubting.stop()
  expect(here.submits()).toBe(0)
  const second = await here.start()
  expect((await second.api.until(sold, 'Valid', 'Invalid')).STATUS).toBe('Valid')
  expect(await voidIt(second, sold)).toMatchObject({ status: 409, body: { code: 'void_denied_valid' } })
  const ask = { SALE_GUID: sold.SALE_GUID, REASON: 'Wrong goods' }
  expect((await second.api.post('/sale/invoice_cancellation', ask)).body.STATUS).toBe('Cancelled')
  await second.stop()
  expect(here.practice.ledger.documents().map(({ status }) => status)).toEqual(['Cancelled'])
  expect([here.submits(), (await here.attemptsOf(sold.SALE_GUID)).length]).toEqual([1, 2])
})

test.runIf(hasFakeTime).each(['+3d', '-3d'])(
  'a start under a clock that is wrong by %s does not hold a document in doubt once the clock is right (PR6, QR3)',
  async (offset) => {
    const clock = wallClock(join(here.dataDir, 'clock'))
    const sold = await crashAfterClaim({ ...clock.env, RESIT_REQUEST_TIMEOUT_MS: '300' })
    clock.set(offset)
    // No look-ups here: what they prove under a wrong clock is tested elsewhere.
    await here.practice.faults.set({ kind: 'error_before', on: 'search' })
    const second = await here.start({ ...clock.env, RESIT_REQUEST_TIMEOUT_MS: '300' })
    expect((await second.api.status('sale', 'invoice', sold.SALE_GUID)).body.STATUS).toBe('InProgress')
    clock.set('+0')
    await here.practice.faults.clear()
    expect((await second.api.until(sold, 'Valid', 'Invalid')).STATUS).toBe('Valid')
    expect(here.submits()).toBe(1)
  },
)
