import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { RecordEvent } from '../../shared/domain/event.ts'
import { kinds, phases, type RecordState } from '../../shared/domain/record.ts'
import { decideClosing, shiftBlockerOf } from '../../shared/domain/shift.ts'
import { amountText, hundredthsOf } from '../../shared/domain/shift-money.ts'
import {
  endingOf,
  type ShiftDocument,
  type ShiftSum,
  shiftReportOf,
  statusAndFlagsOf,
  withdrawnSince,
} from '../../shared/domain/shift-report.ts'
import { noon, recordIn } from '../support/records.ts'

const moment = { at: noon, now: noon }
const document = (record: RecordState, payments: ShiftDocument['payments'] = []): ShiftDocument => ({
  record,
  paymentMethod: '01',
  payments,
  taxes: [],
  ending: null,
})
const reportOf = (...documents: readonly ShiftDocument[]) => shiftReportOf(documents, moment)

const anAmount = fc.integer({ min: 0, max: 99_999_999 }).map((sen) => amountText(BigInt(sen)))
const aDocument = fc
  .record({
    phase: fc.constantFrom(...phases),
    kind: fc.constantFrom(...kinds),
    family: fc.constantFrom('sale' as const, 'self_billed' as const),
    currencyCode: fc.constantFrom('MYR', 'SGD', 'JPY'),
    totalPayable: anAmount,
    closed: fc.boolean(),
    payments: fc.array(fc.record({ method: fc.constantFrom('01', '02', '03'), amount: anAmount }), { maxLength: 3 }),
  })
  .map(({ phase, closed, payments, ...over }) =>
    document(recordIn(phase, { ...over, closed: closed && phase === 'invalid' }), payments),
  )

/** Sums in hundredths, by currency and family. */
const bySide = (sums: readonly ShiftSum[]) => {
  const sides = new Map<string, bigint>()
  for (const { family, currencyCode, amount } of sums) {
    const key = `${family} ${currencyCode}`
    sides.set(key, (sides.get(key) ?? 0n) + hundredthsOf(amount))
  }
  return Object.fromEntries([...sides].filter(([, size]) => size !== 0n))
}

describe('the figures of a shift', () => {
  property.prop([fc.array(aDocument, { maxLength: 40 })])(
    'add up to the sen, every way they are counted',
    (documents) => {
      const report = reportOf(...documents)
      expect(bySide(report.byPayment)).toEqual(bySide(report.totals))
      expect(bySide(report.byStatus.filter((sum) => sum.isCounted))).toEqual(bySide(report.totals))
      const signed = report.byKind.map((sum) => ({
        ...sum,
        amount:
          sum.kind === 'credit_note' || sum.kind === 'refund_note' ? amountText(-hundredthsOf(sum.amount)) : sum.amount,
      }))
      expect(bySide(signed)).toEqual(bySide(report.totals))
      expect(report.byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(documents.length)
    },
  )

  test('tell what only waits for its consolidated document apart from what was not sent', () => {
    const { byStatus } = reportOf(
      document(recordIn('queued')),
      document(recordIn('queued', { consolidated: true })),
      document(recordIn('valid', { consolidated: true })),
    )
    expect(byStatus.map(({ status, isForConsolidation, count }) => [status, isForConsolidation, count])).toEqual([
      ['Pending', false, 1],
      ['Pending', true, 1],
      ['Valid', false, 1],
    ])
  })

  test('count a receipt that was refunded in full as sold and refunded, also after a consolidation closed both', () => {
    const closed = { voided: { at: noon, by: 'consolidation', reason: null }, totalPayable: '7.42' }
    const report = reportOf(
      document(recordIn('voided', closed)),
      document(recordIn('voided', { ...closed, kind: 'refund_note' })),
      document(recordIn('voided', { voided: { at: noon, by: 'person:Aini', reason: null } })),
    )
    expect(report.byKind).toMatchObject([
      { kind: 'invoice', count: 1, amount: '7.42' },
      { kind: 'refund_note', count: 1, amount: '7.42' },
    ])
    expect(report.byStatus.map(({ isCounted, count }) => [isCounted, count])).toEqual([
      [true, 2],
      [false, 1],
    ])
    // The refund is listed as one, and only what a person voided as voided.
    expect(report.withdrawn.map(({ kind, by }) => [kind, by])).toEqual([
      ['refund_note', null],
      ['invoice', 'person:Aini'],
    ])
  })

  test('never mix currencies, nor what was bought with what was sold', () => {
    const { totals } = reportOf(
      document(recordIn('valid', { totalPayable: '0.10' })),
      document(recordIn('valid', { totalPayable: '0.20' })),
      document(recordIn('valid', { totalPayable: '5.00', currencyCode: 'SGD' })),
      document(recordIn('valid', { totalPayable: '7.00', family: 'self_billed' })),
    )
    expect(totals.map(({ family, currencyCode, amount }) => `${family} ${currencyCode} ${amount}`)).toEqual([
      'sale MYR 0.30',
      'sale SGD 5.00',
      'self_billed MYR 7.00',
    ])
  })

  test('leave change that was given to nobody’s tender', () => {
    const paid = document(recordIn('valid', { totalPayable: '18.00' }), [{ method: '01', amount: '20' }])
    const byCard = { ...document(recordIn('valid', { totalPayable: '5.00' })), paymentMethod: '05' }
    // Cash comes first, and what has no method last.
    expect(reportOf(byCard, paid).byPayment.map(({ method }) => method)).toEqual(['01', '05', null])
    expect(reportOf(paid).byPayment.map(({ method, amount }) => [method, amount])).toEqual([
      ['01', '20.00'],
      [null, '-2.00'],
    ])
  })

  test('say who voided and who cancelled and why, and where nobody here did', () => {
    const voided = recordIn('voided', { saleCode: '0007' })
    const report = reportOf(
      document(voided),
      document(recordIn('valid', { saleCode: '0007' })),
      document(recordIn('cancelled', { saleCode: '0008' })),
      document(recordIn('cancelled', { saleCode: '0009', cancellation: null })),
    )
    expect(report.withdrawn).toMatchObject([
      { saleCode: '0007', status: 'Voided', by: voided.voided?.by, reason: null },
      { saleCode: '0008', status: 'Cancelled', by: expect.any(String), reason: expect.any(String) },
      { saleCode: '0009', status: 'Cancelled', by: null, reason: null },
    ])
  })

  test('name who made a note that gives back and who closed what for good and why and do not count it, but leave a refused document that is still open', () => {
    const [made, closed] = [
      { by: 'person:Farid for person:Siti', event: { type: 'received', at: noon } as RecordEvent },
      { by: 'person:Ravi', event: { type: 'closed', at: noon + 1, reason: 'Entered twice' } as RecordEvent },
    ]
    const note = recordIn('valid', { saleCode: '0010', kind: 'refund_note' })
    const refused = recordIn('invalid', { saleCode: '0012', closed: true })
    const cancelled = recordIn('cancelled', { saleCode: '0013', kind: 'refund_note', cancellation: null })
    const { withdrawn, totals, byStatus } = reportOf(
      { ...document(note), ending: endingOf(note, [made]) },
      document(recordIn('invalid', { saleCode: '0011', kind: 'refund_note' })),
      { ...document(refused), ending: endingOf(refused, [made, closed]) },
      { ...document(cancelled), ending: endingOf(cancelled, [made]) },
    )
    expect(withdrawn).toMatchObject([
      { saleCode: '0010', kind: 'refund_note', status: 'Valid', by: made.by, at: noon, reason: null },
      { saleCode: '0012', status: 'Invalid', by: closed.by, at: noon + 1, reason: 'Entered twice' },
      { saleCode: '0013', status: 'Cancelled', by: null },
    ])
    // What was closed for good does not count. What was refused and may be corrected does.
    expect(totals.map(({ count }) => count)).toEqual([2])
    expect(byStatus.map(({ status, isCounted, count }) => [status, isCounted, count])).toEqual([
      ['Valid', true, 1],
      ['Invalid', true, 1],
      ['Invalid', false, 1],
      ['Cancelled', false, 1],
    ])
  })

  test('do not set off a voided sale against a voided refund', () => {
    const { byStatus } = reportOf(
      document(recordIn('voided', { totalPayable: '10.00' })),
      document(recordIn('voided', { totalPayable: '4.00', kind: 'refund_note' })),
      document(recordIn('valid', { totalPayable: '10.00' })),
      document(recordIn('valid', { totalPayable: '4.00', kind: 'refund_note' })),
    )
    expect(byStatus.map(({ status, kind, count, amount }) => [status, kind, count, amount])).toEqual([
      ['Voided', 'invoice', 1, '10.00'],
      ['Voided', 'refund_note', 1, '-4.00'],
      ['Valid', undefined, 2, '6.00'],
    ])
  })
})

test('a report as at closing says what no longer counts since, and nothing that it said', () => {
  const kept = reportOf(
    document(recordIn('valid', { saleGuid: 'kept' })),
    document(recordIn('valid', { saleGuid: 'cancelled' })),
    document(recordIn('voided', { saleGuid: 'voided' })),
    document(recordIn('queued', { saleGuid: 'note', kind: 'refund_note' })),
    document(recordIn('queued', { saleGuid: 'voided note', kind: 'refund_note' })),
  )
  const now = [
    document(recordIn('valid', { saleGuid: 'kept' })),
    document(recordIn('cancelled', { saleGuid: 'cancelled' })),
    document(recordIn('voided', { saleGuid: 'voided' })),
    document(recordIn('valid', { saleGuid: 'note', kind: 'refund_note' })),
    document(recordIn('voided', { saleGuid: 'voided note', kind: 'refund_note' })),
  ]
  expect(withdrawnSince(kept, now).map(({ saleGuid }) => saleGuid)).toEqual(['cancelled', 'voided note'])
})

describe('a shift is closed clean', () => {
  test.each([
    ['queued', null],
    ['held', 'attention'],
    ['sending', null],
    ['unknown', 'in_doubt'],
    ['conflict', 'in_doubt'],
    ['submitted', null],
    ['valid', null],
    ['invalid', 'refused'],
    ['voided', null],
    ['cancelled', null],
  ] as const)('over a document that is %s: what needs somebody is %s', (phase, blocker) => {
    const over = phase === 'held' ? { attention: 'original_not_valid' as const } : {}
    expect(shiftBlockerOf(recordIn(phase, over), noon)).toBe(blocker)
  })

  test('over a refused document that a supervisor closed, and a note that waits for its original', () => {
    expect(shiftBlockerOf(recordIn('invalid', { closed: true }), noon)).toBeNull()
    expect(shiftBlockerOf(recordIn('held', { attention: 'waits_for_original' }), noon)).toBeNull()
  })

  test('but not while a cancellation is under way', () => {
    const { cancellation } = recordIn('cancelled')
    for (const state of ['requested', 'asking', 'unknown'] as const) {
      const asked = recordIn('valid', { cancellation: cancellation && { ...cancellation, state } })
      expect(shiftBlockerOf(asked, noon)).toBe('cancelling')
    }
  })

  test('but not over one whose time for sending is nearly over', () => {
    const late = recordIn('queued', { issuedAt: noon - 61 * 3_600_000 })
    expect(shiftBlockerOf(late, noon)).toBe('submission_closing')
    expect(shiftBlockerOf({ ...late, consolidated: true }, noon)).toBeNull()
    const note = { ...late, phase: 'held', attention: 'waits_for_consolidation' } as const
    expect(shiftBlockerOf(note, noon)).toBeNull()
    expect(statusAndFlagsOf(note)).toMatchObject({ status: 'Pending', isForConsolidation: true })
  })

  test('or not: with a reason, by somebody who saw everything that is left', () => {
    const why = 'The line is down'
    expect(decideClosing(0, true, { accepted: 0, reason: null })).toEqual({ kind: 'closes', isClean: true })
    expect(decideClosing(2, true, { accepted: 0, reason: null })).toEqual({ kind: 'blocked' })
    expect(decideClosing(2, true, { accepted: 1, reason: why })).toEqual({ kind: 'blocked' })
    expect(decideClosing(2, true, { accepted: 2, reason: null })).toEqual({ kind: 'reason_needed' })
    expect(decideClosing(2, true, { accepted: 2, reason: why })).toEqual({ kind: 'closes', isClean: false })
    expect(decideClosing(0, false, { accepted: 0, reason: null })).toEqual({ kind: 'blocked' })
    expect(decideClosing(0, false, { accepted: 0, reason: why })).toEqual({ kind: 'closes', isClean: false })
  })
})

property.prop([fc.bigInt()])('an amount is read as it was written', (size) => {
  expect(hundredthsOf(amountText(size))).toBe(size)
})

test.each(['', '1.', '.5', '1.234', '1e3', '1,000', ' 1'])('%j is no amount', (text) => {
  expect(() => hundredthsOf(text)).toThrow(RangeError)
})
