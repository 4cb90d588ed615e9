import { describe, expect, test } from 'vitest'
import { doubtReasons, unsentReasons } from '../../shared/domain/attempt.ts'
import { decideAtStart } from '../../shared/domain/decide-look-up.ts'
import { decideClaim, decideRestamp, decideSettle } from '../../shared/domain/decide-send.ts'
import { phases } from '../../shared/domain/record.ts'
import { after, hourMs, noon, recordIn } from '../support/records.ts'

const rules = { resendWindowMs: 6_000_000 }
const requeued = after('claimed', 'outcome_unknown', 'requeued')
const unchanged = { kind: 'unchanged' }

describe('the journal of a document stamped anew', () => {
  const old = recordIn('queued', { issuedAt: noon - 80 * hourMs })

  test('says from when to when', () => {
    const decision = decideRestamp(old, noon, noon + 1)
    const event = { type: 'restamped', from: noon - 80 * hourMs, to: noon, at: noon + 1 }
    expect(decision).toEqual({ kind: 'happens', event })
  })

  test.each([0, 1, 5000])('says nothing of one that is not stamped later than its sale, but %i ms before', (ms) => {
    expect(decideRestamp(old, old.issuedAt - ms, noon)).toEqual(unchanged)
  })

  test('says nothing of one that may have been sent: it keeps the bytes it has', () => {
    expect(decideRestamp({ ...requeued, issuedAt: noon - 80 * hourMs }, noon, noon)).toEqual(unchanged)
  })
})

describe('a claim', () => {
  test('takes a queued record', () => {
    const decision = decideClaim(recordIn('queued'), { id: 'a1', documentTime: noon }, noon, rules)
    expect(decision).toEqual({
      kind: 'happens',
      event: { type: 'claimed', attemptId: 'a1', documentTime: noon, at: noon },
    })
  })

  test.each(phases.filter((phase) => phase !== 'queued'))('takes nothing that is %s', (phase) => {
    expect(decideClaim(recordIn(phase), { id: 'a1', documentTime: noon }, noon, rules)).toEqual(unchanged)
  })

  test('takes no receipt, which waits for its consolidated document', () => {
    const receipt = recordIn('queued', { consolidated: true })
    expect(decideClaim(receipt, { id: 'a1', documentTime: noon }, noon, rules)).toEqual(unchanged)
  })

  test.each([
    [noon + 5_999_999, 'claimed'],
    [noon + 6_000_000, 'conflicted'],
  ])('of a record that was ever sent, at %i, is %s: the window is shut at its end', (now, type) => {
    expect(decideClaim(requeued, { id: 'a2', documentTime: noon }, now, rules)).toMatchObject({ event: { type } })
  })

  test('of a record never sent has all the time there is', () => {
    expect(decideClaim(recordIn('queued'), { id: 'a1', documentTime: noon }, noon + 1e10, rules)).toMatchObject({
      event: { type: 'claimed' },
    })
  })
})

describe('the outcome of an attempt', () => {
  const sending = recordIn('sending')
  const resending = after('claimed', 'outcome_unknown', 'requeued', 'claimed')
  const id = sending.attemptId ?? ''

  test('accepted makes it submitted', () => {
    const decision = decideSettle(sending, id, { kind: 'accepted', uuid: 'U', submissionUid: 'S' }, noon)
    expect(decision).toMatchObject({ event: { type: 'taken', uuid: 'U', submissionUid: 'S' } })
  })

  test('rejected makes it invalid, unless an earlier attempt may have been accepted', () => {
    expect(decideSettle(sending, id, { kind: 'rejected', errors: [] }, noon)).toMatchObject({
      event: { type: 'refused' },
    })
    expect(decideSettle(resending, id, { kind: 'rejected', errors: [] }, noon)).toMatchObject({
      event: { type: 'outcome_unknown', reason: 'refused_while_in_doubt' },
    })
  })

  test.each(unsentReasons)('unsent because of %s gives it back', (reason) => {
    expect(decideSettle(sending, id, { kind: 'unsent', reason }, noon)).toMatchObject({
      event: { type: 'unsent', reason },
    })
  })

  test.each(doubtReasons)('in doubt because of %s leaves it in doubt', (reason) => {
    expect(decideSettle(sending, id, { kind: 'inDoubt', reason }, noon)).toMatchObject({
      event: { type: 'outcome_unknown', reason },
    })
  })

  test('of another attempt, or of a record that is not being sent, changes nothing', () => {
    const accepted = { kind: 'accepted', uuid: 'U', submissionUid: 'S' } as const
    expect(decideSettle(sending, 'another', accepted, noon)).toEqual(unchanged)
    for (const phase of phases.filter((phase) => phase !== 'sending'))
      expect(decideSettle(recordIn(phase), id, accepted, noon)).toEqual(unchanged)
  })
})

describe('a start after a stop', () => {
  test('puts what was being sent or asked in doubt', () => {
    const asking = after('claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked')
    expect(decideAtStart(recordIn('sending'), noon)).toMatchObject({
      event: { type: 'outcome_unknown', reason: 'stopped_while_sending' },
    })
    expect(decideAtStart(asking, noon)).toMatchObject({ event: { type: 'cancel_outcome_unknown' } })
  })

  test.each(phases.filter((phase) => phase !== 'sending'))('leaves alone what is %s', (phase) => {
    expect(decideAtStart(recordIn(phase), noon)).toEqual(unchanged)
  })
})
