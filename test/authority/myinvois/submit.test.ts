import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../shared/domain/attempt.ts'
import { type Answered, always, asking, company, item, type Script, scripted } from './scripted.ts'

const uid = 'SUBMISSION0123456789ABCDEF'

const submitted = async (script: Script, count = 1) => {
  const { authority, ...seen } = await scripted(script)
  const batch = Array.from({ length: count }, (_, at) => item(`KLCC-${at + 1}`))
  return { ...seen, answer: await authority.submit(company, batch, always) }
}
const answeredWith = (answer: Answered, count = 1) => submitted({ api: () => answer }, count)

const named = ({ kind, ...rest }: Outcome) => ('reason' in rest ? `${kind} ${rest.reason}` : kind)

test('a batch goes as base64 with hash and number, signed in', async () => {
  const { asked, logins } = await answeredWith({ status: 202, body: {} }, 2)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    method: 'POST',
    path: '/api/v1.0/documentsubmissions/',
    headers: { authorization: 'Bearer secret-token', 'content-type': 'application/json', accept: 'application/json' },
  })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    documents: ['KLCC-1', 'KLCC-2'].map((number) => ({
      format: 'JSON',
      document: Buffer.from(`{"ID":"${number}"}`).toString('base64'),
      documentHash: `hash of ${number}`,
      codeNumber: number,
    })),
  })
  expect(logins).toHaveLength(1)
  expect(Object.fromEntries(new URLSearchParams(logins[0]?.body))).toEqual({
    client_id: 'client',
    client_secret: 'secret',
    grant_type: 'client_credentials',
    scope: 'InvoicingAPI',
  })
  expect(logins[0]?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' })
  expect(logins[0]?.headers).not.toHaveProperty('onbehalfof')
})

test('an intermediary says for whom it signs in', async () => {
  const credentials = { clientId: 'client', clientSecret: 'secret', onBehalfOf: 'C20830570210' }
  const { logins } = await submitted({ api: () => ({ status: 202 }), credentials })
  expect(logins[0]?.headers).toMatchObject({ onbehalfof: 'C20830570210' })
})

describe('an acceptance', () => {
  test('says of each document what became of it, in the order of the batch and whatever its case (UP13, UP17)', async () => {
    const { answer } = await answeredWith(
      {
        status: 202,
        headers: { correlationId: 'c-1' },
        body: {
          submissionUID: uid,
          acceptedDocuments: [{ UUID: 'U3', InvoiceCodeNumber: 'KLCC-3' }],
          rejectedDocuments: [
            { invoiceCodeNumber: 'KLCC-1', error: { code: 'CF321', message: 'Too old', propertyPath: 'IssueDate' } },
          ],
        },
      },
      3,
    )
    expect(answer).toEqual({
      outcomes: [
        { kind: 'rejected', errors: [{ code: 'CF321', message: 'Too old', field: 'IssueDate' }] },
        { kind: 'inDoubt', reason: 'missing_in_answer' },
        { kind: 'accepted', uuid: 'U3', submissionUid: uid },
      ],
      exchange: { httpStatus: 202, correlationId: 'c-1', answer: null },
      advice: { kind: 'go_on' },
    })
  })

  test.each([
    ['no submission', { acceptedDocuments: [{ uuid: 'U1', invoiceCodeNumber: 'KLCC-1' }] }, 'missing_in_answer'],
    [
      'an empty one',
      { submissionUid: '', acceptedDocuments: [{ uuid: 'U1', invoiceCodeNumber: 'KLCC-1' }] },
      'missing_in_answer',
    ],
    ['no documents', { submissionUid: uid, acceptedDocuments: null }, 'missing_in_answer'],
    [
      'a document without UUID',
      { submissionUid: uid, acceptedDocuments: [{ uuid: '', invoiceCodeNumber: 'KLCC-1' }] },
      'unreadable_answer',
    ],
    ['something else', 'thank you', 'unreadable_answer'],
  ])('with %s leaves it in doubt (UP16, UP17)', async (_, body, reason) => {
    const { answer } = await answeredWith({ status: 200, body })
    expect(answer.outcomes).toEqual([{ kind: 'inDoubt', reason }])
  })

  test('that calls a document a duplicate leaves it in doubt (UP14)', async () => {
    const error = { code: 'Error03', details: [{ code: 'DS302', message: 'A duplicate of KK1' }] }
    const body = {
      submissionUid: uid,
      acceptedDocuments: [],
      rejectedDocuments: [{ invoiceCodeNumber: 'KLCC-1', error }],
    }
    const { answer } = await answeredWith({ status: 202, body })
    expect(answer.outcomes.map(named)).toEqual(['inDoubt duplicate_reported'])
  })

  test('that says both of a document is taken for an acceptance', async () => {
    const both = { invoiceCodeNumber: 'KLCC-1', uuid: 'U1', error: {} }
    const body = { submissionUid: uid, acceptedDocuments: [both], rejectedDocuments: [both] }
    expect((await answeredWith({ status: 202, body })).answer.outcomes.map(named)).toEqual(['accepted'])
  })
})

describe('any other answer proves as much as it does', () => {
  const notReady = { kind: 'pause', askedMs: null, attention: 'company_not_ready' }
  const pause = { kind: 'pause', askedMs: null, attention: null }
  const error = { error: { code: 'BadStructure', message: 'Wrong', target: 'document' } }

  test.each<[number, unknown, number, string, object]>([
    [300, {}, 1, 'inDoubt redirected', pause],
    [302, {}, 1, 'inDoubt redirected', pause],
    [399, {}, 1, 'inDoubt redirected', pause],
    [403, {}, 2, 'unsent not_permitted', notReady],
    [404, {}, 1, 'unsent endpoint_missing', notReady],
    [405, {}, 1, 'unsent endpoint_missing', notReady],
    [429, {}, 2, 'unsent throttled', pause],
    [400, error, 1, 'rejected', { kind: 'go_on' }],
    [413, error, 2, 'unsent batch_refused', { kind: 'split' }],
    [413, error, 1, 'unsent too_large', pause],
    [413, '<html>', 1, 'unsent too_large', pause],
    [400, error, 2, 'unsent batch_refused', { kind: 'split' }],
    [400, '<html>', 1, 'inDoubt unreadable_answer', pause],
    [422, { error: { code: 'DuplicateSubmission' } }, 1, 'inDoubt duplicate_reported', { kind: 'go_on' }],
    [422, { error: { details: [{ code: 'DuplicateSubmission' }] } }, 2, 'inDoubt batch_repeated', pause],
    [
      422,
      { error: { details: [{ code: 'DS302', message: 'Duplicated document' }] } },
      1,
      'inDoubt duplicate_reported',
      { kind: 'go_on' },
    ],
    [400, { error: { code: 'DS302', message: 'One signature at most' } }, 1, 'rejected', { kind: 'go_on' }],
    [418, {}, 1, 'inDoubt server_error', pause],
    [500, {}, 1, 'inDoubt server_error', pause],
    [503, {}, 2, 'inDoubt server_error', pause],
  ])('%i %j to %i: %s', async (...[status, body, count, outcome, advice]) => {
    const { answer } = await answeredWith({ status, body }, count)
    expect(answer.outcomes.map(named)).toEqual(Array.from({ length: count }, () => outcome))
    expect(answer.advice).toEqual(advice)
    expect(answer.exchange.httpStatus).toBe(status)
  })

  test('how long to wait is told', async () => {
    const { answer } = await answeredWith({ status: 429, headers: { 'retry-after': '7' } })
    expect(answer.advice).toEqual({ kind: 'pause', askedMs: 7_000, attention: null })
  })

  test('only the codes of a refusal are kept of it', async () => {
    const { answer } = await answeredWith({ status: 400, body: error })
    expect(answer.exchange).toEqual({ httpStatus: 400, correlationId: null, answer: 'BadStructure' })
    const long = { status: 500, body: Array.from({ length: 100 }, () => ({ code: 'x'.repeat(9) })) }
    expect((await answeredWith(long)).answer.exchange.answer).toHaveLength(500)
  })

  test.each([
    [error, { code: 'BadStructure', message: 'Wrong', field: 'document' }],
    [
      { code: 'C1', message: 'At the top' },
      { code: 'C1', message: 'At the top', field: '' },
    ],
    [{ status: 'refused' }, { code: '400', message: 'The tax authority gave no reason.', field: '' }],
    [{ message: 'Says no code' }, { code: '', message: 'Says no code', field: '' }],
    [
      { error: {}, code: 'C2' },
      { code: 'C2', message: 'The tax authority gave no reason.', field: '' },
    ],
  ])('a document refused alone for %j keeps the reason', async (body, reason) => {
    const { answer } = await answeredWith({ status: 400, body })
    expect(answer.outcomes).toEqual([{ kind: 'rejected', errors: [reason] }])
  })

  test('a token that is not taken is renewed once (UP10)', async () => {
    let count = 0
    const { answer, logins, asked } = await submitted({
      api: () => ({ status: ++count === 1 ? 401 : 202, body: { submissionUid: uid } }),
    })
    expect([logins.length, asked.length, answer.exchange.httpStatus]).toEqual([2, 2, 202])
    const never = await answeredWith({ status: 401 })
    expect(never.asked).toHaveLength(2)
    expect(never.answer).toMatchObject({ outcomes: [{ reason: 'not_authenticated' }], advice: notReady })
  })
})

describe('without an answer', () => {
  const pause = { kind: 'pause', askedMs: null, attention: null }
  const notReady = { ...pause, attention: 'company_not_ready' }
  const fine = () => ({ status: 202 }) as const

  test.each<[string, Script, string, object]>([
    // No program listens on the discard port.
    ['nobody there', { api: fine, apiUrl: 'http://127.0.0.1:9' }, 'unsent not_connected', pause],
    ['a cut connection', { api: () => 'cut' }, 'inDoubt connection_broken', pause],
    ['silence', { api: () => 'hold', timeoutMs: 200 }, 'inDoubt timed_out', pause],
    ['no credentials', { api: fine, credentials: null }, 'unsent not_authenticated', notReady],
    ['wrong ones', { api: fine, login: () => ({ status: 400 }) }, 'unsent not_authenticated', notReady],
    ['no identity server', { api: fine, login: () => ({ status: 500 }) }, 'unsent not_authenticated', pause],
    ['a cut sign-in', { api: fine, login: () => 'cut' }, 'unsent not_authenticated', pause],
    ['a strange token', { api: fine, login: () => ({ status: 200, body: {} }) }, 'unsent not_authenticated', pause],
    [
      'a throttled sign-in',
      { api: fine, login: () => ({ status: 429, headers: { 'retry-after': '9' } }) },
      'unsent not_authenticated',
      { ...pause, askedMs: 9_000 },
    ],
    [
      'a sign-in throttled without end',
      { api: fine, login: () => ({ status: 429 }) },
      'unsent not_authenticated',
      pause,
    ],
  ])('%s', async (_, script, outcome, advice) => {
    const { answer } = await submitted(script, 2)
    expect(answer.outcomes.map(named)).toEqual([outcome, outcome])
    expect(answer.advice).toEqual(advice)
    expect(answer.exchange).toEqual({ httpStatus: null, correlationId: null, answer: null })
  })

  test('nothing is sent any more once it is too late, asked again when the connection stands (PR2)', async () => {
    let asks = 0
    const late = await scripted({ api: () => ({ status: 202 }) })
    expect(await late.authority.submit(company, [item()], () => ++asks < 2)).toMatchObject({
      outcomes: [{ kind: 'unsent', reason: 'deadline_passed' }],
    })
    expect([asks, late.asked.length]).toEqual([2, 0])
  })

  test('nothing is sent any more once it is too late, asked before', async () => {
    const { authority, asked } = await scripted({ api: () => ({ status: 202 }) })
    const answer = await authority.submit(company, [item()], () => false)
    expect(answer).toMatchObject({
      outcomes: [{ kind: 'unsent', reason: 'deadline_passed' }],
      advice: { kind: 'go_on' },
    })
    expect(asked).toEqual([])
  })
})

describe('an answer that speaks of whose the credentials are, and of no document', () => {
  const told = 'The authenticated TIN and documents TIN is not matching '
  const whole = { error: { code: 'ValidationError', details: [{ code: 'submission', message: told }] } }
  const each = (number: string) => ({ invoiceCodeNumber: number, error: { code: null, details: [{ message: told }] } })

  test.each<[string, Answered]>([
    ['for the whole submission', { status: 400, body: whole }],
    ['for each document', { status: 202, body: { rejectedDocuments: [each('KLCC-1'), each('KLCC-2')] } }],
    ['by the code of its own', { status: 400, body: { error: { code: 'IncorrectSubmitter' } } }],
  ])('%s settles nothing, and pauses the company', async (_, answer) => {
    const { authority, logins } = await asking(answer)
    await authority.ready(company)
    for (const batch of [[item('KLCC-1')], [item('KLCC-1'), item('KLCC-2')]])
      expect(await authority.submit(company, batch, always)).toMatchObject({
        outcomes: batch.map(() => ({ kind: 'unsent', reason: 'not_permitted' })),
        advice: { kind: 'pause', attention: 'company_not_ready', fault: { kind: 'foreign', tin: null } },
      })
    // Each attempt signs in again, because the cause may have been corrected meanwhile.
    expect(logins).toHaveLength(2)
  })
})
