import type { Scope } from '../../../../shared/api/scopes.ts'
import type { CompanyRules } from '../../../../shared/document/check.ts'
import type { CodeList, ListState, RefreshTry } from '../../../../shared/document/codes.ts'
import type { Supplier } from '../../../../shared/document/party.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { Work } from '../../../../shared/domain/status.ts'
import type { Consolidations } from './consolidation.ts'
import type { Journal } from './journal.ts'
import type { Drafts, People } from './people.ts'
import type { Records, Stored, Whose } from './records.ts'
import type { Reconciliations, Shifts } from './shifts.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * What the gateway remembers. Every promise that a write returns is kept only after the write survives a power cut.
 * SQLite stands behind it in a shop and PostgreSQL in a head office, so all methods are asynchronous; test/contract says
 * what any engine must do.
 */
export interface Store {
  readonly records: Records
  readonly schedule: Schedule
  readonly consolidations: Consolidations
  readonly companies: Companies
  readonly tokens: Tokens
  readonly people: People
  readonly drafts: Drafts
  readonly taxpayers: Taxpayers
  readonly settings: Settings
  readonly codes: CodeLists
  readonly acts: Acts
  readonly shifts: Shifts
  readonly reconciliations: Reconciliations
  readonly webhooks: Webhooks
  readonly upkeep: Upkeep
  readonly journal: Journal
}

/** When the gateway has to do what for which record. Losing it costs a moment, never a document. */
export interface Schedule {
  due(work: Work, companyGuid: string, now: Instant, limit: number): Promise<readonly Due[]>
  /** Everything of one kind, whenever it is due, in the order of acceptance. */
  all(work: Work, afterSeq: number, limit: number): Promise<readonly Stored[]>
  /** When the first of one kind is due; null where there is none. */
  nextDue(work: Work, companyGuid: string): Promise<Instant | null>
  /** When something is done next for a record; null where nothing is left to do. */
  dueOf(seq: number): Promise<Instant | null>
  /** Everything waiting, by work and company: how much and when the first is due. */
  lanes(outlets?: Whose['outlets']): Promise<readonly Lane[]>
  /** Records waiting to be sent whose sale was before, by company. */
  unsentIssuedBefore(instant: Instant): Promise<ReadonlyMap<string, number>>
  /** Of records that still wait for this work; other work that they were given meanwhile has its own time. */
  postpone(work: Work, seqs: readonly number[], dueAt: Instant): Promise<void>
  /** Of records that wait to be sent: their documents are about to be built, and it may not come to an end. */
  beginBuilds(seqs: readonly number[]): Promise<void>
  /** It came to an end, and nothing else happened to them. */
  endBuilds(seqs: readonly number[]): Promise<void>
  /** Everything is due so much earlier: the clock that it is told by was set back. */
  advance(byMs: number): Promise<void>
  /** Nothing is due later than this. */
  noLaterThan(dueAt: Instant): Promise<void>
}

export interface Due extends Stored {
  readonly dueAt: Instant
  readonly tries: number
  readonly mostInBatch: number
  /** How often its document was begun to be built since anything happened to it. */
  readonly unfinishedBuilds: number
}

export interface Lane {
  readonly work: Work
  readonly companyGuid: string
  readonly count: number
  readonly firstDueAt: Instant
  /** When the oldest of them was accepted. */
  readonly oldestAt: Instant
}

/** A company as its owner set it up. */
export interface CompanyProfile extends Supplier {
  readonly companyGuid: string
  readonly companyCode: string
  readonly timeZone: string
}

export interface Company {
  readonly profile: CompanyProfile
  readonly rules: CompanyRules
  readonly updatedAt: Instant
}

export interface Companies {
  byGuid(companyGuid: string): Promise<Company | null>
  byCode(companyCode: string): Promise<Company | null>
  list(): Promise<readonly Company[]>
  /** Inserts, or updates by GUID. @returns `code_taken` where another company has the code */
  save(company: Company, by: string): Promise<'saved' | 'code_taken'>
}

export interface Token {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The one company it sees; null for all. */
  readonly companyGuid: string | null
  readonly createdAt: Instant
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
}

export interface Tokens {
  /** @param sha256 lower-case hex of the token: the token itself is never kept */
  create(token: Token, sha256: string, by: string): Promise<void>
  bySha256(sha256: string): Promise<Token | null>
  list(): Promise<readonly Token[]>
  /** @returns the sha256 of each that was not revoked */
  digests(): Promise<readonly string[]>
  /** @returns false where there is no such token */
  revoke(id: string, at: Instant, by: string): Promise<boolean>
  used(ids: ReadonlyMap<string, Instant>): Promise<void>
  /** Keeps the newest word of an outlet's gateway, which comes in with a token of its own. */
  reported(id: string, report: string, at: Instant): Promise<void>
  /** Of each token that is not revoked and ever reported, by name. */
  reports(): Promise<readonly KeptReport[]>
}

/** How an outlet stood when it last said so. */
export interface KeptReport extends Pick<Token, 'id' | 'name' | 'companyGuid'> {
  /** JSON, as the outlet's gateway wrote it (`OutletReport`). */
  readonly report: string
  readonly heardAt: Instant
}

export interface Taxpayer {
  readonly tin: string
  readonly idType: string
  readonly idNumber: string
}

export interface Taxpayers {
  verifiedAt(taxpayer: Taxpayer): Promise<Instant | null>
  verified(taxpayer: Taxpayer, at: Instant): Promise<void>
}

export interface Settings {
  get(name: string): Promise<string | null>
  set(name: string, value: string, by: string, at: Instant): Promise<void>
}

/** The reference lists as they were last refreshed. */
export interface CodeLists {
  /** Every list that was ever refreshed, as it stands. */
  all(): Promise<readonly ListState[]>
  /** Switches to these lists all together and writes down what became of each try; other lists stay. */
  refreshed(states: readonly ListState[], tries: readonly RefreshTry[]): Promise<void>
  /** What became of the tries to refresh a list, the last one first. */
  tries(list: CodeList, limit: number): Promise<readonly RefreshTry[]>
  /** Those that changed something. */
  changes(list: CodeList, limit: number): Promise<readonly RefreshTry[]>
}

/** The journal of what concerns no record. */
export interface Acts {
  add(act: Act): Promise<void>
  list(afterSeq: number, limit: number): Promise<readonly (Act & { readonly seq: number })[]>
  /** The newest first. @param beforeSeq null for the newest of all */
  latest(beforeSeq: number | null, limit: number): Promise<readonly (Act & { readonly seq: number })[]>
}

export interface Act {
  readonly at: Instant
  readonly by: string
  readonly type: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface Upkeep {
  /**
   * A copy that opens clean, made while the gateway works.
   * @throws where the file exists or cannot be written · BackupFailure where a server keeps the database, and its backups
   */
  backup(file: string): Promise<void>
  /** How large the database is. */
  bytes(): Promise<number>
  /** @returns what is wrong with the file, nothing where all is well */
  integrity(): Promise<readonly string[]>
  close(): Promise<void>
}
