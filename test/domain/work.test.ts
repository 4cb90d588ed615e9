import { expect, test } from 'vitest'
import { type Phase, phases } from '../../shared/domain/record.ts'
import { isInDoubt, isPendingOrValid, statusOf, type WorkKind, workOf } from '../../shared/domain/status.ts'
import { after, recordIn } from '../support/records.ts'

/**
 * For each phase: the status that a till sees, the next work of the gateway, and whether the record blocks a
 * cancellation.
 */
const table: Readonly<Record<Phase, readonly [status: string, work: WorkKind | null, isActive: boolean]>> = {
  queued: ['Pending', 'send', true],
  held: ['Pending', 'release', true],
  sending: ['InProgress', 'settle', true],
  unknown: ['InProgress', 'look_up', true],
  conflict: ['InProgress', 'look_up', true],
  submitted: ['InProgress', 'poll', true],
  valid: ['Valid', null, true],
  invalid: ['Invalid', null, false],
  voided: ['Voided', null, false],
  cancelled: ['Cancelled', null, false],
}

test.each(phases)('a record that is %s has the status and the work of its phase', (phase) => {
  const record = recordIn(phase)
  expect([statusOf(record), workOf(record), isPendingOrValid(record)]).toEqual(table[phase])
})

test('a record that waits for a person or for its consolidation has no work', () => {
  expect(workOf(recordIn('held', { attention: 'original_not_valid' }))).toBeNull()
  expect(workOf(recordIn('held', { attention: 'cannot_be_sent' }))).toBeNull()
  expect(workOf(recordIn('queued', { consolidated: true }))).toBeNull()
})

test('a cancellation has work until it has its last word', () => {
  const life = ['claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked'] as const
  expect(workOf(after(...life.slice(0, 4)))).toBe('cancel')
  expect(workOf(after(...life))).toBe('settle')
  expect(workOf(after(...life, 'cancel_outcome_unknown'))).toBe('cancel')
  expect(workOf(after(...life, 'cancel_unsent'))).toBe('cancel')
  expect(workOf(after(...life, 'cancel_refused'))).toBeNull()
})

test('in doubt is what was sent and has no outcome, wherever it waits', () => {
  const inDoubt = phases.filter((phase) => isInDoubt(recordIn(phase)))
  expect(inDoubt).toEqual(['unknown', 'conflict'])
  expect(isInDoubt(after('claimed', 'outcome_unknown', 'requeued'))).toBe(true)
  expect(isInDoubt(after('claimed', 'outcome_unknown', 'requeued', 'claimed'))).toBe(true)
  expect(isInDoubt(after('claimed', 'unsent'))).toBe(false)
})
