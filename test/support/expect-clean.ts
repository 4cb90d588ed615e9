import { expect } from 'vitest'
import { isClean, type Judgement } from '../faults/oracle.ts'

/**
 * Nothing lost, nothing twice, nothing voided but sent.
 * @param statuses how many have each status in the end
 */
export function expectClean(judgement: Judgement, statuses?: Judgement['statuses']): void {
  const told = `judged by the authority’s ledger: ${JSON.stringify(judgement)}`
  expect(isClean(judgement), told).toBe(true)
  if (statuses) expect(judgement.statuses, told).toEqual(statuses)
}
