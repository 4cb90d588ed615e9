import {
  addFindings,
  type FindingList,
  hasRoomOrNewCode,
  isSameFinding,
  type JournalFinding,
} from '../../../../shared/domain/journal-finding.ts'
import type { VerifyReport } from '../port/journal.ts'

/** After so many lines or records, other work on the database has its turn. */
export const stepSize = 200

/** Counts and findings, the first line first. */
export class VerificationTally {
  lines = 0
  records = 0
  bodies = 0
  findings: JournalFinding[] = []
  findingCount = 0

  add(...found: readonly JournalFinding[]): void {
    this.findingCount += found.length
    for (const each of found) if (hasRoomOrNewCode(this.findings, each)) this.findings.push(each)
  }

  addOnce(...found: readonly JournalFinding[]): void {
    this.add(...found.filter((each) => !this.findings.some((known) => isSameFinding(each, known))))
  }

  /** Earlier findings that no person has judged yet. */
  addKept(kept: FindingList): void {
    const { findings, findingCount } = addFindings(this, kept.findings, kept.findingCount)
    this.findings = [...findings]
    this.findingCount = findingCount
  }

  verified(code: string): VerifyReport {
    const { lines, records, bodies, findings, findingCount } = this
    return { lines, records, bodies, findings, findingCount, code }
  }
}
