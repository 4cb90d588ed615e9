import { hash } from 'node:crypto'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Randomness } from '../../ports.ts'

export interface Reply {
  readonly status: number
  /** Absent for an empty body; a string is a page, anything else JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** See myinvois 4, shape 2. */
export interface WireError {
  readonly code: string | null
  readonly message: string | null
  readonly target: string | null
  readonly propertyPath?: string | null
  readonly details?: readonly WireError[] | null
}

export const ok = (body?: unknown): Reply => ({ status: 200, ...(body !== undefined && { body }) })

export const refused = (status: number, error: WireError, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: { error: { ...error, details: error.details ?? null } },
})

export const badArgument = (target: string, message: string): Reply =>
  refused(400, { code: 'BadArgument', message, target })

export const notFound = (message: string): Reply => refused(404, { code: 'NotFound', message, target: null })

export const wireTime = (instant: EpochMs): string => `${new Date(instant).toISOString().slice(0, 19)}Z`
export const wireTimeOrNull = (instant: EpochMs | null): string | null => (instant === null ? null : wireTime(instant))

/** Undefined if it is not JSON. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const largestPage = 100

export function pagedReply<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  shape: (page: readonly Item[], totalPages: number) => unknown,
): Reply {
  const pageNo = wholeNumber(query.get('pageNo') ?? '1')
  const pageSize = wholeNumber(query.get('pageSize') ?? String(largestPage))
  if (pageNo === null || pageSize === null || pageSize > largestPage)
    return badArgument('pageSize', 'pageNo and pageSize must be whole numbers, pageSize 100 at most')
  return ok(shape(items.slice((pageNo - 1) * pageSize, pageNo * pageSize), Math.ceil(items.length / pageSize)))
}

const wholeNumber = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function random(randomness: Randomness, length: number): string {
  const bytes = Buffer.from(randomness.secret(length), 'base64url')
  return [...bytes.subarray(0, length)].map((byte) => letters[byte % letters.length]).join('')
}

/** A submission and its documents share it (myinvois 2, E2). */
export const newUidEnd = (randomness: Randomness): string => `${random(randomness, 7)}J10`

/** 26 capital letters and digits. */
export const newUid = (randomness: Randomness, end: string): string => `${random(randomness, 16)}${end}`

export const newLongId = (randomness: Randomness): string => random(randomness, 48)

/** Always the same for one text. */
export const guidFromText = (text: string): string =>
  hash('sha256', text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
