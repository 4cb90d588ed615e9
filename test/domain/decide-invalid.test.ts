import { describe, expect, test } from 'vitest'
import { evolve } from '../../shared/domain/evolve.ts'
import { nextActionFor } from '../../shared/domain/next-action.ts'
import { allowedActsOf, decideClosure, decideResend, lookUpKindOf } from '../../shared/domain/person-acts.ts'
import { type Phase, phases } from '../../shared/domain/record.ts'
import { after, eventOf, hourMs, noon, recordIn } from '../support/records.ts'

const act = { by: 'person:Aini', at: noon }
const invalid = recordIn('invalid')
const closed = after('claimed', 'refused', 'closed')
const consolidated = recordIn('invalid', { consolidated: true })
const others = phases.filter((phase) => phase !== 'invalid')

describe('closing a refused record (contract 7)', () => {
  test('says who, and leaves nothing to do', () => {
    const decision = decideClosure(invalid, act)
    expect(decision).toEqual({ kind: 'happens', event: { type: 'closed', ...act } })
    expect(nextActionFor(evolve(invalid, eventOf.closed), false, noon).action).toBe('none')
  })

  test('twice is closing once', () => {
    expect(decideClosure(closed, act)).toEqual({ kind: 'unchanged' })
  })

  test.each(others)('is denied for one that is %s', (phase) => {
    expect(decideClosure(recordIn(phase), act)).toMatchObject({ code: 'closure_denied_status' })
  })

  test('is denied for a consolidated one, whose members would be lost with it', () => {
    expect(decideClosure(consolidated, act)).toMatchObject({ code: 'closure_denied_status' })
  })
})

describe('sending a refused record again as it is (contract 5)', () => {
  test.each([null, 'waits_for_original', 'waits_for_consolidation', 'original_not_valid'] as const)(
    'it is held for %s, as its originals are',
    (holds) => {
      expect(decideResend(invalid, holds, act)).toEqual({ kind: 'happens', event: { type: 'resent', ...act, holds } })
    },
  )

  test('is denied for a closed one', () => {
    expect(decideResend(closed, null, act)).toMatchObject({ code: 'record_closed' })
  })

  test.each(others)('is denied for one that is %s', (phase) => {
    expect(decideResend(recordIn(phase), null, act)).toMatchObject({ code: 'resend_denied_status' })
  })

  test('is denied for a consolidated one', () => {
    expect(decideResend(consolidated, null, act)).toMatchObject({ code: 'resend_denied_status' })
  })
})

describe('what a person can do', () => {
  const acts: Readonly<Partial<Record<Phase, readonly string[]>>> = {
    unknown: ['look_up'],
    conflict: ['look_up', 'resolve'],
    invalid: ['close', 'resend'],
  }

  test.each(phases)('with a record that is %s', (phase) => {
    expect(allowedActsOf(recordIn(phase), noon)).toEqual(acts[phase] ?? [])
  })

  test('with one that the authority took long ago and says nothing of is to look it up, by whatever clock', () => {
    const submitted = recordIn('submitted')
    expect(allowedActsOf(submitted, noon + hourMs - 1)).toEqual([])
    for (const now of [noon + hourMs, noon - hourMs]) expect(allowedActsOf(submitted, now)).toEqual(['look_up'])
  })

  test('with one that could not be made into a document is to try it again, and to put aside one of receipts', () => {
    const held = recordIn('held', { attention: 'cannot_be_sent' })
    expect(allowedActsOf(held, noon)).toEqual(['release'])
    expect(allowedActsOf({ ...held, consolidated: true, members: 3 }, noon)).toEqual(['release', 'resolve'])
  })

  test('with a closed or consolidated one is nothing', () => {
    expect(allowedActsOf(closed, noon)).toEqual([])
    expect(allowedActsOf(consolidated, noon)).toEqual([])
  })

  test('is to look up a cancellation in doubt, and only that of all cancellations', () => {
    const life = ['claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked'] as const
    expect(
      [after(...life.slice(0, 4)), after(...life), after(...life, 'cancel_outcome_unknown')].map(lookUpKindOf),
    ).toEqual([null, null, 'cancel'])
  })
})
