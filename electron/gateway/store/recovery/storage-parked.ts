import { StorageFailure, type StorageTrouble } from '../refusal.ts'
import type { StoreAsk } from './storage-asks.ts'

interface Parked {
  readonly ask: StoreAsk
  readonly resolve: (value: unknown) => void
  readonly reject: (cause: Error) => void
}

/** What the authority answered waits here until it can be written down; lost, the document would be in doubt. */
export class ParkedAnswers {
  #parked: Parked[] = []

  park(ask: StoreAsk): Promise<unknown> {
    return new Promise((resolve, reject) => this.#parked.push({ ask, resolve, reject }))
  }

  /** Puts to the store what waited. @returns once each has its answer */
  async settle(put: (ask: StoreAsk) => Promise<unknown>): Promise<void> {
    await Promise.all(this.#parked.splice(0).map(({ ask, resolve, reject }) => put(ask).then(resolve, reject)))
  }

  refuse(trouble: StorageTrouble): void {
    const cause = new StorageFailure('the storage takes nothing any more', { trouble })
    for (const { reject } of this.#parked.splice(0)) reject(cause)
  }
}
