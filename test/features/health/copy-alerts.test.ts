import { expect, test } from 'vitest'
import { evaluateAlerts } from '../../../electron/gateway/features/health/evaluate-alerts.ts'
import { journalFinding } from '../../../shared/domain/journal-finding.ts'
import { noon } from '../../support/records.ts'
import { minuteMs, restoredFacts, someFacts } from './facts.ts'

test('a copy whose last backup is older than a day is told, and one of this morning is not', () => {
  const copy = { folder: '/mnt/stick', copiedAt: noon, chosenAt: null, problem: null, damaged: null }
  for (const [hours, told] of [
    [24, 0],
    [26, 1],
  ] as const)
    expect(evaluateAlerts(someFacts({ copy: { ...copy, backedUpAt: noon - hours * 60 * minuteMs } }))).toHaveLength(
      told,
    )
})

test('a folder that was just chosen has ten minutes for its first copy and its first backup', () => {
  const copy = { folder: '/mnt/stick', copiedAt: null, backedUpAt: null, problem: null, damaged: null }
  for (const [minutes, told] of [
    [9, 0],
    [11, 1],
  ] as const)
    expect(evaluateAlerts(someFacts({ copy: { ...copy, chosenAt: noon - minutes * minuteMs } }))).toHaveLength(told)
})

test('an older backup that a person restored is a warning; with anything else that was found it is an alarm', () => {
  expect(evaluateAlerts(restoredFacts())).toMatchObject([{ code: 'backup_restored', verdict: 'warning' }])
  const damaged = restoredFacts(journalFinding('row_damaged'))
  expect(evaluateAlerts(damaged)).toMatchObject([{ code: 'journal_untrusted', verdict: 'bad' }])
})
