import { expect, test } from 'vitest'
import { isWaitingForConsolidation } from '../../shared/domain/consolidation-rules.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { decideRelease } from '../../shared/domain/person-acts.ts'
import { phases } from '../../shared/domain/record.ts'
import { workOf } from '../../shared/domain/status.ts'
import { noon, recordIn } from '../support/records.ts'

const held = recordIn('held', { attention: 'cannot_be_sent' })
const at = { at: noon }
const released = (record = held, originals: Parameters<typeof decideRelease>[1] = null) => {
  const decision = decideRelease(record, originals, at)
  if (decision.kind !== 'happens') throw new Error(decision.code)
  return evolve(record, decision.event)
}

test('a sale that could not be made into a document is sent when a person lets it go', () => {
  expect(released()).toMatchObject({ phase: 'queued', attention: null })
  expect(workOf(released())).toBe('send')
})

test('a receipt waits for consolidation again', () => {
  expect(isWaitingForConsolidation(released({ ...held, consolidated: true }))).toBe(true)
})

test('a note whose original is not valid yet, or never will be, is held for that', () => {
  expect(released(held, 'waits_for_original')).toMatchObject({ phase: 'held', attention: 'waits_for_original' })
  expect(released(held, 'original_not_valid')).toMatchObject({ phase: 'held', attention: 'original_not_valid' })
})

test.each(phases)('nothing else is let go: one that is %s', (phase) => {
  expect(decideRelease(recordIn(phase), null, at)).toEqual({ kind: 'refused', code: 'release_denied_status' })
})
