import { describe, expect, test } from 'vitest'
import { decideNoteHold, holdReasonOf } from '../../shared/domain/decide-submission.ts'
import { type Phase, phases } from '../../shared/domain/record.ts'
import { after, noon, recordIn } from '../support/records.ts'

const unchanged = { kind: 'unchanged' }
const cancelling = after('claimed', 'taken', 'validated', 'cancel_requested')

describe('what the originals of a note allow it (contract 5)', () => {
  const allowed: Readonly<Record<Phase, string | null>> = {
    queued: 'waits_for_original',
    held: 'waits_for_original',
    sending: 'waits_for_original',
    unknown: 'waits_for_original',
    conflict: 'waits_for_original',
    submitted: 'waits_for_original',
    valid: null,
    invalid: 'waits_for_original',
    voided: 'original_not_valid',
    cancelled: 'original_not_valid',
  }

  test.each(phases)('an original that is %s', (phase) => {
    expect(holdReasonOf([recordIn(phase)])).toBe(allowed[phase])
  })

  test('one whose cancellation runs is awaited, a closed one will not be valid, and none at all holds nothing', () => {
    expect(holdReasonOf([cancelling])).toBe('waits_for_original')
    expect(holdReasonOf([after('claimed', 'refused', 'closed')])).toBe('original_not_valid')
    expect(holdReasonOf([])).toBe(null)
    const receipt = recordIn('queued', { consolidated: true })
    expect(holdReasonOf([recordIn('valid'), receipt])).toBe('waits_for_consolidation')
    expect(holdReasonOf([recordIn('queued'), receipt])).toBe('waits_for_original')
  })

  test('of several the worst counts', () => {
    expect(holdReasonOf([recordIn('valid'), recordIn('queued')])).toBe('waits_for_original')
    expect(holdReasonOf([recordIn('queued'), recordIn('voided'), recordIn('valid')])).toBe('original_not_valid')
  })
})

describe('a note follows its originals', () => {
  test('into waiting, out of it, and into the hands of a person', () => {
    const waiting = recordIn('held')
    expect(decideNoteHold(recordIn('queued'), 'waits_for_original', noon)).toMatchObject({
      event: { attention: 'waits_for_original' },
    })
    expect(decideNoteHold(waiting, 'waits_for_original', noon)).toEqual(unchanged)
    expect(decideNoteHold(waiting, null, noon)).toMatchObject({ event: { type: 'released' } })
    expect(decideNoteHold(waiting, 'original_not_valid', noon)).toMatchObject({
      event: { type: 'held', attention: 'original_not_valid' },
    })
    expect(decideNoteHold(recordIn('queued'), null, noon)).toEqual(unchanged)
  })

  test('only before it is sent', () => {
    for (const phase of phases.filter((phase) => phase !== 'queued' && phase !== 'held'))
      expect(decideNoteHold(recordIn(phase), 'original_not_valid', noon)).toEqual(unchanged)
    expect(decideNoteHold(after('claimed', 'outcome_unknown', 'requeued'), 'original_not_valid', noon)).toEqual(
      unchanged,
    )
  })

  test('not where it cannot be sent for another reason', () => {
    expect(decideNoteHold(recordIn('held', { attention: 'cannot_be_sent' }), null, noon)).toEqual(unchanged)
  })
})
