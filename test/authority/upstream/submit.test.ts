import { expect, test } from 'vitest'
import { type Answered, always, company, connected, guid, item, problem, shownRecord } from './support.ts'

const submitTo = async (answer: Answered | 'cut') => {
  const { authority, asked } = await connected(() => answer)
  return { ...(await authority.submit(company, [item], always)), asked }
}

test('a document goes up as it was built, to the path of its kind, with our token', async () => {
  const { outcomes, advice, asked } = await submitTo({ status: 202, body: shownRecord(1, { REVISION: 3 }) })
  expect(outcomes).toEqual([
    { kind: 'accepted', uuid: `${guid(1)}/3`, submissionUid: `${company.companyGuid}/2026-11-21` },
  ])
  expect(advice).toEqual({ kind: 'go_on' })
  expect(asked).toMatchObject([
    {
      method: 'POST',
      path: '/v1/sale/invoice_submission',
      headers: { authorization: 'Bearer rst_ours' },
      body: '{"SALE_CODE":"1"}',
    },
  ])
})

test('sent again it is accepted as the one that is there', async () => {
  const { outcomes } = await submitTo({ status: 200, body: shownRecord(1, { STATUS: 'Valid' }) })
  expect(outcomes).toMatchObject([{ kind: 'accepted', uuid: `${guid(1)}/1` }])
})

const entries = [{ pointer: '/LINES/0/TAXES/0/TAX_TYPE', code: 'unknown_code', message: 'Not in the list.' }]

test.each([
  [
    'every fault of the body',
    problem(422, 'validation_failed', { errors: entries }),
    { code: 'unknown_code', message: 'Not in the list.', field: '/LINES/0/TAXES/0/TAX_TYPE' },
  ],
  [
    'a reused key',
    problem(409, 'business_key_reused'),
    { code: 'business_key_reused', message: 'About business_key_reused.', field: '' },
  ],
  [
    'a reason without a sentence',
    problem(409, 'record_voided', { detail: '' }),
    { code: 'record_voided', message: 'The tax authority gave no reason.', field: '' },
  ],
])('%s is a refusal of the document itself', async (_, answer, error) => {
  const { outcomes, advice } = await submitTo(answer)
  expect(outcomes).toEqual([{ kind: 'rejected', errors: [error] }])
  expect(advice).toEqual({ kind: 'go_on' })
})

test.each([
  ['401', problem(401, 'unauthorized'), 'not_authenticated', { askedMs: null, attention: 'company_not_ready' }],
  ['403', problem(403, 'insufficient_scope'), 'not_permitted', { askedMs: null, attention: 'company_not_ready' }],
  [
    'a 404 of something else at that address',
    { status: 404, body: '<html>' },
    'endpoint_missing',
    { askedMs: null, attention: 'company_not_ready' },
  ],
  [
    '429',
    { ...problem(429, 'too_many_requests'), headers: { 'retry-after': '7' } },
    'throttled',
    { askedMs: 7_000, attention: null },
  ],
  ['413, whoever says it', { status: 413, body: '<html>' }, 'too_large', { askedMs: null, attention: null }],
  [
    '503 with the gateway’s word that nothing was kept',
    problem(503, 'storage_unavailable'),
    'throttled',
    { askedMs: null, attention: null },
  ],
] as const)('after %s nothing arrived, and everything waits', async (_, answer, reason, wait) => {
  const { outcomes, advice } = await submitTo(answer)
  expect(outcomes).toEqual([{ kind: 'unsent', reason }])
  expect(advice).toEqual({ kind: 'pause', ...wait })
})

test.each([
  ['a broken connection', 'cut', 'connection_broken'],
  ['500', problem(500, 'internal_error'), 'server_error'],
  ['a 503 of something in between', { status: 503, body: '<html>' }, 'server_error'],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, 'redirected'],
  ['a refusal that is not the gateway’s own', { status: 422, body: '<html>' }, 'unreadable_answer'],
  ['a record of another sale', { status: 202, body: shownRecord(2) }, 'unreadable_answer'],
] as const)('after %s nobody knows', async (_, answer, reason) => {
  const { outcomes, advice } = await submitTo(answer)
  expect(outcomes).toEqual([{ kind: 'inDoubt', reason }])
  expect(advice.kind).toBe('pause')
})

test('the attempt’s record has codes and no sentence that may name somebody (SU3)', async () => {
  const { exchange } = await submitTo(problem(422, 'validation_failed', { errors: entries }))
  expect(exchange).toMatchObject({ httpStatus: 422, answer: 'validation_failed unknown_code' })
})

test('after the deadline nothing leaves (PR2)', async () => {
  const { authority, asked } = await connected(() => ({ status: 202 }))
  const { outcomes } = await authority.submit(company, [item], () => false)
  expect(outcomes).toEqual([{ kind: 'unsent', reason: 'deadline_passed' }])
  expect(asked).toEqual([])
})

test('the way is asked about once in a while, and again after something went wrong', async () => {
  const { authority, asked, clock } = await connected(({ path }) =>
    path.endsWith('/version/') ? { status: 200 } : problem(500, 'internal_error'),
  )
  const timesAsked = () => asked.filter(({ path }) => path === '/v1/version/').length
  for (let time = 0; time < 3; time += 1) expect(await authority.ready(company)).toEqual({ kind: 'go_on' })
  expect(timesAsked()).toBe(1)
  clock.pass(30_000)
  await authority.ready(company)
  expect(timesAsked()).toBe(2)
  await authority.submit(company, [item], always)
  await authority.ready(company)
  expect(timesAsked()).toBe(3)
})

test.each([
  [problem(401, 'unauthorized'), 'company_not_ready'],
  [{ status: 404 }, 'company_not_ready'],
  [problem(500, 'internal_error'), null],
  ['cut', null],
] as const)('a way that is not free is told before anything is claimed (%#)', async (answer, attention) => {
  const { authority } = await connected(() => answer)
  expect(await authority.ready(company)).toMatchObject({ kind: 'pause', attention })
})
