import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { decideAskToCancel, decideCancel } from '../../shared/domain/decide-cancel.ts'
import { decideAfterLookUps, decideAtStart, decideLookUp } from '../../shared/domain/decide-look-up.ts'
import { decideObservation, type ObservedStatus } from '../../shared/domain/decide-observation.ts'
import { decideClaim, decideRestamp } from '../../shared/domain/decide-send.ts'
import { decideNoteHold, holdReasonOf } from '../../shared/domain/decide-submission.ts'
import type { Happens, Received, RecordEvent, Refused, Unchanged } from '../../shared/domain/event.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { decideVoid } from '../../shared/domain/person-acts.ts'
import { phases, type RecordState } from '../../shared/domain/record.ts'
import { statusOf } from '../../shared/domain/status.ts'
import { after, eventOf, hourMs, noon, recordIn, windowMs } from '../support/records.ts'
import { rules } from '../support/world.ts'

type Decision = Happens<Exclude<RecordEvent, Received>> | Refused | Unchanged
type Decide = (record: RecordState) => Decision

/** A record that is written only if it is unchanged since it was read, as in every store. */
class Kept {
  record: RecordState
  readonly events: string[] = []

  constructor(record: RecordState) {
    this.record = record
  }

  /** Reads, decides and writes, until no other write comes between. */
  async settle(decide: Decide, scheduled: <Value>(value: Value) => Promise<Value>): Promise<Decision> {
    for (;;) {
      const was = await scheduled(this.record)
      const decision = decide(was)
      if (decision.kind !== 'happens') return decision
      const next = await scheduled(evolve(was, decision.event))
      if (this.record.version !== was.version) continue
      this.record = next
      this.events.push(decision.event.type)
      return decision
    }
  }
}

const byAini = { by: 'person:Aini', at: noon }
const voids: Decide = (record) => decideVoid(record, byAini)
const claims: Decide = (record) => decideClaim(record, { id: 'a1', documentTime: noon }, noon, rules)
const seen = (status: ObservedStatus['status']): ObservedStatus => ({
  uuid: 'UUID-1',
  status,
  longId: 'L',
  validatedAt: noon,
  errors: [],
  isOnlyDuplicate: false,
})

describe('two who want the same record', () => {
  test.prop([fc.scheduler(), fc.array(fc.constantFrom(voids, claims), { minLength: 2, maxLength: 5 })])(
    'a void and a claim, however they interleave: exactly one wins, and the other sees it (QR1)',
    async (scheduler, wants) => {
      const kept = new Kept(recordIn('queued'))
      const answers = wants.map((want) => kept.settle(want, (value) => scheduler.schedule(Promise.resolve(value))))
      await scheduler.waitIdle()
      const decisions = await Promise.all(answers)
      expect(decisions.filter(({ kind }) => kind === 'happens')).toHaveLength(1)
      const [winner] = kept.events
      expect(kept.record.phase).toBe(winner === 'voided' ? 'voided' : 'sending')
      for (const [at, decision] of decisions.entries())
        if (wants[at] === voids && decision.kind !== 'happens')
          expect(decision).toMatchObject({
            code: winner === 'voided' ? 'void_denied_locked' : 'void_denied_in_progress',
          })
    },
  )

  test.prop([fc.scheduler(), fc.integer({ min: 2, max: 5 })])(
    'several cancellations are one operation, with the first reason, asked of the authority once (QR10)',
    async (scheduler, count) => {
      const kept = new Kept(recordIn('valid'))
      const scheduled = <Value>(value: Value) => scheduler.schedule(Promise.resolve(value))
      const both = Array.from({ length: count }, async (_, n) => {
        const wish = { reason: `reason ${n}`, by: `token:Till ${n}`, at: noon, isReferredTo: false }
        await kept.settle((record) => decideCancel(record, wish), scheduled)
        await kept.settle((record) => decideAskToCancel(record, noon), scheduled)
      })
      await scheduler.waitIdle()
      await Promise.all(both)
      expect(kept.events).toEqual(['cancel_requested', 'cancel_asked'])
      expect(kept.record.cancellation?.reason.slice(-1)).toBe(kept.record.cancellation?.by.slice(-1))
    },
  )
})

test('a void is denied from the claim until the attempt is proven unsent (QR2)', () => {
  const denied = { kind: 'refused', code: 'void_denied_in_progress' }
  expect(voids(recordIn('sending'))).toEqual(denied)
  expect(voids(after('claimed', 'unsent')).kind).toBe('happens')
  expect(voids(after('claimed', 'outcome_unknown', 'requeued', 'claimed', 'unsent'))).toEqual(denied)
})

test('what was claimed when the gateway died is looked up, goes again, is never voided, and can be cancelled (QR3)', () => {
  const denied = { kind: 'refused', code: 'void_denied_in_progress' }
  const doubt = decideAtStart(recordIn('sending'), noon)
  if (doubt.kind !== 'happens') throw new Error('nothing is in doubt')
  let record = evolve(recordIn('sending'), doubt.event)
  for (const looks of [1, 2]) {
    expect(voids(record)).toEqual(denied)
    const at = noon + rules.quarantineMs + looks * rules.lookUpIntervalMs
    const found = decideLookUp(record, { kind: 'nothing' }, at, rules)
    if (found.kind === 'happens') record = evolve(record, found.event)
  }
  const again = decideAfterLookUps(record, noon + rules.quarantineMs, rules)
  if (again.kind !== 'happens') throw new Error('it does not go again')
  record = evolve(record, again.event)
  expect(record).toMatchObject({ phase: 'queued', everSent: true })
  expect(voids(record)).toEqual(denied)
  const valid = [eventOf.claimed, eventOf.taken, eventOf.validated].reduce<RecordState>(evolve, record)
  const wish = { reason: 'wrong buyer', by: 'person:Aini', at: noon, isReferredTo: false }
  expect(decideCancel(valid, wish).kind).toBe('happens')
})

test('a second void is denied because of the first, and the record says that it is voided (QR7)', () => {
  const voided = recordIn('voided')
  expect(voids(voided)).toEqual({ kind: 'refused', code: 'void_denied_locked' })
  expect(statusOf(voided)).toBe('Voided')
})

describe('an answer to an earlier poll', () => {
  const running = (['cancel_requested', 'cancel_asked', 'cancel_outcome_unknown'] as const).map((_, at, all) =>
    after('claimed', 'taken', 'validated', ...all.slice(0, at + 1)),
  )
  const cancelled = { ...recordIn('cancelled') }

  test.each(['Submitted', 'Valid', 'Invalid'] as const)(
    'that says %s changes neither a cancellation under way nor one that is made (QR8)',
    (status) => {
      for (const record of [...running, cancelled]) {
        const decision = decideObservation(record, seen(status), noon, { cancellationWindowMs: windowMs })
        const next = decision.kind === 'happens' ? evolve(record, decision.event) : record
        expect(next).toEqual({ ...record, version: next.version })
      }
    },
  )
})

describe('notes on notes', () => {
  /** The first document is an invoice. Each later one is a note on some of those before it. */
  const graph = fc
    .array(fc.tuple(fc.constantFrom(...phases), fc.array(fc.nat(), { maxLength: 3 })), { minLength: 1, maxLength: 8 })
    .map((nodes) => nodes.map(([phase, refs], at) => ({ phase, refs: at === 0 ? [] : refs.map((ref) => ref % at) })))

  test.prop([graph])(
    'go when all they refer to is valid, wait while it may become so, and are held where it cannot (QR14)',
    (nodes) => {
      const records = nodes.map(({ phase }) => recordIn(phase))
      for (const { refs } of nodes) {
        const originals = refs.map((ref) => records[ref] ?? recordIn('valid'))
        const note = recordIn('queued')
        const decision = decideNoteHold(note, holdReasonOf(originals), noon)
        const next = decision.kind === 'happens' ? evolve(note, decision.event) : note
        const isLost = originals.some(({ phase }) => phase === 'voided' || phase === 'cancelled')
        const isReady = originals.every(({ phase }) => phase === 'valid')
        expect([next.phase, next.attention]).toEqual(
          isLost ? ['held', 'original_not_valid'] : isReady ? ['queued', null] : ['held', 'waits_for_original'],
        )
        // It can be claimed only if it may be sent, and voided as long as it waits.
        expect(decideClaim(next, { id: 'a1', documentTime: noon }, noon, rules).kind).toBe(
          isReady ? 'happens' : 'unchanged',
        )
        expect(voids(next).kind).toBe('happens')
        const released = decideNoteHold(next, null, noon)
        if (next.phase === 'held') expect(released).toMatchObject({ event: { type: 'released' } })
      }
    },
  )
})

describe('a document invalid only as a double of one before', () => {
  const doubted = evolve(recordIn('submitted'), { ...eventOf.outcome_unknown, reason: 'duplicate_reported' })

  test.each([
    [{ kind: 'same', uuid: 'UUID-0', submissionUid: 'S' } as const, 'submitted'],
    [{ kind: 'other' } as const, 'conflict'],
    [{ kind: 'nothing' } as const, 'unknown'],
  ])('is in doubt until the first is found: %o makes it %s, never invalid (UP32)', (finding, phase) => {
    const decision = decideLookUp(doubted, finding, noon, rules)
    const next = decision.kind === 'happens' ? evolve(doubted, decision.event) : doubted
    expect(next.phase).toBe(phase)
    expect(next.authority?.uuid).toBe(finding.kind === 'same' ? 'UUID-0' : undefined)
  })
})

describe('a document older than the authority takes', () => {
  const old = noon - 80 * hourMs

  test.prop([fc.constantFrom(...phases), fc.boolean(), fc.integer({ min: -100, max: 100 })])(
    'is stamped anew only where no byte of it may have left, and the journal says from when to when (UP33)',
    (phase, everSent, hours) => {
      const record = recordIn(phase, { everSent, issuedAt: old })
      const issueTime = old + hours * hourMs
      const decision = decideRestamp(record, issueTime, noon)
      if (everSent || hours <= 0) expect(decision.kind).toBe('unchanged')
      else expect(decision).toMatchObject({ event: { type: 'restamped', from: old, to: issueTime } })
    },
  )

  test('goes to a person where it was ever sent and its window is over (UP33)', () => {
    const waiting = { ...after('claimed', 'outcome_unknown', 'requeued'), issuedAt: old }
    const late = (waiting.firstSentAt ?? 0) + rules.resendWindowMs
    expect(decideClaim(waiting, { id: 'a2', documentTime: noon }, late, rules)).toMatchObject({
      event: { type: 'conflicted' },
    })
  })
})
