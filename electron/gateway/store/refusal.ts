/**
 * `history_lost`: the journal has events that the database does not · `sent_by_another`: another process of the head
 * office sends.
 */
export type RefusalReason =
  | 'held_by_another'
  | 'sent_by_another'
  | 'newer_version'
  | 'not_ours'
  | 'unsafe'
  | 'history_lost'

/** Starting with this database would put documents at risk. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * `busy`: for longer than we wait, another program holds the file or memory is short · `unreachable`: the database server
 * is away.
 */
export type StorageTrouble = 'failing' | 'unreachable' | 'full' | 'read_only' | 'busy'

/** The storage failed. Nothing of the write is stored. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
  readonly trouble: StorageTrouble

  /** @param options the kind of trouble, if the cause does not tell it */
  constructor(message: string, options: ErrorOptions & { readonly trouble?: StorageTrouble } = {}) {
    super(message, options)
    this.trouble = options.trouble ?? troubleOf(options.cause) ?? 'failing'
  }
}

/** The cause is at the backup's place, such as a full stick. The database's own disk is not at fault. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure'
  /** The system's code; ENOSPC if there is too little room; BY_SERVER if a server makes backups. */
  readonly code: string | null

  constructor(message: string, options: ErrorOptions & { readonly code?: 'BY_SERVER' } = {}) {
    super(message, options)
    const { cause, code = null } = options
    this.code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : code
  }
}

const troubleByCode: readonly (readonly [RegExp, StorageTrouble])[] = [
  // The index of the log is a file, too.
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/, 'full'],
  [/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/, 'read_only'],
  [/^SQLITE_(BUSY|LOCKED|NOMEM)/, 'busy'],
  [/^(SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN)|EIO)/, 'failing'],
]

/** Empty if it has none. */
export const errorCodeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** Other pages can still be read. */
export const isDamage = (cause: unknown): cause is Error =>
  cause instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(errorCodeOf(cause))

/** @returns null if the disk was not the cause */
export function troubleOf(thrown: unknown): StorageTrouble | null {
  if (thrown instanceof StorageFailure) return thrown.trouble
  // The code of a backup's failure is about another disk.
  if (thrown instanceof BackupFailure) return null
  return troubleByCode.find(([pattern]) => pattern.test(errorCodeOf(thrown)))?.[1] ?? null
}
