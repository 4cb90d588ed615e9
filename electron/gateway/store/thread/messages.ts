import type { Store } from '../port.ts'
import type { RefusalReason } from '../refusal.ts'

/** What the gateway's thread asks of the store's: everything of one turn of its loop in one message. */
export interface Ask {
  readonly id: number
  readonly area: keyof Store
  readonly method: string
  readonly args: readonly unknown[]
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: PlainError }

/** Errors lose their class between threads; its name brings it back. */
export interface PlainError {
  readonly name: string
  readonly message: string
  readonly code: unknown
}

/** The first word of the store's thread. */
export type Opened =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: RefusalReason | null; readonly message: string }
