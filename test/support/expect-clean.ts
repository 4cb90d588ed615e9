import { expect } from 'vitest'
import { isClean, type Judgement } from '../faults/oracle.ts'

/**
 * Expects that nothing was lost, sent twice, or sent after a void.
 * @param statuses how many records end in each status
 */
export function expectClean(judgement: Judgement, statuses?: Judgement['statuses']): void {
  const told = `judged by the authority’s ledger: ${JSON.stringify(judgement)}`
  expect(isClean(judgement), told).toBe(true)
  if (statuses) expect(judgement.statuses, told).toEqual(statuses)
}
