import { describe, expect, test } from 'vitest'
import { decideNoteHold, holdReasonFor, noteReadinessOf } from '../../shared/domain/decide-submission.ts'
import { type Phase, phases } from '../../shared/domain/record.ts'
import { after, noon, recordIn } from '../support/records.ts'

const unchanged = { kind: 'unchanged' }
const cancelling = after('claimed', 'taken', 'validated', 'cancel_requested')

describe('what the originals of a note allow it (contract 5)', () => {
  const allowed: Readonly<Record<Phase, string>> = {
    queued: 'awaited',
    held: 'awaited',
    sending: 'awaited',
    unknown: 'awaited',
    conflict: 'awaited',
    submitted: 'awaited',
    valid: 'ready',
    invalid: 'awaited',
    voided: 'lost',
    cancelled: 'lost',
  }

  test.each(phases)('an original that is %s', (phase) => {
    expect(noteReadinessOf([recordIn(phase)])).toBe(allowed[phase])
  })

  test('one whose cancellation runs is awaited, a closed one is lost, none at all is ready', () => {
    expect(noteReadinessOf([cancelling])).toBe('awaited')
    expect(noteReadinessOf([after('claimed', 'refused', 'closed')])).toBe('lost')
    expect(noteReadinessOf([])).toBe('ready')
    const receipt = recordIn('queued', { consolidated: true })
    expect(noteReadinessOf([recordIn('valid'), receipt])).toBe('consolidated_later')
    expect(noteReadinessOf([recordIn('queued'), receipt])).toBe('awaited')
  })

  test('of several the worst counts', () => {
    expect(noteReadinessOf([recordIn('valid'), recordIn('queued')])).toBe('awaited')
    expect(noteReadinessOf([recordIn('queued'), recordIn('voided'), recordIn('valid')])).toBe('lost')
  })
})

describe('a note follows its originals', () => {
  test('into waiting, out of it, and into the hands of a person', () => {
    const waiting = recordIn('held')
    expect(decideNoteHold(recordIn('queued'), 'awaited', noon)).toMatchObject({
      event: { attention: holdReasonFor('awaited') },
    })
    expect(decideNoteHold(waiting, 'awaited', noon)).toEqual(unchanged)
    expect(decideNoteHold(waiting, 'ready', noon)).toMatchObject({ event: { type: 'released' } })
    expect(decideNoteHold(waiting, 'lost', noon)).toMatchObject({
      event: { type: 'held', attention: 'original_not_valid' },
    })
    expect(decideNoteHold(recordIn('queued'), 'ready', noon)).toEqual(unchanged)
  })

  test('only before it is sent', () => {
    for (const phase of phases.filter((phase) => phase !== 'queued' && phase !== 'held'))
      expect(decideNoteHold(recordIn(phase), 'lost', noon)).toEqual(unchanged)
    expect(decideNoteHold(after('claimed', 'outcome_unknown', 'requeued'), 'lost', noon)).toEqual(unchanged)
  })

  test('not where it cannot be sent for another reason', () => {
    expect(decideNoteHold(recordIn('held', { attention: 'cannot_be_sent' }), 'ready', noon)).toEqual(unchanged)
  })
})
