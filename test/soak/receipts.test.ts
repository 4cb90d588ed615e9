import { expect, test } from 'vitest'
import type { LedgerDocument } from '../../electron/gateway/authority/practice/ledger.ts'
import { receive } from '../../shared/domain/evolve.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { noon } from '../support/records.ts'
import { insertion } from '../support/stores.ts'
import { judgeReceipts } from './receipts.ts'

const authority = { uuid: 'U1', submissionUid: 'S1', longId: 'L1' }
const made = insertion(90, { saleCode: 'C1', consolidated: true, totalPayable: '200.00' })
const content = { ...made.event.content, members: 2, totalPayable: '200.00' }
const whole: RecordState = { ...receive({ ...made.event, content }), phase: 'valid', authority }

const receipt = (n: number): RecordState => ({
  ...receive(insertion(n, { consolidated: true, totalPayable: '100.00' }).event),
  phase: 'valid',
  authority,
  consolidatedInto: whole.saleGuid,
})
const members = [receipt(1), receipt(2)]

const there = (uuid: string, internalId: string, payable: number) =>
  ({ uuid, internalId, status: 'Valid', totals: { payable } }) as LedgerDocument
const sent = there('U1', whole.documentNumber, 200)

const judged = (over: Partial<Parameters<typeof judgeReceipts>[0]>) =>
  judgeReceipts({ receipts: members, made: [{ record: whole, members }], documents: [sent], now: noon, ...over })
    .miscounted.length

test('receipts that are each in one document that counts are counted right', () => {
  expect(judged({})).toBe(0)
})

test('one that went by itself, that waits for ever, or that is in no document is found', () => {
  const [first, second] = members as [RecordState, RecordState]
  expect(judged({ documents: [sent, there('U2', first.documentNumber, 100)] })).toBe(1)
  expect(judged({ receipts: [first, { ...second, phase: 'queued', consolidatedInto: null, authority: null }] })).toBe(1)
  expect(judged({ receipts: [first, { ...second, consolidatedInto: null }] })).toBe(1)
})

test('a document with a receipt too many, too few, or another sum there is found', () => {
  expect(judged({ made: [{ record: whole, members: [...members, receipt(3)] }] })).toBe(1)
  expect(judged({ made: [{ record: whole, members: members.slice(1) }] })).toBe(1)
  expect(judged({ documents: [there('U1', whole.documentNumber, 300)] })).toBe(1)
})

test('one that was sold by a clock that was ahead waits for its day', () => {
  const [first] = members as [RecordState, RecordState]
  const early = receive(insertion(9, { consolidated: true, issuedAt: noon + 1_000 }).event)
  expect(judged({ receipts: [first, early] })).toBe(0)
})
