import {
  isOlder,
  type JournalFinding,
  journalFinding,
  maySend,
  needsRestore,
  removeFindings,
  stopsSending,
} from '../../../../shared/domain/journal-finding.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Journal, JournalHead, TrustDecision, TrustResult, VerifyReport } from '../port/journal.ts'
import { actStep, type Engine, readValue, sql, type Transaction, type WriteWork } from '../sql.ts'
import { readSetting, upsertSetting } from '../tables/settings.ts'
import { emptyLogEnd, type LogEnd } from './chain.ts'
import { changeFindings, type Findings, readFindingsInTransaction } from './findings.ts'
import { countReceivedAfter, hasHead, hexOf, readLogEnd, readLogLines, readLogSpan } from './read-log.ts'
import { countUnsentOfBackup, putUnsentInDoubt } from './recheck.ts'
import { shortChainCodeOf, verifyStore } from './verify.ts'

export interface GatewayRun {
  readonly number: number
  /** 0 for none. */
  readonly before: number
  /** Whether the last run ended without a stop. */
  readonly wasKilled: boolean
  readonly isRestored: boolean
  readonly startedAt: EpochMs
}

export interface JournalDeps {
  readonly engine: Engine
  readonly findings: Findings
  /** Proves everything. */
  readonly verifyAll: () => Promise<VerifyReport>
  /** Null for a database server. */
  readonly run: GatewayRun | null
}

/** Proved at each start: recent changes show at once. */
const eventsAtStart = 200

export function prepareJournal(deps: JournalDeps): Journal {
  const { engine, findings, run } = deps
  /** What a person restored is older on purpose, until they go on with it. */
  let isRestoring = run?.isRestored ?? false
  const lastKnownAt = lastAt(engine).catch(() => null)
  const begun = run ? begin(deps, run) : Promise.resolve()
  // Every query waits for it, and fails if it failed.
  begun.catch(() => undefined)
  const verifyNow: Journal['verify'] = async (at) => {
    await begun
    const verification = await deps.verifyAll()
    const { findings: found, findingCount } = verification
    await findings.add(found, findingCount)
    if (findingCount === 0 && at !== undefined) await engine.append([upsertSetting(proofSetting, String(at))])
    return verification
  }
  return {
    async status() {
      await begun
      const [found, end, provedAt] = await Promise.all([
        findings.list(),
        endUnlessDamaged(engine),
        readSetting(engine, proofSetting),
      ])
      return {
        isTrusted: maySend(found.findings),
        ...found,
        isRestored: run?.isRestored ?? false,
        wasKilled: run?.wasKilled ?? false,
        lines: end.seq,
        code: shortChainCodeOf(end),
        lastKnownAt: await lastKnownAt,
        provedAt: provedAt === null ? null : Number(provedAt),
      }
    },
    async proveHead() {
      await begun
      if (!(await findings.isTrusted())) return null
      const { seq, chain } = await readLogEnd(engine)
      return { line: seq, chain: hexOf(chain), session: run?.number ?? 0 } satisfies JournalHead
    },
    has: async (head) => knowsRun(run, head) && hasHead(engine, head),
    async found(found) {
      const isExpected = isRestoring || (await findings.list()).findings.some(({ code }) => code === 'backup_restored')
      await findings.add(isExpected ? asRestored(found, await lastKnownAt) : found)
    },
    verify: verifyNow,
    unsentOfBackup: async () => countUnsentOfBackup(engine, (await findings.list()).findings.some(isOlder)),
    span: (from, to) => readLogSpan(engine, from, to),
    lines: ({ after, last }) => readLogLines(engine, after, last),
    async trust(trust) {
      // A person can trust only what was looked at.
      await verifyNow()
      const outcome = await engine.transact((transaction) => vouch(transaction, trust))
      if (outcome === 'trusted') isRestoring = false
      return outcome
    },
    receivedAfter: (at) => countReceivedAfter(engine, at),
  }
}

/** A restored backup knows fewer runs on purpose. */
const knowsRun = (run: GatewayRun | null, { session }: JournalHead): boolean =>
  !run || run.isRestored || session <= run.before || session === run.number

/** What is missing is no surprise. @param until the last event of the backup */
function asRestored(found: readonly JournalFinding[], until: EpochMs | null): readonly JournalFinding[] {
  const restored = journalFinding('backup_restored', { detail: until === null ? null : new Date(until).toISOString() })
  return found.map((each) => (each.code === 'rolled_back' ? restored : each))
}

async function begin({ engine, findings }: JournalDeps, { isRestored, startedAt }: GatewayRun): Promise<void> {
  await findings.forgetPassing()
  const recent = await verifyStore({ ...engine, moment: (look) => look(engine), recent: eventsAtStart })
  await findings.add(recent.findings, recent.findingCount)
  if (isRestored) await engine.transact((transaction) => recheckRestored(transaction, startedAt))
}

/** Later events are unknown: everything that would be sent is looked up first (reliability ST13). */
function* recheckRestored(transaction: Transaction, at: EpochMs): WriteWork<void> {
  const presumedSent = yield* putUnsentInDoubt(transaction, 'restored', at)
  yield actStep({ at, by: 'control', type: 'database_restored', facts: { presumedSent } })
  // A session may have been ended since the backup.
  yield sql`DELETE FROM session`
  yield sql`DELETE FROM setting WHERE name = ${restoredSetting}`
}

/** Says in a database that it is a backup put back. */
export const restoredSetting = 'restored_at'

/** Everything unsent is looked up first, and the act says who trusted what. */
function* vouch(transaction: Transaction, { by, at, reason }: TrustDecision): WriteWork<TrustResult> {
  const { findings } = yield* readFindingsInTransaction()
  if (maySend(findings)) return 'nothing_found'
  if (findings.some(needsRestore)) return 'history_differs'
  // For a restored backup this was done at the start.
  const isNews = findings.some(isOlder) && transaction.historyGap()?.reason !== 'restored'
  const presumedSent = yield* putUnsentInDoubt(transaction, isNews ? 'restored' : 'trusted_again', at)
  const codes = [...new Set(findings.filter(stopsSending).map(({ code }) => code))]
  yield actStep({ at, by, type: 'journal_trusted', facts: { reason, findings: codes, presumedSent } })
  yield* changeFindings((list) => removeFindings(list, stopsSending))
  return 'trusted'
}

/** When everything was last proved and nothing was found. */
const proofSetting = 'proved_at'

/** A damaged page is reported by a finding; the status must still be readable. */
const endUnlessDamaged = (engine: Engine): Promise<LogEnd> =>
  readLogEnd(engine).catch((cause: unknown) => {
    if (engine.isDamage(cause)) return emptyLogEnd
    throw cause
  })

const lastAt = (engine: Engine): Promise<EpochMs | null> =>
  readValue(engine, sql`SELECT at AS value FROM event ORDER BY seq DESC LIMIT 1`)
