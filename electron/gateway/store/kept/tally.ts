import {
  countOf,
  type FindingCode,
  type FindingList,
  isSameFinding,
  isToBeListed,
  type JournalFinding,
} from '../../../../shared/domain/journal-finding.ts'
import type { Verification } from '../port/journal.ts'

/** After so many lines or records other users of the database may come in between. */
export const stepSize = 200

/** Everything counted and everything found wrong, the first line first. */
export class Tally {
  lines = 0
  records = 0
  bodies = 0
  /** Records that a line told of. */
  readonly touched = new Set<number>()
  readonly findings: JournalFinding[] = []
  readonly findingCounts: Partial<Record<FindingCode, number>> = {}

  add(...found: readonly JournalFinding[]): void {
    for (const each of found) {
      this.findingCounts[each.code] = (this.findingCounts[each.code] ?? 0) + 1
      if (isToBeListed(this.findings, each)) this.findings.push(each)
    }
  }

  /** What is there and was not looked at one by one. */
  addUnlisted(code: FindingCode, count: number): void {
    if (count > 0) this.findingCounts[code] = (this.findingCounts[code] ?? 0) + count
  }

  /** Of what many lines and records tell alike. */
  addOnce(...found: readonly JournalFinding[]): void {
    this.add(...found.filter((each) => !this.findings.some((known) => isSameFinding(each, known))))
  }

  /**
   * What was found before and no person has looked at, also if it cannot be seen now. Of a code of which more was found
   * now than is listed it was counted already.
   */
  addKept({ findings, findingCounts }: FindingList): void {
    const isListed = ({ code }: JournalFinding) =>
      (this.findingCounts[code] ?? 0) <= this.findings.filter((each) => each.code === code).length
    this.addOnce(...findings.filter(isListed))
    for (const [code, count] of Object.entries(findingCounts) as [FindingCode, number][])
      this.addUnlisted(code, count - (this.findingCounts[code] ?? 0))
  }

  verified(beside: Pick<Verification, 'provedBefore' | 'code'>): Verification {
    const { lines, records, bodies, findings, findingCounts } = this
    return { lines, records, bodies, findings, findingCounts, findingCount: countOf(findingCounts), ...beside }
  }
}
