import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import type { ProxyFault } from '../../support/fault-proxy.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { openWarmShop, shortTiming } from './shop.ts'
import { sampled } from './sweep.ts'

const statuses = [
  200, 202, 204, 301, 307, 400, 401, 403, 404, 408, 409, 413, 418, 422, 429, 500, 502, 503, 504,
] as const
const bodies = [
  '',
  '{}',
  '[]',
  '<html>',
  '{"error":{"code":"X"}}',
  '{"submissionUid":"S","acceptedDocuments":[]}',
] as const

/** Everything that can go wrong with one request. */
const faults: readonly ((chance: Chance) => ProxyFault)[] = [
  () => ({ kind: 'swallow' }),
  (chance) => ({ kind: 'reset_request', after: chance.upTo(4_500) }),
  (chance) => ({ kind: 'reset_answer', after: chance.upTo(600) }),
  (chance) => ({ kind: 'cut_answer', after: chance.upTo(600) }),
  (chance) => ({ kind: 'trickle', bytes: 1 + chance.upTo(100), everyMs: 10 }),
  (chance) => ({ kind: 'delay', until: pause(chance.upTo(600)) }),
  () => ({ kind: 'duplicate' }),
  (chance) => ({ kind: 'instead', answer: { status: chance.one(statuses), body: chance.one(bodies) } }),
  (chance) => {
    const [status, body] = [chance.one(statuses), chance.one(bodies)]
    // A lie that convinces is no accident: what was taken is not said to be refused.
    return {
      kind: 'rewrite',
      to: (told) => (status >= 400 && status !== 408 && status < 500 ? told : { ...told, status, body }),
    }
  },
]

test('whatever the way does to requests and answers, both sides agree in the end (UP6, UP16)', async () => {
  const seed = Number(process.env['RESIT_FAULTS_SEED'] ?? Math.floor(Math.random() * 1_000_000))
  const chance = chanceOf(seed)
  // Longer than any message of this way is under it.
  const env = { ...shortTiming, RESIT_QUARANTINE_MS: '800', RESIT_REQUEST_TIMEOUT_MS: '250' }
  const here = await openWarmShop({ env })
  here.proxy.rule(/^/, () => (chance.isIn(0.25) ? chance.one(faults)(chance) : null))
  const sold: WireRecord[] = []
  for (let sale = 0; sale < sampled('documents on a bad way', 80, 5_000); sale += 1) {
    sold.push(await here.sell(`w${sale}`))
    await pause(chance.upTo(40))
    // Somebody regrets a sale: it is voided only if no byte of it ever left.
    if (chance.isIn(0.1))
      await here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: chance.one(sold).SALE_GUID })
  }
  here.proxy.clear()
  await here.wake()
  const again = `again with RESIT_FAULTS_SEED=${seed}`
  await expect.poll(() => here.shop.gateway.store.schedule.lanes(), { message: again }).toEqual([])
  const { lost, doubles, voidedThere, differing, unknownDocuments, unfinished } = await here.oracle()
  expect({ lost, doubles, voidedThere, differing, unknownDocuments, unfinished }, again).toEqual({
    lost: [],
    doubles: [],
    voidedThere: [],
    differing: [],
    unknownDocuments: [],
    unfinished: [],
  })
})
