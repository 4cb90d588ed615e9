import { expect, test } from 'vitest'
import { observationRulesOf } from '../../../electron/gateway/outbox/timing.ts'
import { type Answered, company, scripted } from './scripted.ts'

const hourMs = 3_600_000
const types: Answered = {
  status: 200,
  body: {
    result: [
      { id: 46, invoiceTypeCode: 2 },
      { id: 45, invoiceTypeCode: 1 },
    ],
  },
}
const withParameters = (...workflowParameters: readonly object[]): Answered => ({
  status: 200,
  body: { id: 45, workflowParameters },
})
const told = (value: number) =>
  withParameters({ parameter: 'rejectionDuration', value: 7 }, { parameter: 'cancellationDuration', value })

const learned = async (type: Answered, list: Answered = types) => {
  const { authority, asked, clock } = await scripted({ api: ({ path }) => (path.endsWith('/45') ? type : list) })
  await authority.learnRules?.(company)
  return { authority, asked, clock }
}

test('the window for cancelling is what the authority tells with its type of invoice', async () => {
  const { authority, asked, clock } = await learned(told(48))
  expect(authority.toldWindowMs?.()).toBe(48 * hourMs)
  expect(asked.map(({ path }) => path)).toEqual(['/api/v1.0/documenttypes', '/api/v1.0/documenttypes/45'])
  await authority.learnRules?.(company)
  expect(asked).toHaveLength(2)
  clock.pass(24 * hourMs)
  await authority.learnRules?.(company)
  expect(asked).toHaveLength(4)
})

test.each<[string, Answered, Answered]>([
  ['of no hour', told(0), types],
  ['of months', told(5_000), types],
  ['that is not among them', withParameters({ parameter: 'submissionDuration', value: 72 }), types],
  ['that it does not answer', { status: 500 }, types],
  ['of a type that it does not list', told(48), { status: 200, body: { result: [] } }],
])('one %s counts for nothing, and is asked for again later', async (_, type, list) => {
  const { authority, asked, clock } = await learned(type, list)
  expect(authority.toldWindowMs?.()).toBeNull()
  const before = asked.length
  clock.pass(15 * 60_000)
  await authority.learnRules?.(company)
  expect(asked.length).toBeGreaterThan(before)
})

test('an authority that does not tell it gives 72 hours', () => {
  const of = (toldMs: number | null) => observationRulesOf({ toldWindowMs: () => toldMs }).cancellationWindowMs
  expect([of(null), of(48 * hourMs)]).toEqual([72 * hourMs, 48 * hourMs])
})
