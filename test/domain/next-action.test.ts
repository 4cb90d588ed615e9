import { describe, expect, test } from 'vitest'
import { type NextActionReason, nextActionFor, nextActionReasons } from '../../shared/domain/next-action.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { after, noon, recordIn, windowMs } from '../support/records.ts'

const valid = recordIn('valid')
const running = ['cancel_requested', 'cancel_asked', 'cancel_outcome_unknown'] as const
const cancelling = (upTo: number) => after('claimed', 'taken', 'validated', ...running.slice(0, upTo))

interface Row {
  readonly record: RecordState
  readonly isReferredTo?: boolean
  readonly now?: number
  readonly action: string
  readonly reason: NextActionReason
}

/** Copied from contract 4, row by row. */
const rows: readonly Row[] = [
  { record: recordIn('queued'), action: 'void', reason: 'not_sent' },
  { record: recordIn('held'), action: 'void', reason: 'not_sent' },
  { record: recordIn('queued', { consolidated: true }), action: 'wait', reason: 'waits_for_consolidation' },
  { record: recordIn('queued', { members: 3 }), action: 'wait', reason: 'made_of_receipts' },
  { record: recordIn('sending'), action: 'wait', reason: 'in_progress' },
  { record: recordIn('submitted'), action: 'wait', reason: 'in_progress' },
  { record: recordIn('unknown'), action: 'wait', reason: 'in_doubt' },
  { record: after('claimed', 'outcome_unknown', 'requeued'), action: 'wait', reason: 'in_doubt' },
  { record: after('claimed', 'outcome_unknown', 'requeued', 'claimed'), action: 'wait', reason: 'in_doubt' },
  { record: recordIn('conflict'), action: 'wait', reason: 'conflict' },
  { record: cancelling(1), action: 'wait', reason: 'cancellation_running' },
  { record: cancelling(2), action: 'wait', reason: 'cancellation_running' },
  { record: cancelling(3), action: 'wait', reason: 'cancellation_running' },
  { record: recordIn('invalid'), action: 'correct', reason: 'invalid' },
  { record: recordIn('invalid', { consolidated: true }), action: 'correct', reason: 'invalid_consolidated' },
  { record: after('claimed', 'refused', 'closed'), action: 'none', reason: 'invalid_closed' },
  {
    record: recordIn('invalid', { consolidated: true, members: 3, closed: true }),
    action: 'none',
    reason: 'invalid_made_of_receipts',
  },
  { record: valid, action: 'cancel', reason: 'valid_in_window' },
  { record: valid, now: noon + windowMs - 1, action: 'cancel', reason: 'valid_in_window' },
  { record: valid, now: noon + windowMs, action: 'issue_note', reason: 'valid_window_over' },
  { record: valid, isReferredTo: true, action: 'issue_note', reason: 'valid_referred_to' },
  { record: recordIn('valid', { consolidated: true }), action: 'issue_note', reason: 'valid_consolidated' },
  { record: recordIn('valid', { members: 3 }), action: 'issue_note', reason: 'valid_made_of_receipts' },
  { record: recordIn('voided'), action: 'none', reason: 'voided' },
  {
    record: { ...recordIn('voided'), voided: { at: noon, by: 'consolidation', reason: null } },
    action: 'none',
    reason: 'nothing_to_declare',
  },
  { record: recordIn('cancelled'), action: 'none', reason: 'cancelled' },
]

describe('what can be done next (contract 4)', () => {
  test.each(rows)(
    '$record.phase: $action, because $reason',
    ({ record, isReferredTo = false, now = noon, ...next }) => {
      expect(nextActionFor(record, isReferredTo, now)).toEqual(next)
    },
  )

  test('every reason is met by some record', () => {
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(nextActionReasons))
  })
})
