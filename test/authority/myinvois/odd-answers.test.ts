import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseLowerKeys } from '../../../electron/gateway/authority/myinvois/answer.ts'
import { type Answered, asking, company, lookUpQuery, scripted, sent, shown, uuid } from './scripted.ts'

const listing = (...documents: readonly object[]): Answered => ({
  status: 200,
  body: { documentSummary: documents, result: documents, metadata: { totalPages: '1' } },
})

describe('an instant without a zone', () => {
  test.each(['2026-11-20T04:00:40', '2026-11-20T04:00:40.0000000', '2026-11-20 04:00:40'])(
    'is in UTC, wherever this computer stands: %s',
    async (dateTimeValidated) => {
      const ownZone = process.env['TZ']
      process.env['TZ'] = 'Asia/Kuala_Lumpur'
      onTestFinished(() => {
        if (ownZone === undefined) delete process.env['TZ']
        else process.env['TZ'] = ownZone
      })
      const { authority } = await asking(listing(shown({ dateTimeValidated })))
      const documents = [{ validatedAt: Date.UTC(2026, 10, 20, 4, 0, 40) }]
      expect(await authority.poll(company, 'SUB', [sent])).toMatchObject({ documents })
    },
  )
})

test('a byte order mark before an answer, or before a token, is no part of it', async () => {
  const marked = (body: object): Answered => ({ status: 200, body: `\uFEFF${JSON.stringify(body)}` })
  const { authority } = await scripted({
    api: () => marked({ documentSummary: [shown()] }),
    login: () => marked({ access_token: 'secret-token', expires_in: 3600 }),
  })
  expect(await authority.poll(company, 'SUB', [sent])).toMatchObject({ documents: [{ uuid, status: 'Valid' }] })
})

test('an answer of two million levels is no answer, and keeps no till waiting', async () => {
  const deep = `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`
  const { authority } = await asking({ status: 200, body: deep })
  expect(await authority.poll(company, 'SUB', [sent])).toMatchObject({ kind: 'not_shown' })
  const before = process.threadCpuUsage()
  expect(parseLowerKeys(Buffer.from(deep))).toBeUndefined()
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1_000)
})

describe('something odd in one document', () => {
  test.each([
    { longId: 'a+b/c=' },
    { longId: 7 },
    { dateTimeValidated: 1_763_000_000 },
    { documentStatusReason: { code: 'x' } },
    { documentStatusReason: 'x'.repeat(20_000) },
    { submissionUid: 'no name/' },
    { typeName: ['Invoice'] },
    { cancelDateTime: {} },
    { status: null },
  ])('hides no other: %j', async (odd) => {
    const { authority } = await asking(listing(shown({ uuid: 'ODD', ...odd }), shown()))
    expect(await authority.poll(company, 'SUB', [sent])).toMatchObject({ documents: [{ uuid, status: 'Valid' }] })
  })

  test('keeps no document in doubt from being found', async () => {
    const text = '{"ID":"4711"}'
    const sha256 = createHash('sha256').update(text).digest('hex')
    const { authority } = await scripted({
      api: ({ path }) =>
        path.includes('/search')
          ? listing(shown({ uuid: 'ODD', longId: '+' }), shown({ internalId: 4711, typeName: 'e-Invoice' }))
          : { status: 200, body: { ...shown(), document: text } },
    })
    const ask = lookUpQuery({ documentNumber: '4711', sha256 })
    expect(await authority.lookUp(company, [ask])).toEqual({
      kind: 'answered',
      findings: new Map([[ask.saleGuid, { kind: 'same', uuid, submissionUid: 'SUB' }]]),
    })
  })

  test('proves nothing where it is the number that documents in doubt are looked for by', async () => {
    const { authority } = await asking(listing(shown({ internalId: { number: 'KLCC-1' } })))
    expect(await authority.lookUp(company, [lookUpQuery()])).toMatchObject({ kind: 'not_answered' })
  })
})

test.each([403, 404, 407, 408])(
  'a page answered with %i to a cancellation is no word of the authority',
  async (status) => {
    const { authority } = await asking({ status, body: '<html>Request timed out</html>' })
    expect(await authority.cancel(company, sent, 'x')).toEqual({ kind: 'inDoubt' })
  },
)
