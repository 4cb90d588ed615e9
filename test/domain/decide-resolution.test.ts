import { describe, expect, test } from 'vitest'
import type { LookUpResult } from '../../shared/domain/decide-look-up.ts'
import { decideClaim, decideRestamp, decideSettle } from '../../shared/domain/decide-send.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { decideResolution, decideVoid, type ResolutionKind, resolutionKinds } from '../../shared/domain/person-acts.ts'
import { phases, type RecordState } from '../../shared/domain/record.ts'
import { after, eventOf, hourMs, noon, recordIn } from '../support/records.ts'
import { rules } from '../support/world.ts'

const quarantineEnd = noon + rules.quarantineMs
const same = { kind: 'same', uuid: 'U', submissionUid: 'S' } as const
const unproven = { ...same, kind: 'unproven' } as const
const findings: readonly LookUpResult[] = [same, unproven, { kind: 'other' }, { kind: 'nothing' }]
const conflict = recordIn('conflict')
const notReceived = after('claimed', 'outcome_unknown', 'conflicted', 'confirmed_not_received')

interface Said {
  readonly finding?: LookUpResult
  readonly at?: number
}

const resolve = (
  record: RecordState,
  kind: ResolutionKind,
  { finding = { kind: 'nothing' }, at = quarantineEnd }: Said = {},
) => decideResolution(record, kind, { by: 'person:Aini', evidence: 'seen on the portal', at, finding }, rules)
const outcome = (...given: Parameters<typeof resolve>) => {
  const decision = resolve(...given)
  return decision.kind === 'refused' ? decision.code : decision.event.type
}

describe('a person resolves a conflict (reliability 4.3)', () => {
  test('as found only where the authority shows that the document is ours', () => {
    expect(findings.map((finding) => outcome(conflict, 'found', { finding }))).toEqual([
      'taken_over',
      'resolution_denied_not_found',
      'resolution_denied_not_found',
      'resolution_denied_not_found',
    ])
    expect(resolve(conflict, 'found', { finding: same, at: noon })).toMatchObject({
      event: { uuid: 'U', submissionUid: 'S', by: 'person:Aini', evidence: 'seen on the portal', at: noon },
    })
  })

  test.each([
    ['not_received', 'confirmed_not_received'],
    ['not_valid', 'marked_refused'],
  ] as const)('as %s never while a look-up finds it, or what may be it', (kind, type) => {
    expect(findings.map((finding) => outcome(conflict, kind, { finding }))).toEqual([
      'resolution_denied_found',
      'resolution_denied_found',
      type,
      type,
    ])
  })

  test.each(['not_received', 'not_valid'] as const)('as %s only when nothing can be on its way any more', (kind) => {
    expect(outcome(conflict, kind, { at: quarantineEnd - 1 })).toBe('resolution_denied_quarantine')
    expect(outcome(conflict, kind, { at: quarantineEnd })).not.toBe('resolution_denied_quarantine')
    const waitedBefore = after('claimed', 'outcome_unknown', 'requeued', 'conflicted')
    expect(outcome(waitedBefore, kind, { at: noon })).not.toBe('resolution_denied_quarantine')
  })

  test.each(phases.filter((phase) => phase !== 'conflict'))('and nothing else: one that is %s is denied', (phase) => {
    for (const kind of resolutionKinds)
      for (const finding of findings)
        expect(outcome(recordIn(phase), kind, { finding })).toBe('resolution_denied_status')
  })

  test('also of one that a person confirmed as not received and that cannot be built any more: nobody else could end that', () => {
    const held = evolve(notReceived, { ...eventOf.held, attention: 'cannot_be_sent' })
    expect(resolutionKinds.map((kind) => outcome(held, kind, { finding: { kind: 'nothing' } }))).toEqual([
      'resolution_denied_status',
      'resolution_denied_status',
      'marked_refused',
    ])
    expect(evolve(held, eventOf.marked_refused).phase).toBe('invalid')
  })
})

describe('what a person confirmed as not received', () => {
  test('and waits to go counts for nothing where somebody says so: it may have been voided before a backup was put back', () => {
    const finding: LookUpResult = { kind: 'nothing' }
    expect(outcome(notReceived, 'not_valid', { finding })).toBe('marked_refused')
    expect(evolve(notReceived, eventOf.marked_refused).phase).toBe('invalid')
    expect(outcome(notReceived, 'not_valid', { finding: { kind: 'unproven', uuid: 'U', submissionUid: 'S' } })).toBe(
      'resolution_denied_found',
    )
    for (const kind of ['found', 'not_received'] as const)
      expect(outcome(notReceived, kind, { finding })).toBe('resolution_denied_status')
    expect(outcome(evolve(notReceived, eventOf.claimed), 'not_valid', { finding })).toBe('resolution_denied_status')
  })

  test('is never voided: neither waiting, nor held, nor given back by an attempt that did not leave (QR6)', () => {
    const held = evolve(notReceived, eventOf.held)
    const unsent = evolve(evolve(notReceived, eventOf.claimed), eventOf.unsent)
    for (const record of [notReceived, held, unsent])
      expect(decideVoid(record, { by: 'person:Aini', at: noon })).toEqual({
        kind: 'refused',
        code: 'void_denied_in_progress',
      })
  })

  test('goes in a window of its own, with a new time where its own is too old (UP33)', () => {
    const late = noon + 80 * hourMs
    expect(decideClaim(notReceived, { id: 'a2', documentTime: noon }, late, rules)).toMatchObject({
      event: { type: 'claimed' },
    })
    expect(decideRestamp(notReceived, late, late)).toMatchObject({ event: { type: 'restamped', to: late } })
    expect(evolve(notReceived, { ...eventOf.claimed, at: late }).firstSentAt).toBe(late)
  })

  test('is refused by a refusal: nothing of it is in doubt any more', () => {
    const sending = evolve(notReceived, eventOf.claimed)
    const decision = decideSettle(sending, sending.attemptId ?? '', { kind: 'rejected', errors: [] }, noon)
    expect(decision).toMatchObject({ event: { type: 'refused' } })
  })
})
