import { expect, test } from 'vitest'
import type { WatchedDocument } from '../../../electron/gateway/authority/port.ts'
import { type Answered, company, scripted, sent, shown, uuid } from './scripted.ts'

const at = (hour: number, day = 20) => Date.UTC(2026, 10, day, hour)
const watched = (over: Partial<WatchedDocument> = {}): WatchedDocument => ({
  ...sent,
  submissionUid: 'SUB',
  sentAt: at(4),
  validatedAt: at(5),
  isRejectionKnown: false,
  ...over,
})
const hourMs = 3_600_000

/** An authority that finds these documents, page after page, and answers anything else with `other`. */
async function watching(
  pages: readonly (readonly object[])[],
  documents = [watched()],
  other: Answered = { status: 404 },
) {
  const { authority, asked } = await scripted({
    api: ({ path }) => {
      const page = /\/search\?.*pageNo=(\d+)/.exec(path)?.[1]
      return page === undefined ? other : { status: 200, body: { result: pages[Number(page) - 1] } }
    },
  })
  return { asked, answer: await authority.watch(company, documents) }
}

const seen = {
  uuid,
  status: 'Valid',
  longId: 'LONG',
  validatedAt: Date.UTC(2026, 10, 20, 4, 0, 40),
  errors: [],
  isOnlyDuplicate: false,
}
const requested = { rejectRequestDateTime: '2026-11-20T06:00:00Z' }

test('documents are shown as one search over their time finds them, and no others', async () => {
  const documents = [watched({ uuid: 'FIRST', sentAt: at(2), validatedAt: at(3) }), watched()]
  const { asked, answer } = await watching([[shown(), shown({ uuid: 'OTHER' })]], documents)
  expect(answer).toEqual({ kind: 'shown', documents: [seen] })
  const query = new URLSearchParams(asked[0]?.path.split('?')[1])
  expect([query.get('submissionDateFrom'), query.get('submissionDateTo')]).toEqual([
    '2026-11-20T01:50:00Z',
    '2026-11-20T05:10:00Z',
  ])
  expect(asked).toHaveLength(2)
})

test('the search goes no further back than the authority allows, and no further on than is needed', async () => {
  const others = (page: number) => Array.from({ length: 100 }, (_, index) => shown({ uuid: `P${page}-${index}` }))
  const { asked, answer } = await watching(
    [others(1), [shown(), ...others(2).slice(1)], others(3)],
    [watched({ sentAt: at(0, 1) - 60 * 86_400_000 })],
  )
  expect(answer).toEqual({ kind: 'shown', documents: [seen] })
  expect(asked).toHaveLength(2)
  expect(asked[0]?.path).toContain(`submissionDateFrom=${encodeURIComponent('2026-10-20T05:10:00Z')}`)
})

test('a document that took longer than the authority searches at once is searched for further back', async () => {
  const { asked, answer } = await watching([[]], [watched({ sentAt: at(4) - 40 * 24 * hourMs })])
  expect(answer).toEqual({ kind: 'shown', documents: [] })
  const spans = asked.map(({ path }) => new URLSearchParams(path.split('?')[1]))
  expect(spans.map((query) => [query.get('submissionDateFrom'), query.get('submissionDateTo')])).toEqual([
    ['2026-10-20T05:10:00Z', '2026-11-20T05:10:00Z'],
    ['2026-10-11T03:50:00Z', '2026-10-20T05:10:00Z'],
  ])
})

test('a cancelled document is shown with the time that the authority says', async () => {
  const cancelDateTime = '2026-11-20T06:00:00Z'
  const { answer } = await watching([[shown({ status: 'Cancelled', cancelDateTime })]])
  expect(answer).toEqual({
    kind: 'shown',
    documents: [{ ...seen, status: 'Cancelled', cancelledAt: at(6) }],
  })
})

test('a status nobody knows, and a page of another shape, show nothing', async () => {
  expect((await watching([[shown({ status: 'Archived' })]])).answer).toEqual({ kind: 'shown', documents: [] })
  const { authority } = await scripted({ api: () => ({ status: 429, headers: { 'retry-after': '8' } }) })
  expect(await authority.watch(company, [watched()])).toEqual({ kind: 'not_shown', askedMs: 8_000 })
})

test('what has neither long number nor time of validation is shown without', async () => {
  const { answer } = await watching([[shown({ status: 'cancelled', longId: null, dateTimeValidated: null })]])
  expect(answer).toEqual({
    kind: 'shown',
    documents: [{ ...seen, status: 'Cancelled', longId: '', validatedAt: null }],
  })
})

test.each<[string, object, Answered, string]>([
  ['in the search', { documentStatusReason: 'Wrong price' }, { status: 404 }, 'Wrong price'],
  ['with the document', {}, { status: 200, body: shown({ documentStatusReason: 'Wrong name' }) }, 'Wrong name'],
  ['nowhere', {}, { status: 404 }, ''],
])('the words of a buyer who wants it rejected are found %s', async (_, over, other, reason) => {
  const { answer } = await watching([[shown({ ...requested, ...over })]], [watched()], other)
  expect(answer).toEqual({ kind: 'shown', documents: [{ ...seen, rejection: { reason } }] })
})

test('a rejection that is known already, or settled, is no news', async () => {
  const known = await watching([[shown(requested)]], [watched({ isRejectionKnown: true })])
  expect(known.answer).toEqual({ kind: 'shown', documents: [seen] })
  expect(known.asked).toHaveLength(1)
  const cancelled = await watching([[shown({ ...requested, status: 'Cancelled' })]])
  expect(cancelled.answer).toEqual({ kind: 'shown', documents: [{ ...seen, status: 'Cancelled' }] })
})

test('one that was first heard of after it was valid is looked for all the same: nobody knows when it was sent', async () => {
  const { asked, answer } = await watching([[shown()]], [watched({ sentAt: at(15) })])
  expect(answer).toEqual({ kind: 'shown', documents: [seen] })
  expect(new URLSearchParams(asked[0]?.path.split('?')[1]).get('submissionDateFrom')).toBe('2026-11-20T04:50:00Z')
})
