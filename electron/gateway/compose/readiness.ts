import type { Log } from '../ports.ts'
import type { StorageHealth, StorageState, StorageStatus } from '../store/port/journal.ts'
import { StorageFailure } from '../store/refusal.ts'

const said: Readonly<Record<StorageState, string>> = {
  sound: 'the storage is sound again',
  failing: 'the disk reported an error: nothing new is kept and nothing is sent until a write works again',
  unreachable: 'the database server does not answer: nothing new is kept and nothing is sent until it does',
  full: 'the disk is full: nothing new is kept and nothing is sent until there is room',
  read_only: 'the storage takes no writes: what is kept can be read, nothing new is kept and nothing is sent',
}

/**
 * Whether work may begin: the storage is sound, and everything an earlier failure left is put in order. A claim whose
 * write seemed to fail may be stored nevertheless; without this it would never be sent or settled.
 */
export class StorageReadiness {
  readonly #storage: StorageHealth
  readonly #log: Log
  #isInOrder = false
  #putInOrder: (() => Promise<void>) | null = null
  readonly #stop: () => void

  constructor(storage: StorageHealth, log: Log) {
    this.#storage = storage
    this.#log = log
    this.#stop = storage.listen((status) => this.#heard(status))
    if (!this.#isSound) this.#tell(storage.status)
  }

  get isReady(): boolean {
    return this.#isInOrder && this.#isSound
  }

  /** Runs now, or once the storage is sound; and again after every error of the disk. */
  async begin(putInOrder: () => Promise<void>): Promise<void> {
    this.#putInOrder = putInOrder
    if (this.#isSound) await this.#run(putInOrder)
  }

  stop(): void {
    this.#stop()
  }

  get #isSound(): boolean {
    return this.#storage.status.state === 'sound'
  }

  #heard(status: StorageStatus): void {
    this.#tell(status)
    if (status.state !== 'sound') this.#isInOrder = false
    if (status.state !== 'sound' || this.#isInOrder || !this.#putInOrder) return
    this.#run(this.#putInOrder).catch((err: unknown) => {
      this.#log.fatal({ err }, 'what the failing disk left behind could not be put in order: nothing is sent')
    })
  }

  async #run(putInOrder: () => Promise<void>): Promise<void> {
    try {
      await putInOrder()
      this.#isInOrder = true
    } catch (cause) {
      // It runs again when the storage is sound.
      if (!(cause instanceof StorageFailure)) throw cause
      this.#log.error({ err: cause }, 'the storage failed while things were put in order')
    }
  }

  #tell({ state, cause }: StorageStatus): void {
    const facts = { storage: state, cause }
    if (state === 'sound') this.#log.info(facts, said[state])
    else this.#log.error(facts, said[state])
  }
}
