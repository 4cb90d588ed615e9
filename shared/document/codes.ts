import type { EpochMs } from '../domain/record.ts'

/** See interface 4.1, myinvois 8. */
export const codeListIds = [
  'classification',
  'currency',
  'payment_method',
  'tax_type',
  'unit',
  'state',
  'country',
  'msic',
] as const
export type CodeListId = (typeof codeListIds)[number]

/** An obsolete code stays known, so that the message can say so. */
export type CodeStatus = 'current' | 'obsolete' | 'unknown'
export type CodeLookup = (list: CodeListId, code: string) => CodeStatus

/** The texts have the names of interface 2.3. */
export interface CodeItem {
  readonly code: string
  readonly [field: string]: string
}

export interface CodeListData {
  readonly list: CodeListId
  readonly items: readonly CodeItem[]
  readonly obsolete: readonly { readonly item: CodeItem; readonly since: EpochMs }[]
  readonly refreshedAt: EpochMs
  readonly source: string
}

export interface ListChanges {
  readonly added: readonly CodeItem[]
  readonly removed: readonly CodeItem[]
  readonly changed: readonly { readonly was: CodeItem; readonly is: CodeItem }[]
}

/** Why the list was not replaced by a fetched one (contract 9). */
export const refreshFaults = [
  'unreachable',
  'timed_out',
  'refused',
  'too_large',
  'unreadable',
  'empty',
  'shrunk',
] as const
export type RefreshFault = (typeof refreshFaults)[number]

export interface CodeRefresh {
  readonly list: CodeListId
  readonly at: EpochMs
  readonly by: string
  readonly source: string
  /** Null if the fetched list was taken. */
  readonly keptBecause: RefreshFault | null
  /** Null if nothing changed. */
  readonly changes: ListChanges | null
}
