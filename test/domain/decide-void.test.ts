import { describe, expect, test } from 'vitest'
import { evolve } from '../../shared/domain/evolve.ts'
import { decideVoid } from '../../shared/domain/person-acts.ts'
import { type Phase, phases, type RecordState } from '../../shared/domain/record.ts'
import { after, noon, recordIn } from '../support/records.ts'

const command = { by: 'token:Till 1', at: noon }
const denialOf = (record: RecordState) => {
  const decision = decideVoid(record, command)
  return decision.kind === 'refused' ? decision.code : null
}

/** Contract 7: the refusal for each phase. */
const denials: Readonly<Record<Phase, string | null>> = {
  queued: null,
  held: null,
  sending: 'void_denied_in_progress',
  unknown: 'void_denied_in_progress',
  conflict: 'void_denied_in_progress',
  submitted: 'void_denied_in_progress',
  valid: 'void_denied_valid',
  invalid: 'void_denied_invalid',
  voided: 'void_denied_locked',
  cancelled: 'void_denied_cancelled',
}

describe('void (contract 7)', () => {
  test.each(phases)('answers as the contract says for a record that is %s (QR6)', (phase) => {
    expect(denialOf(recordIn(phase))).toBe(denials[phase])
  })

  test.each(phases)('denies consolidated before it looks at the status of one that is %s', (phase) => {
    expect(denialOf(recordIn(phase, { consolidated: true }))).toBe('void_denied_consolidated')
    expect(denialOf(recordIn(phase, { consolidatedInto: 'guid' }))).toBe('void_denied_consolidated')
  })

  test('is denied for a record that waits to be sent again, because it may have arrived', () => {
    expect(denialOf(after('claimed', 'outcome_unknown', 'requeued'))).toBe('void_denied_in_progress')
  })

  test('is allowed again for a record whose only attempt certainly did not arrive', () => {
    expect(denialOf(after('claimed', 'unsent'))).toBeNull()
  })

  test('says who did it and when', () => {
    const decision = decideVoid(recordIn('queued'), command)
    expect(decision).toEqual({ kind: 'happens', event: { type: 'voided', by: 'token:Till 1', at: noon } })
    if (decision.kind !== 'happens') return
    expect(evolve(recordIn('queued'), decision.event)).toEqual(
      expect.objectContaining({ voided: { at: noon, by: 'token:Till 1', reason: null } }),
    )
  })

  test('keeps the reason that was given', () => {
    const decision = decideVoid(recordIn('queued'), { ...command, reason: 'Rung up twice' })
    expect(decision.kind === 'happens' && evolve(recordIn('queued'), decision.event)).toMatchObject({
      voided: { reason: 'Rung up twice' },
    })
  })
})
