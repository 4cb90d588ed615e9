import { describe, expect, test } from 'vitest'
import { decideAskToCancel, decideCancel, decideCancelLookUp, settleCancel } from '../../shared/domain/decide-cancel.ts'
import { phases, type RecordState } from '../../shared/domain/record.ts'
import { after, noon, recordIn, windowMs } from '../support/records.ts'

const end = noon + windowMs
const command = { reason: 'wrong buyer', by: 'person:Aini', at: noon + 1, isReferredTo: false }
const outcomeOf = (record: RecordState, over: Partial<typeof command> = {}) => {
  const decision = decideCancel(record, { ...command, ...over })
  return decision.kind === 'refused' ? decision.code : decision.kind
}
const requested = after('claimed', 'taken', 'validated', 'cancel_requested')
const asking = after('claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked')
const unknown = after('claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked', 'cancel_doubted')
const refused = after('claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked', 'cancel_refused')

describe('a request to cancel (contract 8)', () => {
  test('is taken for a valid, individual document in its window that nothing refers to', () => {
    expect(outcomeOf(recordIn('valid'))).toBe('happens')
  })

  test.each(phases.filter((phase) => phase !== 'valid'))('is denied by status for one that is %s', (phase) => {
    expect(outcomeOf(recordIn(phase))).toBe('cancel_denied_status')
  })

  test('is denied in the order of the contract: consolidated, status, period, referred to', () => {
    const late = { at: end, isReferredTo: true }
    expect(outcomeOf(recordIn('queued', { consolidated: true }), late)).toBe('cancel_denied_consolidated')
    expect(outcomeOf(recordIn('valid', { consolidatedInto: 'guid' }), late)).toBe('cancel_denied_consolidated')
    expect(outcomeOf(recordIn('invalid'), late)).toBe('cancel_denied_status')
    expect(outcomeOf(recordIn('valid'), late)).toBe('cancel_denied_period')
    expect(outcomeOf(recordIn('valid'), { isReferredTo: true })).toBe('cancel_denied_referenced')
  })

  test.each([
    [end - 1, 'happens'],
    [end, 'cancel_denied_period'],
    [end + 1, 'cancel_denied_period'],
  ])('at %i is %s: exactly 72 hours is past', (at, outcome) => {
    expect(outcomeOf(recordIn('valid'), { at })).toBe(outcome)
  })

  test.each([requested, asking, unknown])('repeated while one runs changes nothing, whatever the window', (record) => {
    expect(outcomeOf(record)).toBe('unchanged')
    expect(outcomeOf(record, { at: end })).toBe('unchanged')
  })

  test('may be made again after a refusal', () => {
    expect(outcomeOf(refused)).toBe('happens')
  })
})

describe('the question to the authority', () => {
  test('goes out once, while the window is open', () => {
    expect(decideAskToCancel(requested, end - 1)).toMatchObject({ event: { type: 'cancel_asked' } })
    for (const record of [recordIn('valid'), asking, unknown, refused, recordIn('cancelled')])
      expect(decideAskToCancel(record, noon)).toEqual({ kind: 'unchanged' })
  })

  test('does not go out when the window has closed meanwhile', () => {
    const decision = decideAskToCancel(requested, end)
    expect(decision).toMatchObject({ event: { type: 'cancel_refused', code: 'cancel_denied_period' } })
  })

  test.each([
    [{ kind: 'cancelled' } as const, 'cancelled'],
    [{ kind: 'refused', code: 'X', message: 'no' } as const, 'cancel_refused'],
    [{ kind: 'unsent' } as const, 'cancel_unsent'],
    [{ kind: 'inDoubt' } as const, 'cancel_doubted'],
  ])('answered %o becomes %s, and only while it is asked', (outcome, type) => {
    expect(settleCancel(asking, outcome, noon)).toMatchObject({ event: { type } })
    for (const record of [requested, unknown, refused, recordIn('valid'), recordIn('queued')])
      expect(settleCancel(record, outcome, noon)).toEqual({ kind: 'unchanged' })
  })

  test('whose answer was lost is decided by what the authority shows', () => {
    expect(decideCancelLookUp(unknown, true, noon)).toMatchObject({ event: { type: 'cancelled' } })
    expect(decideCancelLookUp(unknown, false, noon)).toMatchObject({ event: { type: 'cancel_unsent' } })
    expect(decideCancelLookUp(asking, true, noon)).toEqual({ kind: 'unchanged' })
  })
})

test('a cancelled document keeps who asked, why, and when it was decided', () => {
  expect(recordIn('cancelled')).toMatchObject({
    cancelledAt: noon,
    cancellation: { state: 'accepted', reason: 'wrong buyer', by: 'person:Aini', decidedAt: noon },
  })
})
