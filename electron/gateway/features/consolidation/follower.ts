import { isConsolidatedDocument } from '../../../../shared/domain/consolidation-rules.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { StoredRecord } from '../../store/port/records.ts'
import type { ConsolidationDeps } from './make.ts'

/** Tills are heard between two such steps. */
const mostAtOnce = 250
const mostDocuments = 20
/** What a stop or a failing disk left undone is found within this time. */
const sweepMs = 60_000

export class ConsolidationFollower {
  readonly #deps: ConsolidationDeps
  #stopListening = () => {}
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #isPoked = false
  #isStopped = true

  constructor(deps: ConsolidationDeps) {
    this.#deps = deps
  }

  start(): void {
    if (!this.#isStopped) return this.poke()
    this.#isStopped = false
    this.#stopListening = this.#deps.changes.listen((record) => {
      if (isSettled(record)) this.poke()
    })
    this.#timer = setInterval(() => this.poke(), sweepMs)
    this.#timer.unref()
    this.poke()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopListening()
    clearInterval(this.#timer)
    await this.#running
  }

  poke(): void {
    if (this.#isStopped) return
    this.#isPoked = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  async #run(): Promise<void> {
    const { consolidations, log, isStorageSound, isInCharge } = this.#deps
    try {
      while (this.#isPoked && !this.#isStopped) {
        this.#isPoked = false
        if (!isStorageSound() || !isInCharge()) return
        const documents = await consolidations.unfollowed(mostDocuments)
        for (const document of documents) await this.#follow(document)
        if (documents.length === mostDocuments) this.#isPoked = true
      }
    } catch (err) {
      log.error({ err }, 'members could not follow their consolidated document')
    }
  }

  async #follow({ seq, record }: StoredRecord): Promise<void> {
    const { consolidations, changes, clock, outbox } = this.#deps
    while (!this.#isStopped) {
      if ((await consolidations.follow(seq, clock.now(), mostAtOnce)) === 0) break
      checkpoint('consolidation_followed')
      // Callers that wait for changes look now: the members' changes are there.
      changes.announce(record)
    }
    if (!this.#isStopped && record.phase === 'invalid') await this.#close({ seq, record })
    outbox.wake(record.companyGuid, true)
  }

  /** A refused document has no members left: there is nothing to correct. */
  async #close({ seq, record }: StoredRecord): Promise<void> {
    const { records, clock } = this.#deps
    const event = { type: 'closed', by: 'gateway', at: clock.now() } as const
    await records.write({ writes: [{ kind: 'update', was: { seq, record }, event, by: null }] })
  }
}

const isSettled = (record: RecordState): boolean =>
  isConsolidatedDocument(record) && ['valid', 'invalid', 'cancelled'].includes(record.phase)
