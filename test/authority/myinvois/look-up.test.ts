import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LookUpQuery } from '../../../electron/gateway/authority/port.ts'
import { type Answered, type Asked, asking, company, lookUpQuery, scripted, shown, uuid } from './scripted.ts'

describe('a document in doubt', () => {
  const text = '{"ID":"KLCC-1"}'
  const sha256 = createHash('sha256').update(text).digest('hex')
  const lookUp = async (
    documents: readonly object[],
    raw: Answered,
    ask: LookUpQuery = lookUpQuery({ sha256, text: async () => text }),
  ) => {
    const { authority, asked } = await scripted({
      api: ({ path }: Asked) =>
        path.includes('/search') ? { status: 200, body: { result: documents, metadata: { totalPages: 1 } } } : raw,
    })
    const answer = await authority.lookUp(company, [ask])
    return { asked, finding: answer.kind === 'answered' ? answer.findings.get(ask.saleGuid) : answer }
  }
  const same = { status: 200, body: { ...shown(), document: text } } as const
  const raw = (document: string): Answered => ({ status: 200, body: { ...shown(), document } })
  const found = { kind: 'same', uuid, submissionUid: 'SUB' }

  test('is searched for in the time it was sent, ten minutes more either way', async () => {
    const { asked, finding } = await lookUp([shown()], same)
    expect(finding).toEqual(found)
    const search = (pageNo: string) =>
      `/api/v1.0/documents/search?${new URLSearchParams({
        submissionDateFrom: '2026-11-20T03:50:00Z',
        submissionDateTo: '2026-11-20T04:11:00Z',
        invoiceDirection: 'Sent',
        pageNo,
        pageSize: '100',
      })}`
    expect(asked.map(({ path }) => path)).toEqual([
      search('1'),
      // A page that is not full need not be the last one.
      search('2'),
      `/api/v1.0/documents/${uuid}/raw`,
    ])
  })

  test.each<[string, readonly object[], Answered, object | undefined]>([
    ['nobody knows', [], same, { kind: 'nothing' }],
    ['stands there in base64', [shown()], raw(Buffer.from(text).toString('base64')), found],
    ['stands there over several lines', [shown()], raw('{\n  "ID" : "KLCC-1"\n}'), found],
    [
      'stands there over several lines in base64',
      [shown()],
      raw(Buffer.from('{ "ID": "KLCC-1" }').toString('base64')),
      found,
    ],
    ['stands there with another value', [shown()], raw('{ "ID": "KLCC-2" }'), { kind: 'other' }],
    ['stands there with one thing more', [shown()], raw('{ "ID": "KLCC-1", "x": 1 }'), { kind: 'other' }],
    [
      'stands there with other bytes',
      [shown()],
      { status: 200, body: { ...shown(), document: 'x' } },
      { kind: 'other' },
    ],
    ['cannot be compared', [shown()], { status: 404 }, undefined],
    ['is shown with an error', [shown()], { status: 500, body: { ...shown(), document: text } }, undefined],
    ['is shown by a cut connection', [shown()], 'cut', undefined],
    ['is shown without text', [shown()], { status: 200, body: shown() }, undefined],
    ['is invalid there', [shown({ status: 'Invalid' })], { status: 404 }, found],
    ['has another number', [shown({ internalId: 'KLCC-2' })], same, { kind: 'nothing' }],
    ['is of another type', [shown({ typeName: 'Credit Note' })], same, { kind: 'nothing' }],
    ['came too early', [shown({ dateTimeReceived: '2026-11-20T03:49:59Z' })], same, { kind: 'nothing' }],
    ['came just in time', [shown({ dateTimeReceived: '2026-11-20T03:50:00Z' })], same, found],
    ['came nobody knows when', [shown({ dateTimeReceived: null })], same, found],
  ])('that %s', async (_, documents, raw, finding) => {
    expect((await lookUp(documents, raw)).finding).toEqual(finding)
  })

  test('of which nothing that was sent is known is not proven to be what stands there, and not proven to be nowhere', async () => {
    const { finding } = await lookUp([shown()], same, lookUpQuery({ sha256: null }))
    expect(finding).toEqual({ ...found, kind: 'unproven', receivedAt: Date.UTC(2026, 10, 20, 4, 0, 30) })
  })

  test('that is a receipt is not the invalid e-invoice that somebody asked for', async () => {
    const receipt = lookUpQuery({ sha256: null, isInvalidOurs: false })
    const invalid = shown({ status: 'Invalid' })
    expect((await lookUp([invalid], same, receipt)).finding).toEqual({ kind: 'nothing' })
    const valid = shown({ uuid: 'OTHER' })
    expect((await lookUp([invalid, valid], same, receipt)).finding).toMatchObject({ kind: 'unproven', uuid: 'OTHER' })
  })

  test('for longer than one search may be is searched for in all of that time', async () => {
    const day = 86_400_000
    const since = lookUpQuery({ sentFrom: lookUpQuery().sentTo - 70 * day })
    const { asked } = await lookUp([], same, since)
    const froms = asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('submissionDateFrom') ?? '')
    expect(froms.toSorted()[0]).toBe(`${new Date(since.sentFrom - 600_000).toISOString().slice(0, 19)}Z`)
    expect(froms).toHaveLength(3)
  })

  test('weeks apart from another is searched for in its own time, and not in what was sent between', async () => {
    const { authority, asked } = await asking({ status: 200, body: { result: [], metadata: { totalPages: 0 } } })
    const late = lookUpQuery()
    const weekMs = 7 * 86_400_000
    const early = lookUpQuery({ saleGuid: 'early', sentFrom: late.sentFrom - weekMs, sentTo: late.sentTo - weekMs })
    expect(await authority.lookUp(company, [late, early])).toMatchObject({ kind: 'answered' })
    const spans = asked.map(({ path }) => {
      const query = new URLSearchParams(path.split('?')[1])
      return [query.get('submissionDateFrom'), query.get('submissionDateTo')]
    })
    expect(spans).toEqual([
      ['2026-11-13T03:50:00Z', '2026-11-13T04:11:00Z'],
      ['2026-11-20T03:50:00Z', '2026-11-20T04:11:00Z'],
    ])
  })

  test('in no time at all is not looked for, which is no proof', async () => {
    const { finding } = await lookUp([], same, lookUpQuery({ sentFrom: lookUpQuery().sentTo + 3_600_000 }))
    expect(finding).toMatchObject({ kind: 'not_answered' })
  })

  test('is not what it is known not to be', async () => {
    const known = lookUpQuery({ sha256, otherUuids: new Set([uuid]) })
    expect((await lookUp([shown()], same, known)).finding).toEqual({ kind: 'nothing' })
  })

  test('of which nothing is left to compare with is neither ours nor another’s', async () => {
    const { asked, finding } = await lookUp([shown()], same, lookUpQuery({ sha256: null }))
    expect(finding).toEqual({ ...found, kind: 'unproven', receivedAt: Date.UTC(2026, 10, 20, 4, 0, 30) })
    expect(asked.filter(({ path }) => path.endsWith('/raw'))).toEqual([])
  })

  test('is rather the one that counts than an invalid one', async () => {
    const { finding } = await lookUp([shown({ uuid: 'BAD', status: 'Invalid' }), shown()], same)
    expect(finding).toEqual(found)
  })

  test.each([
    ['sale', 'credit_note', 'Credit Note'],
    ['sale', 'debit_note', 'Debit Note'],
    ['sale', 'refund_note', 'Refund Note'],
    ['self_billed', 'invoice', 'Self-billed Invoice'],
    ['self_billed', 'credit_note', 'Self-billed Credit Note'],
    ['self_billed', 'debit_note', 'Self-billed Debit Note'],
    ['self_billed', 'refund_note', 'Self-billed Refund Note'],
  ] as const)('of %s %s is called %s there', async (family, kind, typeName) => {
    expect((await lookUp([shown({ typeName })], same, lookUpQuery({ sha256, family, kind }))).finding).toEqual(found)
  })

  test('of several is searched for in the time of all of them, page after page', async () => {
    const others = Array.from({ length: 100 }, (_, at) => shown({ uuid: `OTHER${at}`, internalId: `K${at}` }))
    const { authority, asked } = await scripted({
      api: ({ path }) => {
        if (!path.includes('/search')) return same
        return { status: 200, body: { result: path.includes('pageNo=1&') ? others : [shown()] } }
      },
    })
    const later = { saleGuid: 'later', documentNumber: 'KLCC-2', sentFrom: Date.UTC(2026, 10, 20, 9) }
    const earlier = lookUpQuery({ sha256 })
    const answer = await authority.lookUp(company, [
      lookUpQuery({ ...later, sentTo: Date.UTC(2026, 10, 20, 9, 1) }),
      earlier,
    ])
    expect(answer).toEqual({
      kind: 'answered',
      findings: new Map<string, object>([
        ['later', { kind: 'nothing' }],
        [earlier.saleGuid, found],
      ]),
    })
    const searches = asked.filter(({ path }) => path.includes('/search'))
    expect(searches.map(({ method, path }) => [method, /pageNo=\d/.exec(path)?.[0]])).toEqual([
      ['GET', 'pageNo=1'],
      ['GET', 'pageNo=2'],
      ['GET', 'pageNo=3'],
    ])
    const query = new URLSearchParams(searches[0]?.path.split('?')[1])
    expect([query.get('submissionDateFrom'), query.get('submissionDateTo')]).toEqual([
      '2026-11-20T03:50:00Z',
      '2026-11-20T09:11:00Z',
    ])
  })

  test('stays in doubt where the search is not answered', async () => {
    const { authority } = await asking({ status: 429, headers: { 'retry-after': '5' } })
    expect(await authority.lookUp(company, [lookUpQuery()])).toEqual({ kind: 'not_answered', askedMs: 5_000 })
    const wrong = await asking({ status: 500, body: { result: [shown()] } })
    expect(await wrong.authority.lookUp(company, [lookUpQuery()])).toEqual({ kind: 'not_answered', askedMs: null })
  })
})
