import { findingsOf, unlistedOf } from '../../../../shared/domain/finding-list.ts'
import { isRepairable } from '../../../../shared/domain/journal-finding.ts'
import type { GroupCommit } from '../group-commit.ts'
import { RoundCounts } from '../kept/round-counts.ts'
import type { Extent, Journal as JournalArea } from '../port/journal.ts'
import { anchorUnder } from './anchor.ts'
import { prepareChainAt } from './chain-at.ts'
import type { Journal, JournalOptions } from './journal.ts'
import { endOf } from './journal-lines.ts'
import { prepareLogLines } from './log-lines.ts'
import { GradualProof } from './prove-on.ts'
import { unsentOfBackup } from './recheck.ts'
import { recordsToRepair } from './repair.ts'
import type { ReplayDeps } from './replay.ts'
import { resealJournal, trustJournal } from './trust.ts'
import { verifyApart } from './verify-apart.ts'

/** The journal as whoever uses the store knows it. */
export function prepareJournal(
  journal: Journal,
  commit: GroupCommit,
  deps: ReplayDeps & Pick<JournalOptions, 'seal' | 'now'>,
): JournalArea {
  const { database, now } = deps
  let { seal } = deps
  const chainAt = prepareChainAt(database)
  const gradual = new GradualProof(database, journal)
  const counts = new RoundCounts()
  const verify = async (extent: Extent = 'whole') => {
    const { directory } = journal
    const from = extent === 'whole' ? null : gradual.provedTo()
    const isSince = from !== null && chainAt(from.line)?.equals(from.chain) === true
    // Of what is committed by now the files have every line.
    const until = { end: endOf(database), anchor: anchorUnder(directory, seal), isSealed: seal !== 'none', now }
    const { verification, reached } = await verifyApart({ database, directory, ...until, ...(isSince && { from }) })
    // Whatever does not hold keeps everything from being sent, whoever found it.
    journal.found(verification.findings, verification.findingCounts)
    if (reached && !isSince) gradual.provedAtOnce(reached)
    return verification
  }
  return {
    async status() {
      return journal.status
    },
    async seal(at) {
      // Behind every write that was asked for before.
      await commit.write(() => undefined)
      journal.seal(at)
      return journal.status
    },
    proveHead: (at) => journal.proveHead(at),
    ...prepareLogLines(database),
    async has({ line, chain }) {
      return line === 0 || chainAt(line)?.toString('hex') === chain
    },
    async found(findings) {
      journal.found(findings)
    },
    verify,
    async proveOn(at) {
      const proof = gradual.goOn(at)
      journal.found(proof.findings, counts.after(proof))
      return proof
    },
    async unsentOfBackup() {
      return unsentOfBackup(database)
    },
    async trust(trust) {
      // Nobody vouches for what was not looked at.
      await verify()
      const toRepair = unlistedOf(findingsOf(journal.status, isRepairable)) > 0
      const unlisted = toRepair ? await recordsToRepair(database) : []
      const trusted = await commit.write(() => trustJournal(journal, deps, { ...trust, unlisted }))
      if (trusted !== 'trusted') return trusted
      await resealJournal(journal, trust)
      seal = trust.seal ?? seal
      return trusted
    },
  }
}
