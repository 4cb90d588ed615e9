import { isSameFinding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Verification } from '../port/journal.ts'

/** Of very many findings so many are listed: the first is what counts. */
export const mostListed = 100
/** After so many lines or records whoever else needs the database may come in between. */
export const stepSize = 200

/** Everything counted and everything found wrong, the first line first. */
export class Tally {
  lines = 0
  records = 0
  bodies = 0
  findingCount = 0
  /** Records that a line told of. */
  readonly touched = new Set<number>()
  readonly findings: JournalFinding[] = []

  add(...found: readonly JournalFinding[]): void {
    this.findingCount += found.length
    this.findings.push(...found.slice(0, Math.max(0, mostListed - this.findings.length)))
  }

  /** Of what many lines and records tell alike. */
  addOnce(...found: readonly JournalFinding[]): void {
    this.add(...found.filter((each) => !this.findings.some((known) => isSameFinding(each, known))))
  }

  verified(beside: Pick<Verification, 'provedBefore' | 'files' | 'code'>): Verification {
    const { lines, records, bodies, findingCount, findings } = this
    return { lines, records, bodies, findingCount, findings, ...beside }
  }
}
