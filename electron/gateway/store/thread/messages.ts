import type { StorageStatus } from '../port/journal.ts'
import type { StoreAsk } from '../recovery/storage-asks.ts'
import type { RefusalReason, StorageTrouble } from '../refusal.ts'

/** What the gateway's thread asks of the store's: everything of one turn of its loop in one message. */
export interface Ask extends StoreAsk {
  readonly id: number
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  /** What a reader answered, as it packed it: the store's own thread does not look into it. */
  | { readonly id: number; readonly ok: true; readonly packed: Uint8Array }
  | { readonly id: number; readonly ok: false; readonly error: PlainError }

/** Errors lose their class between threads; its name brings it back. */
export interface PlainError {
  readonly name: string
  readonly message: string
  readonly code: unknown
  /** Of a storage failure. */
  readonly trouble: StorageTrouble | null
}

/** The first word of the store's thread. */
export type Opened =
  | { readonly ok: true; readonly status: StorageStatus }
  | { readonly ok: false; readonly reason: RefusalReason | null; readonly message: string }

/** What comes after it: answers, and how the storage stands whenever that changes. */
export type Word = readonly Reply[] | StorageStatus
