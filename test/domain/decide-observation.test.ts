import { describe, expect, test } from 'vitest'
import { decideObservation, type ObservedStatus } from '../../shared/domain/decide-observation.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { phases } from '../../shared/domain/record.ts'
import { workOf } from '../../shared/domain/status.ts'
import { eventOf, noon, recordIn, windowMs } from '../support/records.ts'

const statuses = ['Submitted', 'Valid', 'Invalid', 'Cancelled'] as const
const seen = (over: Partial<ObservedStatus> = {}): ObservedStatus => ({
  uuid: 'UUID-1',
  status: 'Valid',
  longId: 'LONG',
  validatedAt: noon + 5,
  errors: [],
  isOnlyDuplicate: false,
  ...over,
})
const observe = (record: ReturnType<typeof recordIn>, observation: ObservedStatus) => {
  const decision = decideObservation(record, observation, noon + 9, { cancellationWindowMs: windowMs })
  return decision.kind === 'happens' ? decision.event : null
}

describe('news of a submitted document', () => {
  const submitted = recordIn('submitted')

  test('valid: its window is counted from the authority’s own time', () => {
    expect(observe(submitted, seen())).toMatchObject({
      type: 'validated',
      validatedAt: noon + 5,
      cancellableUntil: noon + 5 + windowMs,
    })
    expect(observe(submitted, seen({ validatedAt: null }))).toMatchObject({ validatedAt: noon + 9 })
  })

  test('invalid, cancelled elsewhere, or nothing new', () => {
    const errors = [{ code: 'X', message: 'x', field: 'f' }]
    expect(observe(submitted, seen({ status: 'Invalid', errors }))).toMatchObject({ type: 'invalidated', errors })
    expect(observe(submitted, seen({ status: 'Cancelled' }))).toMatchObject({ type: 'cancelled', elsewhere: true })
    expect(observe(submitted, seen({ status: 'Submitted' }))).toBeNull()
  })

  test('invalid only as a duplicate of itself is a doubt, not an end (UP32)', () => {
    const event = observe(submitted, seen({ status: 'Invalid', isOnlyDuplicate: true }))
    expect(event).toMatchObject({ type: 'outcome_unknown', reason: 'duplicate_reported' })
  })
})

describe('what people did on the portal to a valid document', () => {
  const asked = (state: 'requested' | 'asking' | 'unknown' | 'refused') =>
    recordIn('valid', {
      cancellation: {
        state,
        reason: 'x',
        by: 'x',
        requestedAt: noon,
        doubtedAt: null,
        decidedAt: null,
        code: null,
        message: null,
      },
    })
  const rejection = { reason: 'Wrong buyer' }

  test('a buyer’s request to reject it is noted once, with its reason, and it stays valid', () => {
    const valid = recordIn('valid')
    const event = observe(valid, seen({ rejection }))
    expect(event).toMatchObject({ type: 'rejection_requested', reason: 'Wrong buyer' })
    const noted = evolve(valid, eventOf.rejection_requested)
    expect(noted).toMatchObject({ phase: 'valid', attention: 'rejection_requested' })
    expect(observe(noted, seen({ rejection }))).toBeNull()
    expect(observe(noted, seen())).toBeNull()
  })

  test('a cancellation follows the request it answers', () => {
    const noted = evolve(recordIn('valid'), eventOf.rejection_requested)
    const event = observe(noted, seen({ status: 'Cancelled', rejection }))
    expect(event).toMatchObject({ type: 'cancelled', elsewhere: true })
  })

  test('it was cancelled when the authority says, or else when it was noticed', () => {
    const told = observe(recordIn('valid'), seen({ status: 'Cancelled', cancelledAt: noon - 7 }))
    expect(told && evolve(recordIn('valid'), told)).toMatchObject({ phase: 'cancelled', cancelledAt: noon - 7 })
    const untold = observe(recordIn('submitted'), seen({ status: 'Cancelled' }))
    expect(untold && evolve(recordIn('submitted'), untold)).toMatchObject({ cancelledAt: noon + 9 })
  })

  test.each([
    ['requested', true],
    ['asking', false],
    ['unknown', false],
    ['refused', true],
  ] as const)('it was cancelled elsewhere while ours is %s: %s', (state, elsewhere) => {
    expect(observe(asked(state), seen({ status: 'Cancelled' }))).toMatchObject({ type: 'cancelled', elsewhere })
  })
})

describe('a long id that comes later than the validity', () => {
  const unlinked = recordIn('valid', { authority: { uuid: 'UUID-1', submissionUid: 'S', longId: '' } })

  test('is taken over once, and the record stays valid', () => {
    expect(workOf(unlinked)).toBe('link')
    expect(observe(unlinked, seen({ longId: '' }))).toBeNull()
    const event = observe(unlinked, seen())
    expect(event).toMatchObject({ type: 'linked', longId: 'LONG' })
    const linked = event && evolve(unlinked, event)
    expect(linked).toMatchObject({ phase: 'valid', authority: { uuid: 'UUID-1', longId: 'LONG' } })
    expect(linked && [workOf(linked), observe(linked, seen({ longId: 'OTHER' }))]).toEqual([null, null])
  })

  test('is nothing to ask for where a cancellation is under way, or the document travels in another', () => {
    expect(workOf(evolve(unlinked, eventOf.cancel_requested))).toBe('cancel')
    expect(workOf({ ...unlinked, consolidatedInto: 'guid' })).toBeNull()
  })
})

describe('states only move forward', () => {
  const same = { valid: 'Valid', invalid: 'Invalid', cancelled: 'Cancelled' } as const

  test.each(['valid', 'invalid', 'cancelled'] as const)(
    'what would move a %s record back is only noted (UP23)',
    (phase) => {
      for (const status of statuses) {
        const event = observe(
          recordIn(phase, { authority: { uuid: 'UUID-1', submissionUid: 'S', longId: 'LONG' } }),
          seen({ status }),
        )
        if (status === same[phase]) expect(event).toBeNull()
        else if (phase === 'valid' && status === 'Cancelled')
          expect(event).toMatchObject({ type: 'cancelled', elsewhere: true })
        else expect(event).toMatchObject({ type: 'anomaly', observed: status })
      }
    },
  )

  test.each(phases)('news of another document changes nothing of one that is %s', (phase) => {
    for (const status of statuses) expect(observe(recordIn(phase), seen({ uuid: 'UUID-2', status }))).toBeNull()
  })

  test.each(['queued', 'held', 'sending', 'unknown', 'conflict', 'voided'] as const)(
    'none concerns one that is %s',
    (phase) => {
      const record = recordIn(phase, { authority: { uuid: 'UUID-1', submissionUid: 'S', longId: '' } })
      for (const status of statuses) expect(observe(record, seen({ status }))).toBeNull()
    },
  )
})
