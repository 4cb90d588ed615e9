import { expect, test } from 'vitest'
import { company, connected, guid, problem, type Script, sent, shownRecord } from './support.ts'

const day = `${company.companyGuid}/2026-11-21`

const seeing = async (record: object) => {
  const { authority } = await connected(() => ({ status: 200, body: record }))
  const answer = await authority.poll(company, day, [sent(1)])
  return answer.kind === 'shown' ? answer.documents[0] : answer
}

const names = {
  UUID: 'A'.repeat(26),
  SUBMISSION_UID: 'S',
  LONG_ID: 'L',
  VALIDATION_URL: 'https://portal.example/A/share/L',
}

test.each(['Pending', 'InProgress'])('a document that is %s there is on its way', async (STATUS) => {
  expect(await seeing(shownRecord(1, { STATUS }))).toMatchObject({ uuid: `${guid(1)}/1`, status: 'Submitted' })
})

test('a valid document brings the authority’s names and time with it', async () => {
  const record = shownRecord(1, { STATUS: 'Valid', AUTHORITY: names, VALIDATED_AT: '2026-11-20T17:00:00.000Z' })
  const seen = await seeing(record)
  expect(seen).toMatchObject({ status: 'Valid', validatedAt: Date.parse('2026-11-20T17:00:00Z') })
  const { authority } = await connected(() => 'cut')
  const longId = seen && 'longId' in seen ? seen.longId : ''
  expect(authority.shown({ uuid: `${guid(1)}/1`, submissionUid: day, longId })).toEqual({
    uuid: names.UUID,
    submissionUid: 'S',
    longId: 'L',
    validationUrl: names.VALIDATION_URL,
  })
})

test('until then a document is shown under the GUID that both gateways use', async () => {
  const { authority } = await connected(() => 'cut')
  expect(authority.shown({ uuid: `${guid(1)}/2`, submissionUid: day, longId: '' })).toEqual({
    uuid: guid(1),
    submissionUid: guid(1),
    longId: null,
    validationUrl: null,
  })
})

test('an invalid document comes with the authority’s reasons, a voided one with its own', async () => {
  const ERRORS = [{ CODE: 'ERR406', MESSAGE: 'TIN', FIELD: 'buyer' }]
  expect(await seeing(shownRecord(1, { STATUS: 'Invalid', ERRORS }))).toMatchObject({
    status: 'Invalid',
    errors: [{ code: 'ERR406', message: 'TIN', field: 'buyer' }],
  })
  expect(await seeing(shownRecord(1, { STATUS: 'Invalid', ERRORS: [] }))).toMatchObject({
    errors: [{ message: 'The tax authority gave no reason.' }],
  })
  expect(await seeing(shownRecord(1, { STATUS: 'Voided' }))).toMatchObject({
    status: 'Invalid',
    errors: [{ code: 'record_voided' }],
  })
})

test('a document that the other gateway says it does not have is named, and none that something in between denies', async () => {
  const { authority } = await connected(() => problem(404, 'record_not_found'))
  expect(await authority.poll(company, day, [sent(1)])).toEqual({
    kind: 'shown',
    documents: [],
    missing: [sent(1).uuid],
  })
  const { authority: passed } = await connected(() => ({ status: 404, body: '<html>' }))
  expect(await passed.poll(company, day, [sent(1)])).toMatchObject({ kind: 'not_shown' })
})

test('a status nobody knows yet changes nothing', async () => {
  expect(await seeing(shownRecord(1, { STATUS: 'Frozen' }))).toBeUndefined()
})

/**
 * A list of sixty records of a day, in pages of 25. Number 30 is missing in the list; by GUID every record is found.
 */
const sixty: Script = ({ path, headers }) => {
  if (path.includes('by_guid'))
    return { status: 200, body: shownRecord(Number(String(headers['sale_guid']).slice(-4))) }
  const from = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 1)
  const items = Array.from({ length: Math.min(25, 61 - from) }, (_, at) => from + at).filter((each) => each !== 30)
  const next =
    from + 25 > 60 ? null : `https://elsewhere.example/v1/sale/invoice_checkstatus/by_submission?cursor=${from + 25}`
  return { status: 200, body: { items: items.map((each) => shownRecord(each)), paging: { next } } }
}

test('many documents are read from the day’s list, page after page to the end, and what is not in it is asked for (UP25)', async () => {
  const { authority, asked } = await connected(sixty)
  const documents = Array.from({ length: 60 }, (_, at) => sent(at + 1))
  const answer = await authority.poll(company, day, documents)
  expect(answer.kind === 'shown' && answer.documents.length).toBe(60)
  expect(asked.map(({ path }) => path.replace(/^.*\//, ''))).toEqual([
    'by_submission',
    'by_submission?cursor=26',
    'by_submission?cursor=51',
    'by_guid',
  ])
  expect(asked[2]?.headers).toMatchObject({
    company_guid: company.companyGuid,
    submission_from: '2026-11-21',
    submission_to: '2026-11-21',
  })
})

test('few documents are asked for one by one', async () => {
  const { authority, asked } = await connected(sixty)
  await authority.poll(company, day, [sent(1), sent(2)])
  expect(asked.map(({ headers }) => headers['sale_guid'])).toEqual([guid(1), guid(2)])
})

test('a list that leads round in a circle ends (UP25)', async () => {
  const { authority, asked } = await connected(({ path }) =>
    path.includes('by_guid')
      ? problem(404, 'record_not_found')
      : { status: 200, body: { items: [], paging: { next: '/v1/x?cursor=1' } } },
  )
  await authority.poll(
    company,
    day,
    Array.from({ length: 25 }, (_, at) => sent(at + 1)),
  )
  expect(asked.length).toBe(50)
})

test('where the way breaks, what was seen by then counts', async () => {
  const { authority } = await connected(({ headers }) =>
    headers['sale_guid'] === guid(1) ? { status: 200, body: shownRecord(1) } : 'cut',
  )
  expect(await authority.poll(company, day, [sent(1), sent(2)])).toMatchObject({ kind: 'shown', documents: [{}] })
  expect(await authority.poll(company, day, [sent(2), sent(1)])).toEqual({ kind: 'not_shown', askedMs: null })
})
