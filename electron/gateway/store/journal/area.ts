import { countsIn, findingsOf, unlistedOf } from '../../../../shared/domain/finding-list.ts'
import { isPassing, isRepairable, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { Background } from '../engines/background.ts'
import type { GroupCommit } from '../group-commit.ts'
import type { Extent, Journal as JournalArea, Verification } from '../port/journal.ts'
import type { Journal } from './journal.ts'
import { prepareKeptProof } from './kept-proof.ts'
import { prepareLogLines } from './log-lines.ts'
import { unsentOfBackup } from './recheck.ts'
import { recordsToRepair } from './repair.ts'
import type { ReplayDeps } from './replay.ts'
import { trustJournal } from './trust.ts'

/** The journal as the gateway knows it. */
export function prepareJournal(
  journal: Journal,
  commit: GroupCommit,
  deps: ReplayDeps & { readonly background: Background },
): JournalArea {
  const { database, background } = deps
  const proof = prepareKeptProof(database)
  const verify = async (extent: Extent = 'whole', at: Instant | null = null) => {
    const from = extent === 'whole' ? null : proof.read()
    const { verification, reached } = await background.ask('verify', {
      end: journal.lines.durable,
      ...(from && { from }),
    })
    // What does not hold is kept, and stops sending if its class says so.
    journal.found(verification.findings, verification.findingCounts)
    // A chain comes as plain bytes out of another thread.
    const end = reached && { ...reached, chain: Buffer.from(reached.chain) }
    if (end && !from && at !== null) await commit.write(() => proof.keep(end, at))
    return withPassing(verification, journal.findings.filter(isPassing))
  }
  return {
    async status() {
      return { ...journal.status, provedAt: proof.read()?.at ?? null }
    },
    async proveHead() {
      return journal.head()
    },
    ...prepareLogLines(database),
    async has(head) {
      return journal.has(head)
    },
    async found(findings) {
      journal.found(findings)
    },
    verify,
    async unsentOfBackup() {
      return unsentOfBackup(database, journal.findings)
    },
    async trust(trust) {
      // A person cannot vouch for what was not looked at.
      await verify()
      const toRepair = unlistedOf(findingsOf(journal.status, isRepairable)) > 0
      const unlisted = toRepair ? await recordsToRepair(database) : []
      const trusted = await commit.write(() => trustJournal(journal, deps, { ...trust, unlisted }))
      if (trusted === 'trusted') journal.trust()
      return trusted
    },
  }
}

/** What is not kept, because it is gone when its cause is. */
const withPassing = (verification: Verification, passing: readonly JournalFinding[]): Verification => ({
  ...verification,
  findings: [...passing, ...verification.findings],
  findingCount: verification.findingCount + passing.length,
  findingCounts: { ...verification.findingCounts, ...countsIn(passing) },
})
