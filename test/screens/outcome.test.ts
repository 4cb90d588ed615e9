import { describe, expect, test } from 'vitest'
import { actOutcomeOf } from '../../renderer/actions/outcome.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'

const reason = 'It is with MyInvois.'
const recordOf = (facts: Partial<Pick<WireRecord, 'STATUS' | 'IN_DOUBT' | 'CANCELLATION'>>) =>
  ({ STATUS: 'Pending', IN_DOUBT: false, CANCELLATION: null, NEXT_ACTION: { REASON: reason }, ...facts }) as WireRecord
const cancellation = (STATE: 'Requested' | 'Unknown' | 'Refused') =>
  ({ STATE, MESSAGE: STATE === 'Refused' ? 'Too late.' : null }) as WireRecord['CANCELLATION']
const nextTryAt = '2026-11-26T06:52:00.000Z'

describe('the outcome of one document of a bulk act', () => {
  test.each([
    ['look_up', 'Valid', {}],
    ['look_up', 'Invalid', {}],
    ['look_up', 'Pending', {}],
    ['void', 'Voided', {}],
    ['cancel', 'Cancelled', {}],
  ] as const)('is settled where a %s finds it %s', (act, STATUS, facts) => {
    expect(actOutcomeOf(act, recordOf({ STATUS, ...facts }), nextTryAt)).toEqual({ kind: 'settled' })
  })

  test.each([
    ['look_up', { STATUS: 'InProgress', IN_DOUBT: true }],
    ['look_up', { STATUS: 'InProgress' }],
    ['look_up', { STATUS: 'Valid', CANCELLATION: cancellation('Unknown') }],
    ['cancel', { STATUS: 'Valid', CANCELLATION: cancellation('Requested') }],
    ['cancel', { STATUS: 'Valid', CANCELLATION: cancellation('Unknown') }],
  ] as const)('of a %s is unknown until MyInvois has answered, with the time of the next try: %j', (act, facts) => {
    expect(actOutcomeOf(act, recordOf(facts), nextTryAt)).toEqual({ kind: 'unknown', nextTryAt })
  })

  test.each([
    ['cancel', { STATUS: 'Valid', CANCELLATION: cancellation('Refused') }, 'Too late.'],
    ['cancel', { STATUS: 'Valid' }, reason],
    ['void', { STATUS: 'InProgress' }, reason],
  ] as const)('of a %s is refused with the reason where the record did not become it: %j', (act, facts, sentence) => {
    expect(actOutcomeOf(act, recordOf(facts), null)).toEqual({ kind: 'denied', act, sentence })
  })
})
