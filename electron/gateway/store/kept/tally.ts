import {
  type FindingList,
  isSameFinding,
  isToBeListed,
  type JournalFinding,
  withFound,
} from '../../../../shared/domain/journal-finding.ts'
import type { Verification } from '../port/journal.ts'

/** After so many lines or records other users of the database may come in between. */
export const stepSize = 200

/** Everything counted and everything found wrong, the first line first. */
export class Tally {
  lines = 0
  records = 0
  bodies = 0
  findings: JournalFinding[] = []
  findingCount = 0

  add(...found: readonly JournalFinding[]): void {
    this.findingCount += found.length
    for (const each of found) if (isToBeListed(this.findings, each)) this.findings.push(each)
  }

  /** Of what many lines and records tell alike. */
  addOnce(...found: readonly JournalFinding[]): void {
    this.add(...found.filter((each) => !this.findings.some((known) => isSameFinding(each, known))))
  }

  /** What was found before and no person has looked at, also if it cannot be seen now. */
  addKept(kept: FindingList): void {
    const { findings, findingCount } = withFound(this, kept.findings, kept.findingCount)
    this.findings = [...findings]
    this.findingCount = findingCount
  }

  verified(beside: Pick<Verification, 'provedBefore' | 'code'>): Verification {
    const { lines, records, bodies, findings, findingCount } = this
    return { lines, records, bodies, findings, findingCount, ...beside }
  }
}
