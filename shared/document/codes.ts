import type { Instant } from '../domain/record.ts'

/** The reference lists a document's codes come from (interface 4.1, myinvois 8). */
export const codeLists = [
  'classification',
  'currency',
  'payment_method',
  'tax_type',
  'unit',
  'state',
  'country',
  'msic',
] as const
export type CodeList = (typeof codeLists)[number]

/** Answers for one code of one list; obsolete codes stay known so that they can be named as such. */
export type CodeStatus = 'current' | 'obsolete' | 'unknown'
export type CodeBook = (list: CodeList, code: string) => CodeStatus

/** One line of a list: the code and its texts, under the names of interface 2.3. */
export interface CodeItem {
  readonly code: string
  readonly [field: string]: string
}

/** A code that was once in its list. */
export interface ObsoleteCode {
  readonly item: CodeItem
  /** When it was found gone. */
  readonly since: Instant
}

/** A list as it stands. */
export interface ListState {
  readonly list: CodeList
  readonly items: readonly CodeItem[]
  readonly obsolete: readonly ObsoleteCode[]
  readonly refreshedAt: Instant
  readonly source: string
}

/** What a refresh changed in a list. */
export interface ListChanges {
  readonly added: readonly CodeItem[]
  readonly removed: readonly CodeItem[]
  readonly changed: readonly { readonly was: CodeItem; readonly is: CodeItem }[]
}

/** Why a list stayed as it was although it was to be refreshed (contract 9). */
export const keptReasons = [
  'unreachable',
  'timed_out',
  'refused',
  'too_large',
  'unreadable',
  'empty',
  'shrunk',
] as const
export type KeptReason = (typeof keptReasons)[number]

/** What became of one try to refresh one list. */
export interface RefreshTry {
  readonly list: CodeList
  readonly at: Instant
  readonly by: string
  /** Where the list was fetched. */
  readonly source: string
  /** Null where it was taken. */
  readonly keptBecause: KeptReason | null
  /** Null where nothing changed. */
  readonly changes: ListChanges | null
}
