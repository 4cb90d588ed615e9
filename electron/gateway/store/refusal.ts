export type RefusalReason = 'held_by_another' | 'newer_version' | 'not_ours' | 'unsafe'

/** The database cannot be used, and starting anyway would put documents at risk. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A write did not become durable; nothing of it is kept. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
}
