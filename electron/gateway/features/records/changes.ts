import type { RecordState } from '../../../../shared/domain/record.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import type { Metrics } from '../../ports.ts'
import type { Records } from '../../store/port/records.ts'

type Listener = (record: RecordState) => void

/** Wakes callers that wait for a change, once it is durable. */
export class ChangeNotifier {
  readonly #listeners = new Set<Listener>()
  readonly #giveUps = new Set<() => void>()
  #isStopped = false

  /** Whether a caller waits for changes. Always true if another process can make them. */
  get isAwaited(): boolean {
    return this.#giveUps.size > 0
  }

  /** @returns how to stop listening */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  announce(record: RecordState): void {
    for (const listener of this.#listeners) listener(record)
  }

  /** The first change that fits; null when the time is over. */
  next(fits: (record: RecordState) => boolean, withinMs: number): Promise<RecordState | null> {
    if (this.#isStopped) return Promise.resolve(null)
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

  /** Open connections may ask again while the gateway stops: they too get an empty answer at once. */
  stop(): void {
    this.#isStopped = true
    for (const giveUp of this.#giveUps) giveUp()
  }
}

interface AnnouncingDeps {
  readonly changes: Pick<ChangeNotifier, 'announce'>
  readonly tallies: Pick<Metrics, 'count'>
  readonly traces: { keep(saleGuid: string): void }
}

/** The same store of records. It also announces each write, and counts changes of status. */
export function withAnnouncements(records: Records, { changes, tallies, traces }: AnnouncingDeps): Records {
  const write: Records['write'] = async (change) => {
    const written = await records.write(change)
    if (!written.ok) return written
    for (const [at, { record }] of written.stored.entries()) {
      const became = change.writes[at]
      const status = statusOf(record)
      if (became?.kind === 'insert') traces.keep(record.saleGuid)
      if (became?.kind !== 'update' || statusOf(became.was.record) !== status)
        tallies.count('resit_document_transitions_total', { status })
      changes.announce(record)
    }
    return written
  }
  return { ...records, write }
}
