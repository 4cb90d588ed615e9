import { describe, expect, test } from 'vitest'
import { decideHold, holdReasonFor, originalStateOf } from '../../shared/domain/decide-submission.ts'
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
    expect(originalStateOf([recordIn(phase)])).toBe(allowed[phase])
  })

  test('one whose cancellation runs is awaited, a closed one is lost, none at all is ready', () => {
    expect(originalStateOf([cancelling])).toBe('awaited')
    expect(originalStateOf([after('claimed', 'refused', 'closed')])).toBe('lost')
    expect(originalStateOf([])).toBe('ready')
  })

  test('of several the worst counts', () => {
    expect(originalStateOf([recordIn('valid'), recordIn('queued')])).toBe('awaited')
    expect(originalStateOf([recordIn('queued'), recordIn('voided'), recordIn('valid')])).toBe('lost')
  })
})

describe('a note follows its originals', () => {
  test('into waiting, out of it, and into the hands of a person', () => {
    const waiting = recordIn('held')
    expect(decideHold(recordIn('queued'), 'awaited', noon)).toMatchObject({
      event: { attention: holdReasonFor('awaited') },
    })
    expect(decideHold(waiting, 'awaited', noon)).toEqual(unchanged)
    expect(decideHold(waiting, 'ready', noon)).toMatchObject({ event: { type: 'released' } })
    expect(decideHold(waiting, 'lost', noon)).toMatchObject({
      event: { type: 'held', attention: 'original_not_valid' },
    })
    expect(decideHold(recordIn('queued'), 'ready', noon)).toEqual(unchanged)
  })

  test('only before it is sent', () => {
    for (const phase of phases.filter((phase) => phase !== 'queued' && phase !== 'held'))
      expect(decideHold(recordIn(phase), 'lost', noon)).toEqual(unchanged)
    expect(decideHold(after('claimed', 'outcome_unknown', 'requeued'), 'lost', noon)).toEqual(unchanged)
  })

  test('not where it cannot be sent for another reason', () => {
    expect(decideHold(recordIn('held', { attention: 'cannot_be_sent' }), 'ready', noon)).toEqual(unchanged)
  })
})
