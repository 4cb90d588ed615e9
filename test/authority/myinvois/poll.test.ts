import { describe, expect, test } from 'vitest'
import { type Answered, asking, company, scripted, sent, shown, uuid } from './scripted.ts'

describe('a poll', () => {
  const page = (...documents: readonly object[]): Answered => ({
    status: 200,
    body: { documentCount: documents.length, documentSummary: documents },
  })
  const invalid = (validationResults: unknown) => async () => {
    const { authority } = await scripted({
      api: ({ path }) =>
        path.endsWith('/details')
          ? { status: 200, body: { ...shown({ status: 'Invalid' }), validationResults } }
          : page(shown({ status: 'Invalid' })),
    })
    return authority.poll(company, 'SUB', [sent])
  }

  test('shows what became of the documents asked about, and of no others', async () => {
    const { authority, asked } = await asking(page(shown(), shown({ uuid: 'OTHER' })))
    expect(await authority.poll(company, 'SUB/1', [sent])).toEqual({
      kind: 'shown',
      documents: [
        {
          uuid,
          status: 'Valid',
          longId: 'LONG',
          validatedAt: Date.UTC(2026, 10, 20, 4, 0, 40),
          errors: [],
          isOnlyDuplicate: false,
        },
      ],
    })
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1.0/documentsubmissions/SUB%2F1?pageNo=1&pageSize=100',
    ])
  })

  test('tells when a document was cancelled, where the authority says', async () => {
    const cancelDateTime = '2026-11-20T06:00:00Z'
    const { authority } = await asking(page(shown({ status: 'Cancelled', cancelDateTime })))
    const documents = [{ status: 'Cancelled', cancelledAt: Date.UTC(2026, 10, 20, 6) }]
    expect(await authority.poll(company, 'SUB', [sent])).toMatchObject({ documents })
  })

  test.each([
    ['submitted', 'Submitted'],
    ['VALID', 'Valid'],
    ['cancelled', 'Cancelled'],
  ])('reads %s whatever its case', async (status, read) => {
    const { authority } = await asking(page(shown({ status, longId: null, dateTimeValidated: null })))
    const documents = [{ status: read, longId: '', validatedAt: null }]
    expect(await authority.poll(company, 'SUB', [sent])).toMatchObject({ documents })
  })

  test('asks for a document by its own name where nobody said in which submission it came', async () => {
    const { authority, asked } = await asking({ status: 200, body: shown() })
    expect(await authority.poll(company, '', [sent])).toMatchObject({ documents: [{ uuid, status: 'Valid' }] })
    expect(asked.map(({ path }) => path)).toEqual([`/api/v1.0/documents/${uuid}/details`])
    const gone = await asking({ status: 404, body: {} })
    expect(await gone.authority.poll(company, '', [sent])).toMatchObject({ kind: 'not_shown' })
  })

  test('by their own names tells of each document what it is shown of it, and why it is invalid', async () => {
    const validationResults = { validationSteps: [{ name: 'Step03-Duplicated', status: 'Invalid' }] }
    const { authority } = await scripted({
      api: ({ path }) => {
        const [, name] = /documents\/(\w+)\/details$/.exec(path) ?? []
        if (name === 'GONE') return { status: 404 }
        const status = name === 'BAD' ? 'Invalid' : 'Valid'
        return {
          status: 200,
          body: { ...shown({ uuid: name === 'SWAPPED' ? 'OTHER' : name, status }), validationResults },
        }
      },
    })
    const asked = ['GONE', 'GOOD', 'SWAPPED', 'BAD'].map((name) => ({ ...sent, uuid: name }))
    const documents = [
      { uuid: 'GOOD', status: 'Valid', errors: [], isOnlyDuplicate: false },
      {
        uuid: 'BAD',
        status: 'Invalid',
        errors: [{ code: '', message: 'Step03-Duplicated', field: '' }],
        isOnlyDuplicate: true,
      },
    ]
    expect(await authority.poll(company, '', asked)).toMatchObject({ kind: 'shown', documents })
  })

  test('goes on while any of those asked about was not shown', async () => {
    const { authority } = await scripted({
      api: ({ path }) => (path.includes('pageNo=1&') ? page(shown()) : page(shown({ uuid: 'SECOND' }))),
    })
    expect(await authority.poll(company, 'SUB', [sent, { ...sent, uuid: 'SECOND' }])).toMatchObject({
      documents: [{ uuid }, { uuid: 'SECOND' }],
    })
  })

  test('leaves out what it cannot name', async () => {
    const { authority } = await asking(page(shown({ status: 'Rejected' })))
    expect(await authority.poll(company, 'SUB', [sent])).toEqual({ kind: 'shown', documents: [] })
  })

  test('goes on to the next page until all is seen or nothing new comes, however short a page is (UP25)', async () => {
    const others = Array.from({ length: 100 }, (_, at) => shown({ uuid: `OTHER${at}` }))
    const { authority, asked } = await scripted({
      api: ({ path }) => (path.includes('pageNo=1&') ? page(...others) : page(shown())),
    })
    expect(await authority.poll(company, 'SUB', [sent])).toMatchObject({ documents: [{ uuid }] })
    expect(asked).toHaveLength(2)
    const short = await scripted({
      api: ({ path }) => (path.includes('pageNo=1&') ? page(...others.slice(75)) : page(shown())),
    })
    expect(await short.authority.poll(company, 'SUB', [sent])).toMatchObject({ documents: [{ uuid }] })
    const repeated = await asking(page(...others.slice(1)))
    expect(await repeated.authority.poll(company, 'SUB', [sent])).toMatchObject({ documents: [] })
    expect(repeated.asked).toHaveLength(2)
    const full = await asking(page(shown(), ...others.slice(1)))
    await full.authority.poll(company, 'SUB', [sent])
    expect(full.asked).toHaveLength(1)
  })

  test.each<[string, Answered, number | null]>([
    ['an error', { status: 500 }, null],
    ['an error that looks like an answer', { status: 500, body: { documentSummary: [shown()] } }, null],
    ['nothing there yet', { status: 404 }, null],
    ['too many questions', { status: 429, headers: { 'retry-after': '4' } }, 4_000],
    ['another shape', { status: 200, body: { documentSummary: 'none' } }, null],
    ['a cut connection', 'cut', null],
  ])('with %s shows nothing (UP16)', async (_, answer, askedMs) => {
    const { authority } = await asking(answer)
    expect(await authority.poll(company, 'SUB', [sent])).toEqual({ kind: 'not_shown', askedMs })
  })

  test('tells why a document is invalid: the innermost errors of the steps that failed', async () => {
    const answer = await invalid({
      validationSteps: [
        { name: 'Step04-Code Field Validator', status: 'Valid', error: { errorCode: 'no', error: 'no' } },
        {
          name: 'Step05-Taxpayer',
          status: 'INVALID',
          error: { errorCode: 'out', innerError: [{ errorCode: 'ERR406', error: 'Buyer', propertyPath: 'TIN' }] },
        },
        { name: 'Step08-Signature', status: 'Invalid' },
      ],
    })()
    expect(answer).toMatchObject({
      documents: [
        {
          status: 'Invalid',
          errors: [
            { code: 'ERR406', message: 'Buyer', field: 'TIN' },
            { code: '', message: 'Step08-Signature', field: '' },
          ],
          isOnlyDuplicate: false,
        },
      ],
    })
  })

  test.each([
    [[{ name: 'Step03-Duplicated Submission Validator', status: 'Invalid' }], true],
    [
      [
        { name: 'Step03-Duplicated', status: 'Invalid' },
        { name: 'Step04-Codes', status: 'Invalid' },
      ],
      false,
    ],
    [[{ name: 'Step03-Duplicated', status: 'Valid' }], false],
    [[], false],
  ])('knows of %j whether it is nothing but a duplicate: %s (UP32)', async (validationSteps, isOnlyDuplicate) => {
    expect(await invalid({ validationSteps })()).toMatchObject({ documents: [{ isOnlyDuplicate }] })
  })

  test.each<[Answered]>([
    [{ status: 503 }],
    [{ status: 500, body: shown({ status: 'Invalid' }) }],
    [{ status: 200, body: {} }],
    ['cut'],
  ])('does not call a document invalid before it can say why: %j', async (details) => {
    const { authority, asked } = await scripted({
      api: ({ path }) => (path.endsWith('/details') ? details : page(shown({ status: 'Invalid' }))),
    })
    expect(await authority.poll(company, 'SUB', [sent])).toEqual({ kind: 'shown', documents: [] })
    expect(asked.every(({ method }) => method === 'GET')).toBe(true)
  })
})
