import { expect, test } from 'vitest'
import { openCertificate } from '../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { Codes } from '../../electron/gateway/features/codes/codes.ts'
import { type CompanyDeps, companiesRoutes } from '../../electron/gateway/features/companies/companies.ts'
import { type PracticeDeps, practiceRoutes } from '../../electron/gateway/features/practice/routes.ts'
import {
  type CheckDeps,
  checkSubmission,
  matchOriginals,
  type Submission,
} from '../../electron/gateway/features/submissions/check-submission.ts'
import { differenceEntries, type EarlierMatches } from '../../electron/gateway/features/submissions/recall.ts'
import { type SubmitDeps, submit } from '../../electron/gateway/features/submissions/submit.ts'
import { credentialStore } from '../../electron/gateway/installation/credentials.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { Fault, type FieldFault, faultsOfFindings, faultsOfIssues, validationFailed } from '../../shared/api/faults.ts'
import { companiesRows, companyRequestSchema, credentialsRequestSchema } from '../../shared/api/operator/companies.ts'
import { mailRows } from '../../shared/api/operator/mail.ts'
import { openShiftRequestSchema } from '../../shared/api/operator/shifts.ts'
import type { CheckContext } from '../../shared/document/check.ts'
import { type Finding, type FindingCode, findingCodes } from '../../shared/document/finding.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { languages, say } from '../../shared/words/words.ts'
import { issued, otherPem, pkcs12Of } from '../authority/sign/certificates.ts'
import { mailOff } from '../support/mail-server.ts'
import { noon, recordIn } from '../support/records.ts'
import {
  aContext,
  aLine,
  aNote,
  anAddress,
  aParty,
  aSale,
  aSelfBilled,
  aSupplier,
  aTax,
  checkedSale,
  faultsIn,
  readSale,
  without,
} from '../support/sales.ts'
import { companyCauses } from './company-causes.ts'
import { copyCauses } from './copy-causes.ts'
import { peopleCauses } from './people-causes.ts'

type Produce = () => readonly FieldFault[] | Promise<readonly FieldFault[]>

const aPage = { COMPANY_GUID: '6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f501', LOGO: 'data:text/html;base64,AAAA' }
const someNight = { ...mailOff, quiet_hours: 'at night' }
const inSale =
  (over: object, context: Partial<CheckContext> = {}): Produce =>
  () =>
    faultsIn(aSale({ ...over }), context)
const inBuyer = (over: object) => inSale({ BUYER: aParty({ ...over }) })
const inLine = (over: object) => inSale({ LINES: [aLine({ ...over })] })
const inNote =
  (...originals: object[]): Produce =>
  () =>
    faultsIn(aNote({ ORIGINALS: originals }), { kind: 'credit_note' })
const guid = '5e1f0000-0000-4000-8000-000000000001'
const elsewhere = { DOCUMENT_NUMBER: 'N', AUTHORITY_UUID: 'NA' }

const entriesThrownBy = async (task: () => Promise<unknown>): Promise<readonly FieldFault[]> => {
  const thrown = await task().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return thrown instanceof Fault ? (thrown.details.entries ?? []) : []
}

/** Submits a credit note of this size: some faults show only with the store and the finished document. */
const submitted =
  (known: RecordState | null, originals: readonly object[], bytes = 0, isItself = false): Produce =>
  () => {
    const cell = { family: 'sale', kind: 'credit_note' } as const
    const deps: CheckDeps = {
      records: {
        byGuid: async () => known && { seq: 1, record: known },
        byNumber: async () => [],
        originals: async () => [],
      } as unknown as CheckDeps['records'],
      codes: new Codes(),
      authority: { sizeOf: () => bytes },
      clock: { now: () => noon, steadyMs: () => 0 },
    }
    const submission = {
      call: { rawBody: new Uint8Array(bytes / 2), caller: { companyGuid: null } },
      cell,
      sale: readSale(aNote({ ORIGINALS: originals }), cell),
      company: { profile: { companyGuid: recordIn('valid').companyGuid }, rules: aContext().rules },
    } as unknown as Submission
    const corrected = isItself && known ? { seq: 1, record: known } : null
    return entriesThrownBy(() => checkSubmission(deps, submission, corrected))
  }

/** The note gives back four of two sold cups. */
const givenBack =
  (kind: 'refund_note' | 'credit_note'): Produce =>
  () => {
    const findings: Finding[] = []
    const original = { seq: 1, record: recordIn('valid') }
    const body = async () => Buffer.from(JSON.stringify(aSale()))
    const lines = [aLine({ QUANTITY: 4 })]
    const sale = checkedSale(aNote({ LINES: lines, ORIGINALS: [{ SALE_GUID: guid }] }), { kind })
    const note = { kind, sale, originals: [original], corrected: null, rules: aContext().rules } as const
    return matchOriginals({ body, notesOn: async () => [] }, note, findings).then(() => faultsOfFindings(findings))
  }

/** A car dealer must issue each e-invoice alone. */
const carsTogether: Produce = () => {
  const cell = { family: 'sale', kind: 'invoice' } as const
  const deps = { codes: new Codes(), clock: { now: () => noon } } as unknown as CheckDeps
  const sale = readSale(without(aSale({ CONSOLIDATE: true }), 'BUYER'))
  const company = { profile: { companyGuid: guid, msicCode: '45101' }, rules: aContext().rules }
  const submission = { call: { rawBody: new Uint8Array() }, cell, sale, company } as unknown as Submission
  return entriesThrownBy(() => checkSubmission(deps, submission))
}

const openedAs =
  (shift: string): Produce =>
  () => {
    const body = { company: 'DEMO', outlet: 'KLCC', terminal: 'T1', shift }
    return faultsOfIssues(openShiftRequestSchema.safeParse(body).error?.issues ?? [], body)
  }

const rehearsedWith =
  (body: object): Produce =>
  () =>
    entriesThrownBy(() => {
      const practice = { faults: { set: async () => false } } as unknown as NonNullable<PracticeDeps['practice']>
      return practiceRoutes({ practice }).practiceFault({ body } as never)
    })

const fromKept: Produce = async () => {
  const known = { record: recordIn('queued') } as StoredRecord
  const submission = { cell: { family: 'sale', kind: 'invoice' } } as Submission
  return differenceEntries(submission, known, { differs: ['LINES', '0'] } as unknown as EarlierMatches)
}

const toNobody: Produce = () =>
  entriesThrownBy(() => {
    const deps = { companies: { byCode: async () => null }, codes: new Codes() } as unknown as SubmitDeps
    const cell = { family: 'sale', kind: 'invoice', operation: 'submit' } as const
    return submit(deps, cell)({ body: aSale(), caller: { companyGuid: null } } as never)
  })

const aCompany = { COMPANY_GUID: guid, COMPANY_CODE: 'DEMO', ...aSupplier(), TIME_ZONE: 'Asia/Kuala_Lumpur' }
const inCompany =
  (over: object): Produce =>
  () => {
    const body = { ...aCompany, ...over }
    return faultsOfIssues(companyRequestSchema.safeParse(body).error?.issues ?? [], body)
  }

/** Sets a signing certificate from this file. */
const certified =
  (pkcs12: Uint8Array, password: string): Produce =>
  () => {
    const secrets = { get: async () => null, set: async () => undefined }
    const credentials = credentialStore(secrets, { credentials: null, certificate: null }, openCertificate)
    const companies = { byCode: async () => ({ profile: { companyGuid: guid } }) }
    const deps = { companies, credentials } as unknown as CompanyDeps
    const CERTIFICATE = Buffer.from(pkcs12).toString('base64')
    const body = {
      COMPANY_CODE: 'DEMO',
      CLIENT_ID: 'a',
      CLIENT_SECRET: 'b',
      CERTIFICATE,
      CERTIFICATE_PASSWORD: password,
    }
    return entriesThrownBy(() => companiesRoutes(deps).setCredentials({ body } as never))
  }
const withUnknownMac = Buffer.from(issued.pkcs12)
withUnknownMac[withUnknownMac.lastIndexOf(Buffer.from('2b0e03021a', 'hex')) + 4] = 0x7f

/** The faults that are listed for a body with this many. */
const toldOf = (count: number) =>
  entriesThrownBy(async () => {
    throw validationFailed(Array.from({ length: count }, (_, at) => ({ pointer: `/${at}`, code: 'unknown_field' })))
  })

const aClient = { COMPANY_CODE: 'DEMO', CLIENT_ID: 'a', CLIENT_SECRET: 'b', ON_BEHALF_OF: 'my shop' }

const retired = () => 'obsolete' as const

/** For each code a request that causes it. */
const causes: Readonly<Partial<Record<FindingCode, Produce>>> = {
  required: inSale({ LINES: null }),
  unknown_field: inSale({ COLOUR: 1 }),
  wrong_type: inSale({ SALE_CODE: 1 }),
  too_long: inSale({ SALE_CODE: 'x'.repeat(101) }),
  too_short: inSale({ SALE_CODE: '' }),
  too_many: inBuyer({ ADDRESS: anAddress({ LINES: ['1', '2', '3', '4'] }) }),
  bad_guid: inSale({ SALE_GUID: 'x' }),
  bad_text: inSale({ SALE_CODE: ' 1' }),
  control_characters: inLine({ DESCRIPTION: 'Kopi\u2028O' }),
  bad_instant: inSale({ ISSUED_AT: 'now' }),
  bad_day: inSale({ BILLING_PERIOD: { FROM: '2026-02-30' } }),
  bad_tin: inBuyer({ TIN: 'X1' }),
  tin_old_prefix: inBuyer({ TIN: 'og12345678' }),
  tin_leading_zero: inBuyer({ TIN: 'C01234567890' }),
  bad_id_number: inBuyer({ ID_TYPE: 'NRIC', ID_NUMBER: '1' }),
  both_numbers: inBuyer({ ID_NUMBER: '201901234567 (1234567-X)' }),
  bad_phone: inBuyer({ PHONE: '03-1234' }),
  bad_email: inBuyer({ EMAIL: 'nobody' }),
  bad_registration_number: inBuyer({ SST_NUMBER: 'W 10' }),
  bad_postcode: inBuyer({ ADDRESS: anAddress({ POSTCODE: 'EC1A' }) }),
  bad_uuid: inNote({ DOCUMENT_NUMBER: 'N', AUTHORITY_UUID: 'x' }),
  not_an_amount: inLine({ QUANTITY: 'two' }),
  too_many_places: inSale({ DISCOUNT_AMOUNT: '0.001' }),
  negative: inSale({ DISCOUNT_AMOUNT: -1 }),
  out_of_range: inSale({ ROUNDING_AMOUNT: 1 }),
  not_listed: inBuyer({ ID_TYPE: 'IC' }),
  reserved: openedAs('CONSOLIDATED'),
  unknown_document: rehearsedWith({ kind: 'portal_cancel', uuid: 'X' }),
  unknown_code: inLine({ UNIT_CODE: 'NO' }),
  obsolete_code: inSale({}, { codes: retired }),
  company_unknown: toNobody,
  differs_from_kept: fromKept,
  before_e_invoicing: inSale({ ISSUED_AT: '1980-01-01T00:00:00Z' }),
  in_future: inSale({ ISSUED_AT: '2030-01-01T00:00:00Z' }),
  amount_differs: inLine({ SUBTOTAL: 8 }),
  total_differs: inSale({ TOTALS: { TOTAL_TAX: 1 } }),
  becomes_negative: inSale({ DISCOUNT_AMOUNT: 100 }),
  total_negative: inLine({ QUANTITY: -2 }),
  payments_differ: inSale({ PAYMENTS: [{ METHOD: '01', AMOUNT: 10 }] }),
  payable_zero: inLine({ QUANTITY: 0 }),
  prepaid_on_note: () => faultsIn(aNote({ PREPAID: { AMOUNT: 1 } }), { kind: 'credit_note' }),
  nothing_to_spread: inSale({ LINES: [aLine({ QUANTITY: 0 })], CHARGES: [{ AMOUNT: 5 }] }),
  line_id_repeated: inSale({ LINES: [aLine({ LINE_ID: 'A' }), aLine({ LINE_ID: 'A' })] }),
  class_of_nobody: inLine({ CLASSIFICATION_CODES: ['004'] }),
  refund_over_original: givenBack('refund_note'),
  credit_over_original: givenBack('credit_note'),
  rate_required: inSale({ CURRENCY_CODE: 'SGD' }),
  tax_not_applicable: inLine({ TAXES: [aTax({ TAX_TYPE: '06' })] }),
  tax_rate_required: inLine({ TAXES: [aTax({ RATE: null })] }),
  exemption_reason_required: inLine({ TAXES: [aTax({ TAX_TYPE: 'E' })] }),
  one_of_two: inSale({ PAYMENT_METHOD: '01', PAYMENTS: [{ METHOD: '01', AMOUNT: 1 }] }),
  period_reversed: inSale({ BILLING_PERIOD: { FROM: '2026-11-02', TO: '2026-11-01' } }),
  buyer_required: () => faultsIn(without(aSale(), 'BUYER')),
  buyer_not_allowed: inSale({ CONSOLIDATE: true }),
  state_not_allowed: inBuyer({ ADDRESS: anAddress({ STATE_CODE: '17' }) }),
  general_tin_needs_consolidated_class: inBuyer({ TIN: 'EI00000000010', ID_NUMBER: 'NA' }),
  general_tin_not_individual: inBuyer({ TIN: 'EI00000000010' }),
  general_tin_not_buyer: inBuyer({ TIN: 'EI00000000030', ID_NUMBER: 'NA' }),
  general_tin_not_supplier: () =>
    faultsIn(aSelfBilled({ SUPPLIER: aSupplier({ TIN: 'EI00000000020', ID_NUMBER: 'NA' }) }), {
      family: 'self_billed',
    }),
  general_tin_not_own: inCompany({ TIN: 'EI00000000030' }),
  consolidation_not_allowed: () => faultsIn(aSelfBilled({ CONSOLIDATE: true }), { family: 'self_billed' }),
  consolidation_limit: inSale({ CONSOLIDATE: true, BUYER: null, LINES: [aLine({ UNIT_PRICE: 9999 })] }),
  original_unknown: submitted(null, [{ SALE_GUID: guid }]),
  original_voided: submitted(recordIn('voided'), [{ SALE_GUID: guid }]),
  original_cancelled: submitted(recordIn('cancelled'), [{ SALE_GUID: guid }]),
  consolidation_activity: carsTogether,
  original_repeated: submitted(null, [elsewhere, elsewhere]),
  original_itself: submitted(recordIn('invalid'), [{ SALE_GUID: guid }], 0, true),
  bad_time_zone: inCompany({ TIME_ZONE: 'Kuala Lumpur' }),
  bad_logo: () => faultsOfIssues(companiesRows.setLogo.body.safeParse(aPage).error?.issues ?? [], aPage),
  bad_quiet_hours: () => faultsOfIssues(mailRows.setMail.body.safeParse(someNight).error?.issues ?? [], someNight),
  bad_certificate: certified(Buffer.from('no file'), ''),
  bad_on_behalf_of: () => faultsOfIssues(credentialsRequestSchema.safeParse(aClient).error?.issues ?? [], aClient),
  disclosure_over: inSale({ VOLUNTARY_DISCLOSURE: true }, { now: Date.UTC(2028, 0, 1) }),
  wrong_certificate_password: certified(issued.pkcs12, 'wrong'),
  certificate_without_key: certified(pkcs12Of({ key: otherPem.key, certificates: [issued.certificatePem] }, 'p'), 'p'),
  unsupported_certificate: certified(withUnknownMac, issued.password),
  document_too_large: submitted(null, [elsewhere], 300 * 1024 + 1),
  ...copyCauses,
  ...companyCauses,
  ...peopleCauses,
  and_more: () => toldOf(101),
}

test.each(Object.entries(causes))('%s comes about, and says so in every language', async (code, produce) => {
  const entries = await produce()
  expect(entries.map((entry) => entry.code)).toContain(code)
  for (const entry of entries)
    for (const language of languages) expect(say(language, 'finding', entry.code, entry.values)).not.toContain('{{')
})

test('what is allowed is listed', () => {
  expect(inBuyer({ ID_TYPE: 'IC' })()).toMatchObject([{ values: { allowed: 'NRIC, PASSPORT, BRN, ARMY' } }])
})

test('no finding is dead: each comes about in some way', () => {
  expect(Object.keys(causes).sort()).toEqual([...findingCodes].sort())
})

test('a hundred findings are told one by one, and of more how many they are, in short (DS4)', async () => {
  const told = await toldOf(100_000)
  expect(told).toHaveLength(101)
  expect(told.at(-1)).toEqual({ pointer: '', code: 'and_more', values: { count: '99900' } })
  expect((await toldOf(100)).map(({ code }) => code)).not.toContain('and_more')
  const long = await entriesThrownBy(async () => {
    throw validationFailed([{ pointer: `/${'x'.repeat(400_000)}`, code: 'unknown_field' }])
  })
  expect(long[0]?.pointer).toHaveLength(201)
})
