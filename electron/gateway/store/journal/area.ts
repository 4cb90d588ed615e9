import { damagesInUse } from '../copy-check.ts'
import type { GroupCommit } from '../group-commit.ts'
import type { Journal as JournalArea, Verification } from '../port-journal.ts'
import { anchorUnder } from './anchor.ts'
import type { Journal, JournalOptions } from './journal.ts'
import { unsentOfBackup } from './mistrust.ts'
import { GradualProof } from './prove-on.ts'
import type { ReplayParts } from './replay.ts'
import { resealJournal, trustJournal } from './trust.ts'
import { verifyJournal } from './verify.ts'

/** The journal as whoever uses the store knows it. */
export function prepareJournal(
  journal: Journal,
  commit: GroupCommit,
  parts: ReplayParts & Pick<JournalOptions, 'seal'>,
): JournalArea {
  const { database } = parts
  let { seal } = parts
  const chainAt = database.prepare<[number], Buffer>('SELECT chain FROM journal_line WHERE line = ?').pluck()
  const gradual = new GradualProof(database, journal)
  const verify = async () => {
    const { directory } = journal
    const anchor = anchorUnder(directory, seal)
    const damages = await damagesInUse(database)
    const asked = { database, directory, anchor, damages, isSealed: seal !== 'none' }
    const verification = await inSteps(verifyJournal(asked))
    // Whatever does not hold keeps everything from being sent, whoever found it.
    journal.found(verification.findings)
    return verification
  }
  return {
    async standing() {
      return journal.standing
    },
    async seal(at) {
      // Behind every write that was asked for before.
      await commit.write(() => undefined)
      journal.seal(at)
      return journal.standing
    },
    proveHead: (at) => journal.proveHead(at),
    async has({ line, chain }) {
      return line === 0 || chainAt.get(line)?.toString('hex') === chain
    },
    async found(findings) {
      journal.found(findings)
    },
    verify,
    async proveOn(at) {
      const proof = gradual.goOn(at)
      journal.found(proof.findings)
      return proof
    },
    async unsentOfBackup() {
      return unsentOfBackup(database)
    },
    async trust(trust) {
      // Nobody vouches for what was not looked at.
      await verify()
      const trusted = await commit.write(() => trustJournal(journal, parts, trust))
      if (trusted !== 'trusted') return trusted
      await resealJournal(journal, trust)
      seal = trust.seal ?? seal
      return trusted
    },
  }
}

/** Everybody else's questions come in between. */
async function inSteps(steps: Generator<undefined, Verification>): Promise<Verification> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}
