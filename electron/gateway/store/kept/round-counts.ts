import { countsIn, type FindingCounts } from '../../../../shared/domain/finding-list.ts'
import type { FindingCode } from '../../../../shared/domain/journal-finding.ts'
import type { Proof } from '../port/journal.ts'

/** How many findings a round of the proof that goes on had since its beginning, or since the start of this process. */
export class RoundCounts {
  #counts: FindingCounts = {}

  /** @returns those with what the step found */
  after({ findings, isRoundOver }: Proof): FindingCounts {
    const counts: Partial<Record<FindingCode, number>> = { ...this.#counts }
    for (const [code, count] of Object.entries(countsIn(findings)) as [FindingCode, number][])
      counts[code] = (counts[code] ?? 0) + count
    this.#counts = isRoundOver ? {} : counts
    return counts
  }
}
