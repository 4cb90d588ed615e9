import { findingsOf, unlistedOf, withFound } from '../../../../shared/domain/finding-list.ts'
import { isOfClass, isOfHistory, isRepairable, mayGoOut } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { Head, Journal, JournalStatus, Trust } from '../../store/port/journal.ts'
import { inOrder } from '../../store/sql.ts'
import { type Ask, first, keepSetting, numbersCell, settingOf } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import { type Connections, oneMoment } from '../connect.ts'
import type { Within } from '../engine.ts'
import type { Transaction, Writer } from '../writer.ts'
import type { Findings } from './findings.ts'
import { codeOf, headOf, headsOf, macOf, type Seal } from './heads.ts'
import { prepareLogLines } from './log-lines.ts'
import { recheckUnsent, repair } from './recheck.ts'
import { proveRecords, verifyAll } from './verify.ts'

export interface JournalDeps {
  readonly read: Ask
  readonly reading: Connections
  readonly writer: Writer
  readonly companies: CompanyIds
  readonly findings: Findings
  readonly within: Within
  /** Null where nobody seals. */
  readonly seal: Seal | null
}

/**
 * The chains of the database: written by the transaction that writes what they tell of, so neither can be ahead of the
 * other. What is sealed names the last line of each; who cuts one off or writes it anew is found.
 */
export function prepareJournal(deps: JournalDeps): Journal {
  const { read, reading, writer, findings } = deps
  let { seal } = deps

  const status = () => statusOf(read, findings)
  const prove = (at: Instant) => writer.write((transaction) => sealNow(transaction, at, seal))
  /** All of it as it stood at one moment, while others write. */
  const verify: Journal['verify'] = async (_extent, at) => {
    const verification = await reading.transact((ask) => verifyAll(ask, seal), oneMoment)
    // What does not hold is kept, and stops sending if its class says so.
    await findings.add(verification.findings, verification.findingCounts)
    if (at !== undefined && verification.findings.length === 0)
      await writer.write(({ ask }) => keepSetting(ask, provedSetting, String(at)))
    return verification
  }

  return {
    status,
    proveHead: prove,
    ...prepareLogLines(read),
    async has({ line, chain }) {
      const text = 'SELECT seq FROM journal_seal WHERE lines = $1 AND code = $2 LIMIT 1'
      return line === 0 || (await read(text, line, chain)).length > 0
    },
    found: (found) => findings.add(found),
    verify,
    // A backup that is put back is the server's affair: nothing here tells that it was one.
    unsentOfBackup: async () => 0,
    async trust(trust) {
      // Nobody vouches for what was not looked at.
      await verify()
      const isOfMore = unlistedOf(findingsOf(await status(), isRepairable)) > 0
      const unlisted = isOfMore ? await recordsToRepair(read) : []
      const trusted = await writer.write((transaction) => trustNow(transaction, deps, { ...trust, unlisted }))
      if (trusted !== 'trusted') return trusted
      seal = trust.seal ?? seal
      await prove(trust.at)
      return trusted
    },
  }
}

/** When everything was proved last. */
const provedSetting = 'proved_at'

async function statusOf(read: Ask, findings: Findings): Promise<JournalStatus> {
  const [kept, counts, heads, sealed, proved] = await Promise.all([
    findings.all(),
    findings.counts(),
    headsOf(read),
    first(read<{ readonly at: number | null }>('SELECT max(at) AS at FROM journal_seal')),
    settingOf(read, provedSetting),
  ])
  const head = headOf(heads)
  return {
    isTrusted: mayGoOut(kept),
    ...withFound({ findings: kept, findingCounts: counts }, []),
    mistrusted: 0,
    isRestored: false,
    // A server looks after what a crash leaves.
    wasKilled: false,
    lines: head.line,
    code: codeOf(head),
    lastKnownAt: sealed?.at ?? null,
    provedAt: proved === null ? null : Number(proved),
  }
}

/** @returns null where nothing may be proven */
async function sealNow({ ask, ledger }: Transaction, at: Instant, seal: Seal | null): Promise<Head | null> {
  if (!ledger.isTrusted) return null
  const heads = await headsOf(ask)
  const head = headOf(heads)
  const known = await ask('SELECT seq FROM journal_seal WHERE lines = $1 AND code = $2 LIMIT 1', head.line, head.chain)
  if (known.length > 0) return head
  const mac = seal ? macOf({ at, ...head }, seal) : null
  await ask(
    'INSERT INTO journal_seal (at, lines, code, heads, installation, mac) VALUES ($1, $2, $3, $4, $5, $6)',
    at,
    head.line,
    head.chain,
    JSON.stringify(heads),
    seal?.installation ?? null,
    mac,
  )
  return head
}

interface Trusting extends Trust {
  /** Records whose rows have to be made anew, of which the findings have only the first. */
  readonly unlisted: readonly number[]
}

async function recordsToRepair(ask: Ask): Promise<readonly number[]> {
  const found = new Set<number>()
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof proveRecords>> = await proveRecords(ask, after)
    for (const { record } of page.findings.filter(isRepairable)) if (record !== null) found.add(record)
    after = page.last
  }
  return [...found]
}

/**
 * What a person's word changes: damaged rows are made anew from their events, everything that might be sent next is
 * looked up first, and the act says who vouched and for what.
 */
async function trustNow(transaction: Transaction, deps: JournalDeps, { by, at, reason, unlisted }: Trusting) {
  const { ask, ledger } = transaction
  const { findings } = ledger
  if (ledger.isTrusted) return 'nothing_found'
  if (findings.some(isOfHistory)) return 'history_differs'
  const listed = findings.filter(isRepairable).flatMap(({ record }) => record ?? [])
  const damaged = new Set([...listed, ...unlisted])
  // A row that somebody put there: nothing tells what it should be.
  const orphans = `SELECT record FROM unnest($1::bigint[]) AS damaged (record)
    WHERE NOT EXISTS (SELECT 1 FROM event WHERE record_seq = record) LIMIT 1`
  if ((await ask(orphans, numbersCell(damaged))).length > 0) return 'history_differs'
  for (const record of damaged) await repair(ask, deps.companies, record)
  const mistrusted = await recheckUnsent(transaction, deps.within, at)
  const codes = [...new Set(findings.filter((each) => !isOfClass('one_record')(each)).map(({ code }) => code))]
  const act = { at, by, type: 'journal_trusted', facts: { reason, findings: codes, mistrusted } }
  await deps.within(transaction, () => inOrder([{ act }]))
  await ledger.vouched()
  return 'trusted'
}
