import { describe, expect, test } from 'vitest'
import { decideAskToCancel, decideCancel, decideCancelLookUp, settleCancel } from '../../shared/domain/decide-cancel.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { phases, type RecordState } from '../../shared/domain/record.ts'
import { after, eventOf, noon, recordIn, windowMs } from '../support/records.ts'

const end = noon + windowMs
const command = { reason: 'wrong buyer', by: 'person:Aini', at: noon + 1, isReferredTo: false }
const outcomeOf = (record: RecordState, over: Partial<typeof command> = {}) => {
  const decision = decideCancel(record, { ...command, ...over })
  return decision.kind === 'refused' ? decision.code : decision.kind
}
const requested = after('claimed', 'taken', 'validated', 'cancel_requested')
const asking = after('claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked')
const unknown = after('claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked', 'cancel_outcome_unknown')
const refused = after('claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked', 'cancel_refused')

describe('a request to cancel (contract 8)', () => {
  test('is taken for a valid, individual document in its window that nothing refers to', () => {
    expect(outcomeOf(recordIn('valid'))).toBe('happens')
  })

  test.each(phases.filter((phase) => phase !== 'valid'))('is denied by status for one that is %s (QR11)', (phase) => {
    expect(outcomeOf(recordIn(phase, { cancellation: null }))).toBe('cancel_denied_status')
  })

  test('of one that was cancelled for us is done already, and begins nothing', () => {
    expect(outcomeOf(recordIn('cancelled'), { at: end })).toBe('unchanged')
  })

  test('is denied in the order of the contract: consolidated, status, period, referred to (QR11)', () => {
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
  ])('at %i is %s: exactly 72 hours is past (PR11)', (at, outcome) => {
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
    [{ kind: 'cancelledBefore' } as const, 'cancelled'],
    [{ kind: 'refused', code: 'X', message: 'no' } as const, 'cancel_refused'],
    [{ kind: 'unsent' } as const, 'cancel_unsent'],
    [{ kind: 'inDoubt' } as const, 'cancel_outcome_unknown'],
  ])('answered %o becomes %s, and only while it is asked', (outcome, type) => {
    expect(settleCancel(asking, outcome, noon)).toMatchObject({ event: { type } })
    for (const record of [requested, unknown, refused, recordIn('valid'), recordIn('queued')])
      expect(settleCancel(record, outcome, noon)).toEqual({ kind: 'unchanged' })
  })
})

describe('a document that somebody else cancelled meanwhile', () => {
  const refusedByState = { state: 'refused', code: 'cancel_denied_status', decidedAt: noon, doubtedAt: null }
  const settled = (record: RecordState) => {
    const decision = settleCancel(record, { kind: 'cancelledBefore', cancelledAt: noon - 1 }, noon)
    return decision.kind === 'happens' ? evolve(record, decision.event) : record
  }

  test('is cancelled, and what was wanted here was refused by its status', () => {
    const record = settled(asking)
    expect(record).toMatchObject({ phase: 'cancelled', cancelledAt: noon - 1, cancellation: refusedByState })
    expect(outcomeOf(record)).toBe('cancel_denied_status')
  })

  test.each([
    ['requested', requested, refusedByState],
    ['refused before', refused, refused.cancellation],
  ])('and is noticed while that is %s, is nothing that we did', (_, record, cancellation) => {
    const event = { type: 'cancelled', elsewhere: true, isTooLate: true, at: noon } as const
    expect(evolve(record, event)).toMatchObject({ phase: 'cancelled', cancellation })
  })
})

describe('a question whose answer was lost', () => {
  const rules = { quarantineMs: 600_000 }
  const shown = { cancelled: { kind: 'cancelled' }, valid: { kind: 'not_cancelled' } } as const
  const look = (kind: keyof typeof shown, askedAt: number, record = unknown) =>
    decideCancelLookUp(record, { there: shown[kind], askedAt, at: askedAt }, rules)
  const quarantineEnd = noon + rules.quarantineMs

  test('is answered by a document that shows as cancelled, whenever it does (QR9)', () => {
    for (const askedAt of [noon, quarantineEnd - 1, quarantineEnd, end + 1])
      expect(look('cancelled', askedAt)).toMatchObject({ event: { type: 'cancelled', elsewhere: false } })
  })

  test.each([
    [noon, 'unchanged'],
    [quarantineEnd - 1, 'unchanged'],
    [quarantineEnd, 'happens'],
  ])(
    'is not answered by one still valid before the quarantine is over: asked at %i it is %s (QR9)',
    (askedAt, kind) => {
      expect(look('valid', askedAt).kind).toBe(kind)
    },
  )

  test('stays open beyond the window while the request may still arrive, and is then refused by the period (QR9)', () => {
    const late = evolve({ ...asking, cancellableUntil: noon + 1 }, eventOf.cancel_outcome_unknown)
    const closed = noon + 2
    expect(decideAskToCancel(late, closed)).toEqual({ kind: 'unchanged' })
    expect(look('valid', closed, late)).toEqual({ kind: 'unchanged' })
    const lost = evolve(late, { type: 'cancel_unsent', at: quarantineEnd })
    expect(decideAskToCancel(lost, quarantineEnd)).toMatchObject({ event: { code: 'cancel_denied_period' } })
  })

  test('that lies ahead, of a clock set right since, is in quarantine from then on, and not for a year (QR9)', () => {
    const yearMs = 365 * 24 * 3_600_000
    const ahead = evolve(asking, { type: 'cancel_outcome_unknown', at: noon + yearMs })
    const now = noon + 60_000
    const lookBy = (isClockRight: boolean, record: RecordState, askedAt: number) =>
      decideCancelLookUp(record, { there: shown.valid, askedAt, at: askedAt }, { ...rules, isClockRight })
    expect(lookBy(false, ahead, now)).toEqual({ kind: 'unchanged' })
    const anew = { type: 'cancel_outcome_unknown', at: now } as const
    expect(lookBy(true, ahead, now)).toEqual({ kind: 'happens', event: anew })
    const dated = evolve(ahead, anew)
    expect(lookBy(true, dated, now + rules.quarantineMs - 1)).toEqual({ kind: 'unchanged' })
    expect(lookBy(true, dated, now + rules.quarantineMs)).toMatchObject({ event: { type: 'cancel_unsent' } })
  })

  test('is in quarantine anew each time it is lost', () => {
    const again = evolve(
      evolve(evolve(unknown, { type: 'cancel_unsent', at: quarantineEnd }), {
        ...eventOf.cancel_asked,
        at: quarantineEnd,
      }),
      { type: 'cancel_outcome_unknown', at: quarantineEnd },
    )
    expect(again.cancellation?.doubtedAt).toBe(quarantineEnd)
    expect(look('valid', quarantineEnd, again)).toEqual({ kind: 'unchanged' })
    expect(look('valid', 2 * rules.quarantineMs + noon, again)).toMatchObject({ event: { type: 'cancel_unsent' } })
  })

  test.each([requested, asking, refused, recordIn('valid'), recordIn('cancelled')])(
    'is the only thing that such a look decides',
    (record) => {
      for (const kind of ['cancelled', 'valid'] as const) expect(look(kind, end, record)).toEqual({ kind: 'unchanged' })
    },
  )

  test('leaves no doubt behind once it is answered', () => {
    expect(unknown.cancellation).toMatchObject({ state: 'unknown', doubtedAt: noon })
    for (const type of ['cancelled', 'cancel_unsent', 'cancel_refused'] as const)
      expect(evolve(unknown, eventOf[type]).cancellation?.doubtedAt).toBeNull()
  })

  test('is dated as the authority dates it, where it does', () => {
    const there = { kind: 'cancelled', cancelledAt: noon - 7 } as const
    const decision = decideCancelLookUp(unknown, { there, askedAt: noon, at: noon }, rules)
    if (decision.kind !== 'happens') throw new Error('nothing happens')
    expect(evolve(unknown, decision.event)).toMatchObject({ phase: 'cancelled', cancelledAt: noon - 7 })
  })
})

test('a cancelled document keeps who asked, why, and when it was decided', () => {
  expect(recordIn('cancelled')).toMatchObject({
    cancelledAt: noon,
    cancellation: { state: 'accepted', reason: 'wrong buyer', by: 'person:Aini', decidedAt: noon },
  })
})
