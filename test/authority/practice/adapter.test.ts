import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMyInvois } from '../../../electron/gateway/authority/myinvois/adapter.ts'
import type { Authority, BatchItem, LookUpQuery } from '../../../electron/gateway/authority/port.ts'
import type { Practice } from '../../../electron/gateway/authority/practice/practice.ts'
import type { CompanyProfile } from '../../../electron/gateway/store/port/port.ts'
import { invoice, issuedAt, type Json, kedai, pelanggan, spoiled } from './documents.ts'
import { afterValidation, practise, stillClock } from './support.ts'

const company: CompanyProfile = {
  companyGuid: '11111111-1111-4111-8111-111111111111',
  companyCode: 'DEMO',
  timeZone: 'Asia/Kuala_Lumpur',
  name: 'Kedai Kopi Contoh Sdn. Bhd.',
  tin: kedai.tin,
  idType: 'BRN',
  idNumber: kedai.idNumber,
  phone: '+60312345678',
  msicCode: '56101',
  businessActivity: 'Restaurants',
  address: { lines: ['Lot 66'], city: 'Kuala Lumpur', postcode: '50480', stateCode: '14', countryCode: 'MYS' },
}

/** The production adapter with the practice authority. */
async function connected(
  requestTimeoutMs = 30_000,
): Promise<{ readonly practice: Practice; readonly authority: Authority }> {
  const practice = await practise()
  const { url } = practice
  const settings = { apiUrl: url, identityUrl: url, portalUrl: url, requestTimeoutMs, rateScale: 1 } as const
  const credentialsFor = async ({ tin }: CompanyProfile) => practice.credentialsFor(tin)
  return { practice, authority: createMyInvois({ ...settings, documentVersion: '1.0' }, credentialsFor, stillClock) }
}

const names = { family: 'sale', kind: 'invoice', saleGuid: 'sale' } as const

function item(document: Json): BatchItem {
  const bytes = Buffer.from(JSON.stringify(document), 'utf8')
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    documentNumber: document.Invoice[0].ID[0]._,
    ...names,
  }
}

const always = () => true

const queryOf = ({ sha256, ...name }: BatchItem): LookUpQuery => ({
  ...name,
  sha256,
  totalPayable: '5.30',
  currencyCode: 'MYR',
  sentFrom: issuedAt,
  sentTo: issuedAt + 120_000,
  isInvalidOurs: true,
  otherUuids: new Set(),
})

test('a document is sent, becomes valid, is found again and is cancelled', async () => {
  const { practice, authority } = await connected()
  expect(await authority.ready(company)).toEqual({ kind: 'go_on' })
  const sent = item(invoice())
  const { outcomes } = await authority.submit(company, [sent], always)
  const [outcome] = outcomes
  if (outcome?.kind !== 'accepted') throw new Error('not accepted')
  const { uuid, submissionUid } = outcome
  afterValidation(practice)
  const polled = await authority.poll(company, submissionUid, [{ ...sent, uuid }])
  const longId = practice.ledger.document(uuid)?.longId ?? ''
  expect(polled).toMatchObject({ kind: 'shown', documents: [{ uuid, status: 'Valid', longId, errors: [] }] })
  expect((await fetch(authority.shown({ uuid, submissionUid, longId }).validationUrl ?? '')).status).toBe(200)
  expect(await authority.lookUp(company, [queryOf(sent)])).toEqual({
    kind: 'answered',
    findings: new Map([['sale', { kind: 'same', uuid, submissionUid }]]),
  })
  expect(await authority.cancel(company, { ...sent, uuid }, 'Wrong buyer')).toEqual({ kind: 'cancelled' })
  expect(await authority.cancelledThere(company, { ...sent, uuid })).toEqual({
    kind: 'cancelled',
    cancelledAt: expect.any(Number) as number,
  })
})

test('the reasons of rejected and of invalid documents arrive', async () => {
  const { practice, authority } = await connected()
  const old = invoice({ number: 'OLD', issued: issuedAt - 80 * 3_600_000 })
  const stranger = invoice({ number: 'NEW', buyer: { tin: 'C99999999990', idNumber: '1' } })
  const sent = item(stranger)
  const { outcomes } = await authority.submit(company, [item(old), sent], always)
  const [rejected, accepted] = outcomes
  expect(rejected).toMatchObject({ kind: 'rejected', errors: [{ code: 'CF321' }] })
  if (accepted?.kind !== 'accepted') throw new Error('not accepted')
  afterValidation(practice)
  expect(await authority.poll(company, accepted.submissionUid, [{ ...sent, uuid: accepted.uuid }])).toMatchObject({
    kind: 'shown',
    documents: [{ status: 'Invalid', errors: [{ code: 'ERR406' }], isOnlyDuplicate: false }],
  })
})

test('a document whose answer was lost is in doubt, and found by looking it up (UP3)', async () => {
  const { practice, authority } = await connected(1_000)
  await authority.ready(company)
  await practice.faults.set({ kind: 'timeout_after', times: 1 })
  const sent = item(invoice())
  expect((await authority.submit(company, [sent], always)).outcomes).toEqual([{ kind: 'inDoubt', reason: 'timed_out' }])
  const { outcomes } = await authority.submit(company, [sent], always)
  expect(outcomes).toEqual([{ kind: 'inDoubt', reason: 'duplicate_reported' }])
  expect(await authority.lookUp(company, [queryOf(sent)])).toMatchObject({ kind: 'answered' })
  expect(practice.ledger.documents()).toHaveLength(1)
})

test('a batch spoiled by one document is to be split', async () => {
  const { authority } = await connected()
  const outOfOrder = spoiled(
    (it) => {
      const { ID, ...rest } = it
      for (const key of Object.keys(it)) delete it[key]
      Object.assign(it, rest, { ID })
    },
    { number: 'B' },
  )
  const { outcomes, advice } = await authority.submit(company, [item(invoice()), item(outOfOrder)], always)
  expect(outcomes.map(({ kind }) => kind)).toEqual(['unsent', 'unsent'])
  expect(advice).toEqual({ kind: 'split' })
})

test('of credentials that are another taxpayer’s a batch is not split: they are no document’s fault', async () => {
  const { authority } = await connected()
  const foreign = invoice({ number: 'B', supplier: pelanggan })
  const { outcomes, advice } = await authority.submit(company, [item(invoice()), item(foreign)], always)
  expect(outcomes.map(({ kind }) => kind)).toEqual(['unsent', 'unsent'])
  expect(advice).toMatchObject({ kind: 'pause', attention: 'company_not_ready', fault: { kind: 'foreign' } })
})

test('an expired token is renewed without anybody noticing (UP10)', async () => {
  const { practice, authority } = await connected()
  await authority.ready(company)
  await practice.faults.set({ kind: 'expired_token' })
  expect((await authority.submit(company, [item(invoice())], always)).outcomes[0]?.kind).toBe('accepted')
})

test('taxpayers are validated and searched', async () => {
  const { authority } = await connected()
  const ali = { tin: 'IG10203040506', idType: 'NRIC', idNumber: '770625015324' }
  expect(await authority.validateTaxpayer(company, ali)).toEqual({ kind: 'valid' })
  expect(await authority.validateTaxpayer(company, { ...ali, idNumber: '1' })).toEqual({ kind: 'mismatch' })
  expect(await authority.searchTaxpayer(company, ali)).toEqual({ kind: 'found', tin: ali.tin })
  expect(await authority.searchTaxpayer(company, { idType: 'BRN', idNumber: '200001000001' })).toEqual({
    kind: 'ambiguous',
  })
})
