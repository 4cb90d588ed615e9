/**
 * `history_lost`: the journal tells of what the database does not have · `sent_by_another`: a process of the same head
 * office sends what is in it.
 */
export type RefusalReason =
  | 'held_by_another'
  | 'sent_by_another'
  | 'newer_version'
  | 'not_ours'
  | 'unsafe'
  | 'history_lost'

/** The database cannot be used, and starting anyway would put documents at risk. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * What is wrong with a disk: it reports errors, has no room, takes no writes, or another program holds the file for longer
 * than we wait; or the server that has the database is away.
 */
export type StorageTrouble = 'failing' | 'unreachable' | 'full' | 'read_only' | 'busy'

/** A write did not become durable, or a read found nothing to read from; nothing of a write is kept. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
  readonly trouble: StorageTrouble

  /** @param options the trouble where its cause does not tell */
  constructor(message: string, options: ErrorOptions & { readonly trouble?: StorageTrouble } = {}) {
    super(message, options)
    this.trouble = options.trouble ?? troubleOf(options.cause) ?? 'failing'
  }
}

/**
 * A backup was not made. Its causes are those of the place that it should go to: a stick that is full, write-protected or
 * pulled out is no trouble of the disk that sales are kept on.
 */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure'
  /** Of the system, where it says one; ENOSPC where the place is too small; BY_SERVER where a server makes them. */
  readonly code: string | null

  constructor(message: string, options: ErrorOptions & { readonly code?: 'BY_SERVER' } = {}) {
    super(message, options)
    const { cause, code = null } = options
    this.code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : code
  }
}

const troubleByCode: readonly (readonly [RegExp, StorageTrouble])[] = [
  // The index of the log could not grow, which it does in a file.
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/, 'full'],
  [/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/, 'read_only'],
  [/^SQLITE_(BUSY|LOCKED)/, 'busy'],
  [/^(SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN)|EIO)/, 'failing'],
]

/** The code of an error; an empty text if it has none. */
export const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** Whether pages of the database do not hold what belongs there; what stands on others can still be read. */
export const isDamage = (cause: unknown): cause is Error =>
  cause instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(cause))

/** @returns null where the disk had no part in it */
export function troubleOf(thrown: unknown): StorageTrouble | null {
  if (thrown instanceof StorageFailure) return thrown.trouble
  // Its code is that of another place.
  if (thrown instanceof BackupFailure) return null
  return troubleByCode.find(([pattern]) => pattern.test(codeOf(thrown)))?.[1] ?? null
}
