import { describe, expect, test } from 'vitest'
import {
  decideMemberFollows,
  decideMembership,
  isConsolidatedDocument,
  isReceipt,
} from '../../shared/domain/consolidation-rules.ts'
import { decideClaim } from '../../shared/domain/decide-send.ts'
import { decideNoteHold } from '../../shared/domain/decide-submission.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { decideConversion } from '../../shared/domain/person-acts.ts'
import { statusOf, workOf } from '../../shared/domain/status.ts'
import { aContent, noon, recordIn, windowMs } from '../support/records.ts'

const into = 'c0d00000-0000-4000-8000-000000000001'
const receipt = recordIn('queued', { consolidated: true })
const note = recordIn('held', { kind: 'refund_note', attention: 'waits_for_consolidation' })
const documentIn = (phase: Parameters<typeof recordIn>[0]) =>
  recordIn(phase, { saleGuid: into, consolidated: true, members: 2 })
const joined = (record: typeof receipt) => {
  const decision = decideMembership(record, into, noon)
  if (decision.kind !== 'happens') throw new Error('it did not join')
  return evolve(record, decision.event)
}

describe('a receipt', () => {
  test('waits, and is never sent by itself, in a document or not', () => {
    for (const record of [receipt, joined(receipt), joined(note)]) {
      expect(workOf(record)).toBeNull()
      expect(decideClaim(record, { id: 'a', documentTime: noon }, noon, { resendWindowMs: windowMs }).kind).toBe(
        'unchanged',
      )
      expect(statusOf(record)).toBe('Pending')
    }
    expect([isReceipt(receipt), isConsolidatedDocument(receipt)]).toEqual([true, false])
  })

  test('joins once, and only while it waits', () => {
    expect(decideMembership(joined(receipt), into, noon).kind).toBe('unchanged')
    for (const phase of ['valid', 'invalid', 'sending', 'voided'] as const)
      expect(decideMembership(recordIn(phase, { consolidated: true }), into, noon).kind).toBe('unchanged')
    expect(decideMembership(recordIn('queued'), into, noon).kind).toBe('unchanged')
    expect(decideMembership(documentIn('queued'), into, noon).kind).toBe('unchanged')
  })

  test('is valid with its document, and free again where that is refused or cancelled on the portal', () => {
    const member = joined(receipt)
    const covered = decideMemberFollows(member, documentIn('valid'), noon)
    if (covered.kind !== 'happens') throw new Error('it did not follow')
    const valid = evolve(member, covered.event)
    expect(valid).toMatchObject({
      phase: 'valid',
      everSent: true,
      cancellableUntil: null,
      authority: { uuid: 'UUID-1' },
    })
    expect(decideMemberFollows(valid, documentIn('valid'), noon).kind).toBe('unchanged')
    for (const [record, phase] of [
      [member, 'invalid'],
      [valid, 'cancelled'],
    ] as const) {
      const freed = decideMemberFollows(record, documentIn(phase), noon)
      if (freed.kind !== 'happens') throw new Error('it did not follow')
      expect(evolve(record, freed.event)).toMatchObject({
        phase: 'queued',
        consolidatedInto: null,
        authority: null,
        everSent: false,
      })
    }
    for (const phase of ['queued', 'sending', 'unknown', 'conflict', 'submitted'] as const)
      expect(decideMemberFollows(member, documentIn(phase), noon).kind).toBe('unchanged')
  })

  test('follows no other document than its own', () => {
    const other = { ...documentIn('valid'), saleGuid: 'other' }
    expect(decideMemberFollows(joined(receipt), other, noon).kind).toBe('unchanged')
  })
})

test('a note that was netted does not go when its receipt is valid, and waits again where the document is refused', () => {
  const netted = joined(note)
  expect(decideNoteHold(netted, null, noon).kind).toBe('unchanged')
  const freed = decideMemberFollows(netted, documentIn('invalid'), noon)
  if (freed.kind !== 'happens') throw new Error('it did not follow')
  expect(evolve(netted, freed.event)).toMatchObject({ phase: 'held', attention: 'waits_for_consolidation' })
})

test('the document is sent like any other', () => {
  expect(workOf(documentIn('queued'))).toBe('send')
  expect(
    decideClaim(documentIn('queued'), { id: 'a', documentTime: noon }, noon, { resendWindowMs: windowMs }).kind,
  ).toBe('happens')
})

describe('the buyer who asks later', () => {
  const surroundings = { isInTime: true, isGivenBack: false }
  const command = { by: 'person:Aini', at: noon, content: aContent(), surroundings }

  test('has an e-invoice of their own while the receipt waits', () => {
    const decision = decideConversion(receipt, command)
    if (decision.kind !== 'happens') throw new Error(decision.code)
    const converted = evolve(receipt, decision.event)
    expect(converted).toMatchObject({ consolidated: false, revision: 2, phase: 'queued' })
    expect(workOf(converted)).toBe('send')
  })

  test.each([
    ['conversion_denied_consolidated', joined(receipt), command],
    ['conversion_denied_period', receipt, { ...command, surroundings: { ...surroundings, isInTime: false } }],
    ['conversion_denied_refunded', receipt, { ...command, surroundings: { ...surroundings, isGivenBack: true } }],
    ['conversion_denied_status', recordIn('queued'), command],
    ['conversion_denied_status', documentIn('queued'), command],
    ['conversion_denied_status', recordIn('valid'), command],
  ] as const)('is refused with %s', (code, record, asked) => {
    expect(decideConversion(record, asked)).toEqual({ kind: 'refused', code })
  })
})
