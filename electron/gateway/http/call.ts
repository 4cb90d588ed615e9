import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { EndpointRow } from '../../../shared/catalogue/axes.ts'
import type { Cell } from '../../../shared/catalogue/endpoint.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { Caller } from '../access.ts'

/** What the server serves: a row of a catalogue under its full path. */
export interface ServedEndpoint extends Omit<EndpointRow, 'body'> {
  readonly id: string
  /** A segment in braces stands for any. */
  readonly path: string
  readonly body?: z.ZodType
  readonly mostBodyBytes: number
  /** Of the 48. */
  readonly cell?: Cell
}

export interface OwnerPin {
  readonly pin: string
  /** Id or name; empty where it is the owner who is signed in. */
  readonly owner: string
}

/** One request, checked as far as schemas can. */
export interface Call {
  readonly caller: Caller
  readonly language: Language
  /** What stood in the path where the catalogue has braces. */
  readonly params: Readonly<Record<string, string>>
  /** The inputs that the interface puts in headers, wherever they stood. */
  readonly headers: Readonly<Record<string, string>>
  /** Those of them that the query gave: a link to the next page carries them on. */
  readonly inputsInQuery: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** The body as its bytes came, and as JSON before any schema. */
  readonly rawBody: Uint8Array
  readonly json: object
  /** How long the caller is willing to wait for a last word (RFC 7240), 0 where it is not. */
  readonly preferWaitMs: number
  readonly ifNoneMatch: string | null
  /** Who tries a PIN, as far as this computer can tell. */
  readonly origin: () => Promise<string>
  /** What an owner has entered to confirm this. */
  readonly ownerPin: OwnerPin | null
}

export interface Reply {
  readonly status: number
  /** Absent for an answer without content. */
  readonly body?: unknown
  /** An answer that is not JSON, and its media type. */
  readonly media?: { readonly type: string; readonly content: string | Uint8Array | Readable }
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler = (call: Call) => Promise<Reply>

export const ok = (body: unknown): Reply => ({ status: 200, body })
