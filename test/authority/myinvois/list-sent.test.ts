import { describe, expect, test } from 'vitest'
import type { ListRequest } from '../../../electron/gateway/authority/port.ts'
import { type Answered, company, scripted, shown, uuid } from './scripted.ts'

const ask: ListRequest = {
  from: Date.UTC(2026, 10, 1),
  to: Date.UTC(2026, 10, 20, 4, 5, 6, 789),
  submissionUid: null,
  stopping: new AbortController().signal,
}

const page = (result: unknown, metadata?: unknown): Answered => ({ status: 200, body: { result, metadata } })

/** Gives these answers one after the other, then empty pages. */
async function list(answers: readonly Answered[], over: Partial<ListRequest> = {}) {
  const left = [...answers]
  const { authority, asked } = await scripted({ api: () => left.shift() ?? page([], { totalCount: 0 }) })
  return { answer: await authority.listSent(company, { ...ask, ...over }), asked }
}

async function documentsIn(result: unknown) {
  const { answer } = await list([page(result)])
  if (answer.kind !== 'listed') throw new Error(`not listed: ${answer.kind}`)
  return answer.documents
}

test('what a company sent is read page after page, to the second, until nothing more comes', async () => {
  const { answer, asked } = await list([page([shown({ total: 7.4 })], { totalPages: 1, totalCount: 1 })])
  const queries = asked.map(({ path }) => new URL(path, 'http://authority'))
  expect(queries.map(({ pathname }) => pathname)).toEqual(Array(2).fill('/api/v1.0/documents/search'))
  expect(queries.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual(
    ['1', '2'].map((pageNo) => ({
      submissionDateFrom: '2026-11-01T00:00:00Z',
      submissionDateTo: '2026-11-20T04:05:06Z',
      invoiceDirection: 'Sent',
      pageNo,
      pageSize: '100',
    })),
  )
  expect(answer).toEqual({
    kind: 'listed',
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
    isShort: false,
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

test.each([[[]], [null]])('where nothing was sent, %j is a list', async (result) => {
  expect((await list([page(result)])).answer).toEqual({ kind: 'listed', documents: [], isShort: false })
})

test('a list of fewer documents than the authority says there are says so', async () => {
  expect((await list([page([shown()], { totalCount: 3 })])).answer).toMatchObject({ isShort: true })
})

test('nothing more is asked once it is broken off', async () => {
  const { answer, asked } = await list([], { stopping: AbortSignal.abort() })
  expect([answer, asked]).toEqual([{ kind: 'not_answered', askedMs: null }, []])
})

test.each<[Answered, number | null]>([
  [{ status: 429, headers: { 'retry-after': '9' }, body: { result: [] } }, 9_000],
  [{ status: 500, body: { result: [] } }, null],
  [{ status: 200, body: '<html>' }, null],
  [{ status: 200, body: { result: [{ total: 1 }] } }, null],
  ['cut', null],
])('%j is no list', async (answered, askedMs) => {
  expect((await list([answered])).answer).toEqual({ kind: 'not_answered', askedMs })
})

describe('a page that is not answered', () => {
  const away: Answered = { status: 503 }
  const pages = [1, 2].map((number) => page([shown({ uuid: `PAGE-${number}` })], { totalPages: 2, totalCount: 2 }))
  const [first = away, second = away] = pages

  test('after others is asked for again, so that those before it are not', async () => {
    const { answer, asked } = await list([first, away, 'cut', away, away, second])
    expect(answer).toMatchObject({
      kind: 'listed',
      isShort: false,
      documents: [{ uuid: 'PAGE-1' }, { uuid: 'PAGE-2' }],
    })
    expect(asked.map(({ path }) => new URLSearchParams(path).get('pageNo'))).toEqual([
      '1',
      '2',
      '2',
      '2',
      '2',
      '2',
      '3',
    ])
  })

  test.each([
    ['as the first one', [away], 1],
    ['again and again', [first, away, away, away, away, away], 6],
    ['with a time to wait', [first, { ...away, headers: { 'retry-after': '7' } }], 2],
  ] as const)('%s ends the search', async (_, answers, questions) => {
    const { answer, asked } = await list(answers)
    expect([answer.kind, asked.length]).toEqual(['not_answered', questions])
  })
})
