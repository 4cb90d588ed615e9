import { describe, expect, test } from 'vitest'
import { type Answered, asking, company, scripted, sent, shown, uuid } from './scripted.ts'

describe('a cancellation', () => {
  const refusal = (code: string) => ({ error: { code: 'ValidationError', details: [{ code, message: 'Not now' }] } })

  test('goes with its reason', async () => {
    const { authority, asked } = await asking({ status: 200, body: { status: 'Cancelled' } })
    expect(await authority.cancel(company, sent, 'Wrong buyer')).toEqual({ kind: 'cancelled' })
    expect(asked[0]).toMatchObject({ method: 'PUT', path: `/api/v1.0/documents/state/${uuid}/state` })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ status: 'cancelled', reason: 'Wrong buyer' })
  })

  test.each<[string, Answered, object]>([
    ['spelt the American way', { status: 200, body: { status: 'canceled' } }, { kind: 'cancelled' }],
    ['another status', { status: 200, body: { status: 'Valid' } }, { kind: 'inDoubt' }],
    ['half a word', { status: 200, body: { status: 'not cancelled' } }, { kind: 'inDoubt' }],
    ['no words', { status: 200, body: 'yes' }, { kind: 'inDoubt' }],
    ['nothing', { status: 200, body: 'null' }, { kind: 'inDoubt' }],
    ['a redirect', { status: 302 }, { kind: 'inDoubt' }],
    ['an unknown success', { status: 202, body: { status: 'cancelled' } }, { kind: 'inDoubt' }],
    ['no token', { status: 401 }, { kind: 'unsent' }],
    ['too many', { status: 429 }, { kind: 'unsent' }],
    ['an error', { status: 500 }, { kind: 'inDoubt' }],
    ['a cut connection', 'cut', { kind: 'inDoubt' }],
    [
      'the time over',
      { status: 400, body: refusal('OperationPeriodOver') },
      { kind: 'refused', code: 'OperationPeriodOver', message: 'Not now' },
    ],
    [
      'notes on it',
      { status: 400, body: refusal('ActiveReferencingDocuments') },
      { kind: 'refused', code: 'ActiveReferencingDocuments', message: 'Not now' },
    ],
    [
      'no right to',
      { status: 403, body: refusal('Forbidden') },
      { kind: 'refused', code: 'Forbidden', message: 'Not now' },
    ],
    [
      'another code',
      { status: 400, body: refusal('New') },
      { kind: 'refused', code: 'ValidationError', message: 'Not now' },
    ],
    ['no code', { status: 404, body: '' }, { kind: 'refused', code: '404', message: '' }],
    ['a code of the last kind', { status: 499, body: {} }, { kind: 'refused', code: '499', message: '' }],
  ])('answered with %s', async (_, answer, outcome) => {
    const { authority } = await asking(answer)
    expect(await authority.cancel(company, sent, 'x')).toEqual(outcome)
  })

  test('is not sent without a token', async () => {
    const { authority } = await scripted({ api: () => ({ status: 200 }), credentials: null })
    expect(await authority.cancel(company, sent, 'x')).toEqual({ kind: 'unsent' })
  })

  test('that reaches nobody was not sent', async () => {
    const { authority } = await scripted({ api: () => ({ status: 200 }), apiUrl: 'http://127.0.0.1:9' })
    expect(await authority.cancel(company, sent, 'x')).toEqual({ kind: 'unsent' })
  })

  test('waits where the authority wants no more of them for a while', async () => {
    const { authority, asked } = await asking({ status: 429, headers: { 'retry-after': '30' } })
    expect(await authority.cancel(company, sent, 'x')).toEqual({ kind: 'unsent' })
    expect(await authority.cancel(company, sent, 'x')).toEqual({ kind: 'unsent' })
    expect(asked).toHaveLength(1)
  })

  const cancelDateTime = '2026-11-20T06:00:00Z'
  const cancelledAt = Date.UTC(2026, 10, 20, 6)

  test.each([
    ['Cancelled', { kind: 'cancelledBefore', cancelledAt }],
    ['Valid', { kind: 'refused', code: 'IncorrectState', message: 'Not now' }],
  ])('of what is %s already', async (status, outcome) => {
    const { authority, asked } = await scripted({
      api: ({ method }) =>
        method === 'PUT'
          ? { status: 400, body: refusal('IncorrectState') }
          : { status: 200, body: shown({ status, cancelDateTime }) },
    })
    expect(await authority.cancel(company, sent, 'x')).toEqual(outcome)
    expect(asked[1]).toMatchObject({ method: 'GET', path: `/api/v1.0/documents/${uuid}/details` })
  })

  test.each<[Answered, object | null]>([
    [
      { status: 200, body: shown({ status: 'Cancelled', cancelDateTime }) },
      { kind: 'cancelled', cancelledAt },
    ],
    [{ status: 200, body: shown({ status: 'Cancelled', cancelDateTime: null }) }, { kind: 'cancelled' }],
    [{ status: 200, body: shown({ cancelDateTime }) }, { kind: 'not_cancelled' }],
    [{ status: 404 }, null],
    [{ status: 200, body: {} }, null],
  ])('%j says whether it was made, and when: %j', async (answer, there) => {
    const { authority } = await asking(answer)
    expect(await authority.cancelledThere(company, sent)).toEqual(there)
  })
})
