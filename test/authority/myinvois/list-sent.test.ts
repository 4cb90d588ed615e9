import { describe, expect, test } from 'vitest'
import type { ListAsk } from '../../../electron/gateway/authority/port.ts'
import { type Answered, asking, company, shown, uuid } from './scripted.ts'

const ask: ListAsk = {
  from: Date.UTC(2026, 10, 1),
  to: Date.UTC(2026, 10, 20, 4, 5, 6, 789),
  place: null,
  submissionUid: null,
}

const page = (result: unknown, metadata?: unknown): Answered => ({ status: 200, body: { result, metadata } })

async function list(answer: Answered, over: Partial<ListAsk> = {}) {
  const { authority, asked } = await asking(answer)
  return { answer: await authority.listSent(company, { ...ask, ...over }), asked }
}

async function documentsIn(result: unknown) {
  const { answer } = await list(page(result))
  if (answer.kind !== 'page') throw new Error(`not a page: ${answer.kind}`)
  return answer.documents
}

test.each([
  [null, '1', '2'],
  ['7', '7', '8'],
])('from place %s page %s is asked for, to the second, and %s is next', async (place, number, next) => {
  const { answer, asked } = await list(page([shown({ total: 7.4 })], { totalPages: 23, totalCount: 157 }), { place })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.method).toBe('GET')
  const url = new URL(asked[0]?.path ?? '', 'http://authority')
  expect(url.pathname).toBe('/api/v1.0/documents/search')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    submissionDateFrom: '2026-11-01T00:00:00Z',
    submissionDateTo: '2026-11-20T04:05:06Z',
    invoiceDirection: 'Sent',
    pageNo: number,
    pageSize: '100',
  })
  expect(answer).toEqual({
    kind: 'page',
    documents: [
      {
        uuid,
        documentNumber: 'KLCC-1',
        family: 'sale',
        kind: 'invoice',
        status: 'Valid',
        total: '7.40',
        receivedAt: Date.UTC(2026, 10, 20, 4, 0, 30),
      },
    ],
    next,
    isFull: false,
    pages: 23,
    total: 157,
  })
})

describe('a document in a list', () => {
  test.each([
    ['Invoice', 'sale', 'invoice'],
    ['Credit Note', 'sale', 'credit_note'],
    ['debit note', 'sale', 'debit_note'],
    ['Refund Note', 'sale', 'refund_note'],
    ['Self-billed Invoice', 'self_billed', 'invoice'],
    ['Self-Billed Credit Note', 'self_billed', 'credit_note'],
    ['selfBilledDebitNote', 'self_billed', 'debit_note'],
    ['Self-billed Refund Note', 'self_billed', 'refund_note'],
    ['Receipt', null, null],
    [null, null, null],
  ])('called %s is of family %s and kind %s', async (typeName, family, kind) => {
    expect(await documentsIn([shown({ typeName })])).toMatchObject([{ family, kind }])
  })

  test.each([
    [{ total: '7.425' }, '7.43'],
    [{ total: 1, totalPayableAmount: '8' }, '8.00'],
    [{ totalPayableAmount: null, total: 0 }, '0.00'],
    [{ total: null }, null],
    [{ total: 'seven' }, null],
    [{ total: {} }, null],
    [{}, null],
  ])('with %j is worth %s', async (amounts, total) => {
    expect(await documentsIn([shown(amounts)])).toMatchObject([{ total }])
  })

  test('keeps its own amount, whatever stands beside it', async () => {
    const others = [shown({ uuid: 'A', total: 1 }), shown({ uuid: 'B' }), shown({ uuid: 'C', total: 3 })]
    expect((await documentsIn(others)).map(({ uuid: of, total }) => [of, total])).toEqual([
      ['A', '1.00'],
      ['B', null],
      ['C', '3.00'],
    ])
  })

  test('of which little is said has gaps and is shown all the same', async () => {
    const sparse = shown({ internalId: null, status: 'Sleeping', dateTimeReceived: null })
    expect(await documentsIn([sparse])).toMatchObject([{ uuid, documentNumber: '', status: null, receivedAt: null }])
  })
})

describe('where a list ends', () => {
  test.each([[[]], [null]])('with %j nothing comes after it', async (result) => {
    const { answer } = await list(page(result))
    expect(answer).toEqual({ kind: 'page', documents: [], next: null, isFull: false, pages: null, total: null })
  })

  test.each([
    [99, false],
    [100, true],
  ])('after %d of a hundred, whether it was full is %s', async (count, isFull) => {
    const { answer } = await list(page(Array.from({ length: count }, (_, at) => shown({ uuid: `U${at}` }))))
    expect(answer).toMatchObject({ isFull, next: '2' })
  })
})

test.each<[Answered, number | null]>([
  [{ status: 429, headers: { 'retry-after': '9' }, body: { result: [] } }, 9_000],
  [{ status: 500, body: { result: [] } }, null],
  [{ status: 200, body: '<html>' }, null],
  [{ status: 200, body: { result: [{ total: 1 }] } }, null],
  ['cut', null],
])('%j is no page', async (answered, askedMs) => {
  expect((await list(answered)).answer).toEqual({ kind: 'not_answered', askedMs })
})
