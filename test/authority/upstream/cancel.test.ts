import { expect, test } from 'vitest'
import { type Answered, company, connected, problem, type Script, sent, shownRecord } from './support.ts'

const cancelWith = async (script: Script) => {
  const { authority, asked } = await connected(script)
  return { outcome: await authority.cancel(company, sent(1), 'Wrong goods'), asked }
}

const cancelledAt = Date.UTC(2026, 10, 20, 6)
const cancelled = { STATUS: 'Cancelled', CANCELLED_AT: '2026-11-20T06:00:00.000Z' }

test('a cancellation is asked for under our GUID with its reason', async () => {
  const { outcome, asked } = await cancelWith(() => ({ status: 200, body: shownRecord(1, cancelled) }))
  expect(outcome).toEqual({ kind: 'cancelled', cancelledAt })
  expect(asked[0]).toMatchObject({
    path: '/v1/sale/invoice_cancellation',
    body: JSON.stringify({ SALE_GUID: sent(1).saleGuid, REASON: 'Wrong goods' }),
  })
})

test.each([
  ['202', { status: 202, body: shownRecord(1, { STATUS: 'Valid' }) }, 'inDoubt'],
  ['a broken connection', 'cut', 'inDoubt'],
  ['a server error', problem(503, 'storage_unavailable'), 'inDoubt'],
  ['a refused token', problem(401, 'unauthorized'), 'unsent'],
  ['too many requests', problem(429, 'too_many_requests'), 'unsent'],
  ['a refusal of something in between', { status: 403, body: '<html>' }, 'unsent'],
] as const)('after %s it is not decided', async (_, answer: Answered | 'cut', kind) => {
  expect((await cancelWith(() => answer)).outcome).toEqual({ kind })
})

test('a denial comes down with its code', async () => {
  const { outcome } = await cancelWith(() => problem(409, 'cancel_denied_period'))
  expect(outcome).toEqual({ kind: 'refused', code: 'cancel_denied_period', message: 'About cancel_denied_period.' })
})

test('the authority’s refusal comes down in the authority’s own words', async () => {
  const CANCELLATION = { STATE: 'Refused', CODE: 'OddState', MESSAGE: 'Not now.' }
  const { outcome } = await cancelWith(() =>
    problem(409, 'cancel_refused', { record: shownRecord(1, { STATUS: 'Valid', CANCELLATION }) }),
  )
  expect(outcome).toEqual({ kind: 'refused', code: 'OddState', message: 'Not now.' })
})

test('one that was cancelled there, but not for us, is not our doing', async () => {
  const { outcome } = await cancelWith(({ method }) =>
    method === 'POST' ? problem(409, 'cancel_denied_status') : { status: 200, body: shownRecord(1, cancelled) },
  )
  expect(outcome).toEqual({ kind: 'cancelledBefore', cancelledAt })
})

test.each([
  [shownRecord(1, cancelled), { kind: 'cancelled', cancelledAt }],
  [shownRecord(1, { STATUS: 'Cancelled' }), { kind: 'cancelled' }],
  [shownRecord(1, { STATUS: 'Valid' }), { kind: 'not_cancelled' }],
  [shownRecord(1, { STATUS: 'Valid', CANCELLATION: { STATE: 'Refused' } }), { kind: 'not_cancelled' }],
  [shownRecord(1, { STATUS: 'Valid', CANCELLATION: { STATE: 'Requested' } }), null],
  [shownRecord(1, { STATUS: 'Valid', CANCELLATION: { STATE: 'Unknown' } }), null],
])('whether it is cancelled there is open while the other gateway waits itself (%#)', async (body, expected) => {
  const { authority } = await connected(() => ({ status: 200, body }))
  expect(await authority.cancelledThere(company, sent(1))).toEqual(expected)
})

test('a document that the other gateway has lost was not cancelled there: nobody waits for it for ever', async () => {
  const { authority } = await connected(() => problem(404, 'record_not_found'))
  expect(await authority.cancelledThere(company, sent(1))).toEqual({ kind: 'not_cancelled' })
  const { authority: passed } = await connected(() => ({ status: 404, body: '<html>' }))
  expect(await passed.cancelledThere(company, sent(1))).toBeNull()
})
