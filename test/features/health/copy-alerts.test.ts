import { expect, test } from 'vitest'
import { evaluateAlerts } from '../../../electron/gateway/features/health/evaluate-alerts.ts'
import { noon } from '../../support/records.ts'
import { minuteMs, someFacts } from './facts.ts'

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
