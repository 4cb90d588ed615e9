import type { Database } from 'better-sqlite3'
import type { FindingCounts } from '../../../../shared/domain/finding-list.ts'
import { type JournalFinding, mayGoOut } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { Head, JournalStatus } from '../port/journal.ts'
import { unlessDamaged } from '../recovery/damage.ts'
import { type JournalLines, prepareChainAt } from './journal-lines.ts'
import { FoundFindings } from './kept-findings.ts'
import { Session } from './session.ts'

export interface JournalOptions {
  /** When the database is opened. */
  readonly now: Instant
  /** The highest number of a session that is known from outside of the database; 0 for none. */
  readonly after: number
}

/** What was found out about the journal of an open database, and how far the journal has come. */
export class Journal {
  readonly session: Session
  readonly lines: JournalLines
  /** When the last thing happened that the database knew of as it was opened; null if it knew nothing. */
  readonly lastKnownAt: Instant | null
  /** Of a backup that was put back before this start: how many documents are looked up for that. Null for no backup. */
  mistrusted: number | null = null
  readonly #chainAt
  readonly #found: FoundFindings

  constructor(database: Database, lines: JournalLines, { after }: JournalOptions) {
    this.lines = lines
    this.lastKnownAt = lastKnownAt(database)
    this.session = new Session(database, after)
    this.#chainAt = prepareChainAt(database)
    this.#found = new FoundFindings(database)
  }

  /** Whether anything may go out to the authority. */
  get isTrusted(): boolean {
    return mayGoOut(this.findings)
  }

  get findings(): readonly JournalFinding[] {
    return this.#found.list.findings
  }

  get status(): Omit<JournalStatus, 'provedAt'> {
    const { line, chain } = this.lines.end
    return {
      isTrusted: this.isTrusted,
      ...this.#found.list,
      mistrusted: this.mistrusted ?? 0,
      isRestored: this.mistrusted !== null,
      wasKilled: this.session.wasKilled,
      lines: line,
      code: codeOf(chain),
      lastKnownAt: this.lastKnownAt,
    }
  }

  /** Nothing goes out any more if a finding keeps it back. @param counted as in `withFound` */
  found(findings: readonly JournalFinding[], counted?: FindingCounts): void {
    this.#found.add(findings, counted)
  }

  /** How far it has come that a power cut cannot take; null while it is in doubt, so that the head before stays. */
  head(): Head | null {
    const { line, chain } = this.lines.durable
    return this.isTrusted ? { line, chain: chain.toString('hex'), session: this.session.number } : null
  }

  /** A backup that was put back knows fewer sessions, and that was meant. */
  has({ line, chain, session }: Head): boolean {
    const isSession = this.mistrusted !== null || session <= this.session.before
    return isSession && this.#chainAt(line)?.toString('hex') === chain
  }

  /** A person vouches for what is there. */
  trust(): void {
    this.#found.trust()
  }
}

/** Short enough to be printed on a report and compared by eye. */
export const codeOf = (chain: Uint8Array): string => Buffer.from(chain).toString('hex').slice(0, 8)

const lastKnownAt = (database: Database): Instant | null => unlessDamaged(() => latestAt(database)) ?? null

const latestAt = (database: Database): Instant | null | undefined =>
  database
    .prepare<[], number | null>(
      `SELECT max(at) FROM (SELECT at FROM (SELECT at FROM event ORDER BY seq DESC LIMIT 1)
         UNION ALL SELECT at FROM (SELECT at FROM act ORDER BY seq DESC LIMIT 1))`,
    )
    .pluck()
    .get()
