import type { Scope } from '../../../../shared/api/scopes.ts'
import type { CompanyRules } from '../../../../shared/document/check.ts'
import type { CodeListData, CodeListId, CodeRefresh } from '../../../../shared/document/codes.ts'
import type { Supplier } from '../../../../shared/document/party.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { WorkKind } from '../../../../shared/domain/status.ts'
import type { Consolidations } from './consolidation.ts'
import type { Journal } from './journal.ts'
import type { Mails } from './mails.ts'
import type { Drafts, KeptSessions, People } from './people.ts'
import type { OutletFilter, Records, StoredRecord } from './records.ts'
import type { Reconciliations, Shifts } from './shifts.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * A write resolves only once it survives a power cut. Methods are asynchronous, because a head office uses PostgreSQL.
 * test/contract says what each engine must do.
 */
export interface Store {
  readonly records: Records
  readonly schedule: Schedule
  readonly consolidations: Consolidations
  readonly companies: Companies
  readonly tokens: Tokens
  readonly people: People
  readonly sessions: KeptSessions
  readonly drafts: Drafts
  readonly taxpayers: VerifiedTaxpayers
  readonly buyers: BuyerChanges
  readonly settings: Settings
  readonly codes: CodeLists
  readonly acts: Acts
  readonly shifts: Shifts
  readonly reconciliations: Reconciliations
  readonly webhooks: Webhooks
  readonly toldAlerts: ToldAlerts
  readonly mails: Mails
  readonly upkeep: Upkeep
  readonly journal: Journal
}

/** The next work of each record. It can be rebuilt from the records. */
export interface Schedule {
  due(work: WorkKind, companyGuid: string, now: EpochMs, limit: number): Promise<readonly DueRecord[]>
  /** Due or not, in the order of acceptance. */
  all(work: WorkKind, afterSeq: number, limit: number): Promise<readonly StoredRecord[]>
  /** Null if there is none. */
  nextDue(work: WorkKind, companyGuid: string): Promise<EpochMs | null>
  /** Null if nothing is left to do. */
  dueOf(seq: number): Promise<EpochMs | null>
  lanes(outlets?: OutletFilter['outlets']): Promise<readonly WorkBacklog[]>
  /** Unsent records of sales before this time, by company. */
  unsentIssuedBefore(instant: EpochMs): Promise<ReadonlyMap<string, number>>
  /** Postpones only records that still wait for this work. */
  postpone(work: WorkKind, seqs: readonly number[], dueAt: EpochMs): Promise<void>
  /** Their documents are about to be built, which may crash. */
  beginBuilds(seqs: readonly number[]): Promise<void>
  endBuilds(seqs: readonly number[]): Promise<void>
  /** Moves all due times, after the authority's clock was set back. */
  advance(byMs: number): Promise<void>
  noLaterThan(dueAt: EpochMs): Promise<void>
}

export interface DueRecord extends StoredRecord {
  readonly dueAt: EpochMs
  readonly tries: number
  readonly mostInBatch: number
  /** Builds that began and did not end, since the last event. */
  readonly unfinishedBuilds: number
}

export interface WorkBacklog {
  readonly work: WorkKind
  readonly companyGuid: string
  readonly count: number
  readonly firstDueAt: EpochMs
  readonly oldestAt: EpochMs
}

export interface CompanyProfile extends Supplier {
  readonly companyGuid: string
  readonly companyCode: string
  readonly timeZone: string
}

export interface Company {
  readonly profile: CompanyProfile
  readonly rules: CompanyRules
  readonly updatedAt: EpochMs
}

export interface Companies {
  byGuid(companyGuid: string): Promise<Company | null>
  byCode(companyCode: string): Promise<Company | null>
  list(): Promise<readonly Company[]>
  /** Inserts, or updates by GUID. @returns `code_taken` if another company has the code */
  save(company: Company, by: string): Promise<'saved' | 'code_taken'>
}

export interface Token {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Null for all. */
  readonly companyGuid: string | null
  readonly createdAt: EpochMs
  readonly lastUsedAt: EpochMs | null
  readonly revokedAt: EpochMs | null
}

export interface Tokens {
  /** @param sha256 in lower-case hex. The token itself is never stored */
  create(token: Token, sha256: string, by: string): Promise<void>
  bySha256(sha256: string): Promise<Token | null>
  list(): Promise<readonly Token[]>
  /** @returns the sha256 of each valid token */
  digests(): Promise<readonly string[]>
  /** @returns false if there is no such token */
  revoke(id: string, at: EpochMs, by: string): Promise<boolean>
  used(ids: ReadonlyMap<string, EpochMs>): Promise<void>
  /** Keeps only the newest report of an outlet's gateway. */
  reported(id: string, report: string, at: EpochMs): Promise<void>
  /** The reports of valid tokens, by name. */
  reports(): Promise<readonly StoredOutletReport[]>
}

export interface StoredOutletReport extends Pick<Token, 'id' | 'name' | 'companyGuid'> {
  /** JSON (`OutletHealth`). */
  readonly report: string
  readonly heardAt: EpochMs
}

export interface Taxpayer {
  readonly tin: string
  readonly idType: string
  readonly idNumber: string
}

export interface VerifiedTaxpayers {
  verifiedAt(taxpayer: Taxpayer): Promise<EpochMs | null>
  verified(taxpayer: Taxpayer, at: EpochMs): Promise<void>
}

export interface BuyerChange {
  /** A keyed digest of TIN and number. */
  readonly buyer: string
  readonly at: EpochMs
  /** A party as JSON; null if the buyer was deleted. */
  readonly told: string | null
}

export interface BuyerChanges {
  changes(): Promise<readonly BuyerChange[]>
  /** All of them or none, with the act. */
  change(changes: readonly BuyerChange[], act: Act): Promise<void>
}

export interface Settings {
  get(name: string): Promise<string | null>
  set(name: string, value: string, by: string, at: EpochMs): Promise<void>
}

export interface CodeLists {
  all(): Promise<readonly CodeListData[]>
  /** Replaces these lists together, and stores the outcome of each try. Other lists stay. */
  refreshed(states: readonly CodeListData[], tries: readonly CodeRefresh[]): Promise<void>
  /** Newest first. */
  tries(list: CodeListId, limit: number): Promise<readonly CodeRefresh[]>
  changes(list: CodeListId, limit: number): Promise<readonly CodeRefresh[]>
}

/** Log entries that concern no record. */
export interface Acts {
  add(act: Act): Promise<void>
  list(afterSeq: number, limit: number): Promise<readonly (Act & { readonly seq: number })[]>
  /** Newest first. @param beforeSeq null for the newest of all */
  latest(beforeSeq: number | null, limit: number): Promise<readonly (Act & { readonly seq: number })[]>
}

export interface Act {
  readonly at: EpochMs
  readonly by: string
  readonly type: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** What was last told outside of an alert, so that a restart does not repeat it. */
export interface ToldAlert {
  /** Of which alert, company and worker. */
  readonly cause: string
  /** JSON, as its beginning was told. */
  readonly alert: string
  readonly toldAt: EpochMs
  /** Null while the end was not told. */
  readonly endedAt: EpochMs | null
}

export interface AlertTold {
  /** Webhooks deliver it. */
  readonly act: Act
  /** Empty for no e-mail. */
  readonly mailTo: string
}

export interface ToldAlerts {
  list(): Promise<readonly ToldAlert[]>
  /** With the act and the e-mail that tell it. Nothing if another process told it. */
  tell(now: ToldAlert, before: ToldAlert | null, by: AlertTold, generation?: number): Promise<void>
  /** Ends are not told then, and beginnings are told again. */
  forgetOpen(): Promise<void>
}

export interface Upkeep {
  /** @throws if the file exists or cannot be written · BackupFailure if a database server makes its own backups */
  backup(file: string): Promise<void>
  close(): Promise<void>
}
