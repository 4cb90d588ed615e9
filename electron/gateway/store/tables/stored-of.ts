import type { NamedRow } from '../kept/named-rows.ts'
import type { Stored } from '../port/records.ts'

/** A whole row as the record it keeps. */
export type StoredOf = (row: NamedRow) => Promise<Stored>
