import { expect, test } from 'vitest'
import { attentionOf } from '../../shared/domain/status.ts'
import { aRecord, noon } from '../support/records.ts'

const around = { lane: 'company_not_ready', overdueBefore: noon + 1 } as const
const receipt = aRecord({ consolidated: true, phase: 'queued', issuedAt: noon })

test('a receipt that waits says that it is overdue, and nothing of what only stops sending', () => {
  expect(attentionOf(receipt, around)).toBe('consolidation_overdue')
  expect(attentionOf(receipt, { ...around, overdueBefore: noon })).toBeNull()
})

test('one that a document has taken, or that is done, waits for nobody', () => {
  expect(attentionOf({ ...receipt, consolidatedInto: 'x' }, around)).toBeNull()
  expect(attentionOf({ ...receipt, phase: 'valid' }, around)).toBeNull()
})

test("any other record says its own trouble first, and its company's while it waits to be sent", () => {
  const sale = aRecord({ phase: 'queued', issuedAt: noon })
  expect(attentionOf(sale, around)).toBe('company_not_ready')
  expect(attentionOf({ ...sale, attention: 'conflict' }, around)).toBe('conflict')
  expect(attentionOf({ ...sale, phase: 'valid' }, around)).toBeNull()
})
