import { expect, test } from 'vitest'
import type { LookUpQuery } from '../../../electron/gateway/authority/port.ts'
import { type Answered, company, connected, guid, item, problem, shownRecord } from './support.ts'

const query: LookUpQuery = {
  ...item,
  totalPayable: '7.42',
  currencyCode: 'MYR',
  sentFrom: 0,
  sentTo: 1,
  isInvalidOurs: true,
  otherUuids: new Set(),
}

const findingWith = async (answer: Answered | 'cut', more: Partial<LookUpQuery> = {}) => {
  const { authority } = await connected(() => answer)
  const found = await authority.lookUp(company, [{ ...query, ...more }])
  return found.kind === 'answered' ? found.findings.get(guid(1)) : found
}

test('one question by GUID finds a document in doubt', async () => {
  expect(await findingWith({ status: 200, body: shownRecord(1) })).toEqual({
    kind: 'same',
    uuid: `${guid(1)}/1`,
    submissionUid: `${company.companyGuid}/2026-11-21`,
  })
})

test('that the other gateway has never seen it is proof only in its own words', async () => {
  expect(await findingWith(problem(404, 'record_not_found'))).toEqual({ kind: 'nothing' })
  expect(await findingWith({ status: 404, body: '<html>' })).toEqual({ kind: 'not_answered', askedMs: null })
  expect(await findingWith(problem(404, 'route_not_found'))).toEqual({ kind: 'not_answered', askedMs: null })
  expect(await findingWith('cut')).toEqual({ kind: 'not_answered', askedMs: null })
})

test('an earlier revision is not the document in doubt', async () => {
  const otherUuids = new Set([`${guid(1)}/1`])
  expect(await findingWith({ status: 200, body: shownRecord(1) }, { otherUuids })).toEqual({ kind: 'nothing' })
  expect(await findingWith({ status: 200, body: shownRecord(1, { REVISION: 2 }) }, { otherUuids })).toMatchObject({
    kind: 'same',
    uuid: `${guid(1)}/2`,
  })
})

test('another sale under our GUID is a conflict', async () => {
  expect(await findingWith({ status: 200, body: shownRecord(1, { TOTAL_PAYABLE: '8.00' }) })).toEqual({ kind: 'other' })
})

test('where the way breaks, what was found by then counts', async () => {
  const { authority } = await connected(({ headers }) =>
    headers['sale_guid'] === guid(1) ? { status: 200, body: shownRecord(1) } : 'cut',
  )
  const answer = await authority.lookUp(company, [query, { ...query, saleGuid: guid(2) }])
  expect(answer.kind === 'answered' && [...answer.findings.keys()]).toEqual([guid(1)])
})

test('an invalid e-invoice of what is a receipt here says nothing of the receipt', async () => {
  const invalid = { status: 200, body: { ...shownRecord(1), STATUS: 'Invalid' } }
  expect(await findingWith(invalid, { isInvalidOurs: false })).toEqual({ kind: 'nothing' })
  expect(await findingWith(invalid)).toMatchObject({ kind: 'same' })
})
