import pino from 'pino'
import { expect, test } from 'vitest'
import type { DocumentSource } from '../../electron/gateway/authority/port.ts'
import { buildOrReuse } from '../../electron/gateway/outbox/build.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { aRecord, noon } from '../support/records.ts'
import { aNote, aSale, one, untaxed, without } from '../support/sales.ts'
import { aCompany } from '../support/stores.ts'

const guid = '5e1f0000-0000-4000-8000-000000000002'
const into = 'c0d00000-0000-4000-8000-000000000001'
const reference = (uuid: string) => ({ uuid, submissionUid: 'S', longId: 'L' })
const valid = (seq: number, over: Partial<RecordState> = {}): StoredRecord => ({
  seq,
  record: aRecord({
    phase: 'valid',
    documentNumber: `N-${seq}`,
    saleCode: `C-${seq}`,
    authority: reference(`UUID-${seq}`),
    ...over,
  }),
})
/** A receipt that was sent within this document. */
const receipt = (seq: number): StoredRecord =>
  valid(seq, { consolidated: true, consolidatedInto: into, authority: reference('UUID-C') })

interface Case {
  readonly body: object
  readonly record?: Partial<RecordState>
  readonly originals?: readonly StoredRecord[]
  /** By the record number of the original. */
  readonly bodies?: Readonly<Record<number, object>>
}

/** What the authority's adapter gets to build a credit note of 7.00. */
async function built({ body, record, originals = [], bodies = {} }: Case) {
  let source: DocumentSource | null = null
  const bytesOf = (some: object | undefined) => (some ? Buffer.from(JSON.stringify(some)) : null)
  const deps = {
    records: {
      originals: async () => originals,
      body: async (seq: number) => bytesOf(seq === 1 ? body : bodies[seq]),
      attempts: async () => [],
      byNumber: async () => [],
      byGuid: async () => valid(99, { documentNumber: 'C202611-001', authority: reference('UUID-C') }),
    },
    authority: {
      clock: { now: () => noon },
      build(given: DocumentSource) {
        source = given
        return { bytes: Buffer.from('built'), sha256: 'hash' }
      },
    },
    log: pino({ level: 'silent' }),
  }
  const note: StoredRecord = { seq: 1, record: aRecord({ kind: 'credit_note', totalPayable: '7.00', ...record }) }
  const { kind } = await buildOrReuse(deps as unknown as OutboxDeps, aCompany(), note)
  if (!source) return kind
  const { originals: names, isForGeneralPublic, sale } = source as DocumentSource
  return { names, isForGeneralPublic, billReference: sale.billReference }
}

const note = (over: object = {}) => aNote({ LINES: [one(7, untaxed)], ORIGINALS: [{ SALE_GUID: guid }], ...over })
const withoutBuyer = (body: object) => without(body as Record<string, unknown>, 'BUYER')

test('a note names its original by the names that the authority knows, also one that is not kept here', async () => {
  const elsewhere = { DOCUMENT_NUMBER: 'OLD-1', AUTHORITY_UUID: 'F9D425P6DS7D8IU0123456789A' }
  const body = note({ ORIGINALS: [{ SALE_GUID: guid }, elsewhere] })
  expect(await built({ body, originals: [valid(2)] })).toEqual({
    names: [
      { documentNumber: 'N-2', uuid: 'UUID-2' },
      { documentNumber: 'OLD-1', uuid: 'F9D425P6DS7D8IU0123456789A' },
    ],
    isForGeneralPublic: false,
    billReference: undefined,
  })
})

test('a note on receipts names their consolidated document once, and the printed numbers of the receipts', async () => {
  const body = withoutBuyer(note({ BILL_REFERENCE: 'B-1' }))
  const bodies = { 2: aSale({ DOCUMENT_NUMBER: 'R-2' }), 3: aSale() }
  const originals = [receipt(2), receipt(3), receipt(4)]
  expect(await built({ body, originals, bodies })).toEqual({
    names: [{ documentNumber: 'C202611-001', uuid: 'UUID-C' }],
    isForGeneralPublic: true,
    billReference: 'B-1, R-2, C-3, C-4',
  })
})

test('the printed numbers have 150 characters at most', async () => {
  const bodies = Object.fromEntries([2, 3, 4, 5].map((seq) => [seq, aSale({ DOCUMENT_NUMBER: `${seq}`.repeat(45) })]))
  const given = await built({ body: withoutBuyer(note()), originals: [2, 3, 4, 5].map(receipt), bodies })
  expect(given).toMatchObject({ billReference: expect.stringMatching(/^2{45}, 3{45}, 4{45}, 5{9}$/) })
})

test('a note on a consolidated document that has a buyer is for that buyer', async () => {
  expect(await built({ body: note(), originals: [receipt(2)] })).toMatchObject({ isForGeneralPublic: false })
})

test.each<[string, Case]>([
  ['without a buyer on an e-invoice', { body: withoutBuyer(note()), originals: [valid(2)] }],
  ['without a buyer on an e-invoice and a receipt', { body: withoutBuyer(note()), originals: [valid(2), receipt(3)] }],
  ['without a buyer on nothing that is kept here', { body: withoutBuyer(note()), originals: [] }],
  ['whose original is not at the authority', { body: note(), originals: [valid(2, { authority: null })] }],
])('a note %s goes to a person', async (_, given) => {
  expect(await built(given)).toBe('cannot')
})
