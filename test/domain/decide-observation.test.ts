import { describe, expect, test } from 'vitest'
import { decideObservation, type Observation } from '../../shared/domain/decide-observation.ts'
import { phases } from '../../shared/domain/record.ts'
import { noon, recordIn, windowMs } from '../support/records.ts'

const statuses = ['Submitted', 'Valid', 'Invalid', 'Cancelled'] as const
const seen = (over: Partial<Observation> = {}): Observation => ({
  uuid: 'UUID-1',
  status: 'Valid',
  longId: 'LONG',
  validatedAt: noon + 5,
  errors: [],
  isOnlyDuplicate: false,
  ...over,
})
const observe = (record: ReturnType<typeof recordIn>, observation: Observation) => {
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

  test('invalid only as a duplicate of itself is a doubt, not an end', () => {
    const event = observe(submitted, seen({ status: 'Invalid', isOnlyDuplicate: true }))
    expect(event).toMatchObject({ type: 'doubted', reason: 'duplicate_reported' })
  })
})

describe('states only move forward', () => {
  const same = { valid: 'Valid', invalid: 'Invalid', cancelled: 'Cancelled' } as const

  test.each(['valid', 'invalid', 'cancelled'] as const)('what would move a %s record back is only noted', (phase) => {
    for (const status of statuses) {
      const event = observe(
        recordIn(phase, { authority: { uuid: 'UUID-1', submissionUid: 'S', longId: '' } }),
        seen({ status }),
      )
      if (status === same[phase]) expect(event).toBeNull()
      else if (phase === 'valid' && status === 'Cancelled')
        expect(event).toMatchObject({ type: 'cancelled', elsewhere: true })
      else expect(event).toMatchObject({ type: 'anomaly', observed: status })
    }
  })

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
