import type { RecordState } from '../../../../shared/domain/record.ts'
import type { Records } from '../../store/port/records.ts'

type Listener = (record: RecordState) => void

/** Tells whoever waits that a record has changed, once the change is durable. */
export class Changes {
  readonly #listeners = new Set<Listener>()
  readonly #giveUps = new Set<() => void>()
  #watchers = 0

  /** Somebody waits for the next change, whoever makes it. */
  get isAwaited(): boolean {
    return this.#watchers > 0 || this.#giveUps.size > 0
  }

  /** @returns how to stop listening */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For somebody who waits for any change. @returns how to stop watching */
  watch(listener: Listener): () => void {
    this.#watchers += 1
    const stop = this.listen(listener)
    return () => {
      this.#watchers -= 1
      stop()
    }
  }

  announce(record: RecordState): void {
    for (const listener of this.#listeners) listener(record)
  }

  /** The first change that fits, or null when the time is over. */
  next(fits: (record: RecordState) => boolean, withinMs: number): Promise<RecordState | null> {
    return new Promise((resolve) => {
      const finish = (record: RecordState | null) => {
        clearTimeout(timer)
        stop()
        this.#giveUps.delete(giveUp)
        resolve(record)
      }
      const giveUp = () => finish(null)
      this.#giveUps.add(giveUp)
      const stop = this.listen((record) => {
        if (fits(record)) finish(record)
      })
      const timer = setTimeout(giveUp, withinMs)
      timer.unref()
    })
  }

  /** Whoever still waits hears that nothing came: the gateway stops. */
  stop(): void {
    for (const giveUp of this.#giveUps) giveUp()
  }
}

/** Records whose every write is announced. */
export function announcing(records: Records, changes: Changes): Records {
  const write: Records['write'] = async (change) => {
    const written = await records.write(change)
    if (!written.ok) return written
    for (const { record } of written.stored) changes.announce(record)
    return written
  }
  return { ...records, write }
}
