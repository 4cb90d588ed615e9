import { finding } from '../../../../shared/domain/journal-finding.ts'
import type { StorageState, StorageStatus } from '../port/journal.ts'
import type { Store } from '../port/port.ts'
import { StorageFailure, type StorageTrouble, StoreRefusal, troubleOf } from '../refusal.ts'
import { isDamage } from './damage.ts'
import { isAnswerOfAuthority, isLooking, isWriting, methodOf, type StoreAsk } from './storage-asks.ts'
import type { CareDeps } from './storage-care-deps.ts'
import { ParkedAnswers } from './storage-parked.ts'
import { codeOf, soundStorage, troubleIn } from './storage-status.ts'

/** A failing disk is given so many chances in a while, after such pauses; then nothing is written to it any more. */
const pausesMs = [0, 1_000, 5_000] as const
const whileMs = 10 * 60_000
/** By looks every five seconds a quarter of an hour. */
const mostLooksToWait = 180
/** Whoever else has the database open is waited for as long as that takes. */
const heldPauseMs = 1_000

/**
 * The store with what happens when its disk fails. Nothing is promised on a file that reported an error until it was
 * opened anew and proved itself; on a full disk only what the authority answered is still written down.
 */
export class StorageCare {
  readonly #deps: CareDeps
  /** Null while there is nothing to ask. */
  #store: Store | null = null
  #isForReading = false
  #status: StorageStatus = soundStorage
  /** In the last while. */
  #reopenings = 0
  /** Looks to let pass before a disk that took no writes is tried again. */
  #looksToWait = 0
  /** Times in the last while that it was tried. */
  #healings = 0
  readonly #parked = new ParkedAnswers()
  #isClosed = false
  /** Why there is nothing to read from. */
  #unreadable: unknown = null

  constructor(deps: CareDeps) {
    this.#deps = deps
  }

  get status(): StorageStatus {
    return this.#status
  }

  /** @throws StoreRefusal where the database must not be used, not even for reading */
  async begin(): Promise<void> {
    const { isReadOnly, reserve } = this.#deps
    if (isReadOnly()) await this.#read('read_only', null)
    else await this.#openFirst()
    const cause = this.#unreadable
    if (cause instanceof StoreRefusal) throw cause
    if (!this.#store) throw new StoreRefusal('unsafe', 'the disk takes no writes and cannot be read either', { cause })
    if (this.#status.state === 'sound' && !reserve.isKept() && !reserve.fits()) this.#become('full', null)
  }

  /** Whatever the store answers. @throws StorageFailure where the disk keeps it from answering; whatever it throws */
  async call(ask: StoreAsk): Promise<unknown> {
    if (isLooking(ask) && this.#status.state === 'sound') {
      const read = await this.#deps.apart?.ask(ask)
      if (read) return read
    }
    const { state } = this.#status
    if (isAnswerOfAuthority(ask) && (state === 'failing' || (state === 'full' && this.#isForReading)))
      return this.#parked.park(ask)
    if (!this.#store || !this.#takes(ask))
      throw new StorageFailure('the storage takes nothing now', { trouble: troubleIn(state) })
    try {
      const answer = await methodOf(this.#store, ask)(...ask.args)
      // The few companies are known by heart there, and change almost never.
      if (ask.area === 'companies' && isWriting(ask)) await this.#deps.apart?.stop()
      return answer
    } catch (cause) {
      return this.#afterFailure(ask, cause)
    }
  }

  /**
   * Now and then: puts the reserve by, sees whether there is room again or writes are taken again, keeps the log from
   * growing for ever.
   */
  async look(): Promise<void> {
    const { state } = this.#status
    if (this.#isClosed || state === 'failing') return
    if (state === 'read_only') return this.#heal()
    try {
      const hasRoom = await this.#hasRoom(state)
      if (this.#isClosed || state !== this.#status.state) return
      if (state === 'sound' && !hasRoom) this.#become('full', null)
      if (state === 'full' && hasRoom) await this.#leaveFull()
    } catch (cause) {
      // Whatever else keeps the reserve from being made: the next look tries again.
      await this.#afterTrouble(troubleOf(cause), cause)
    }
  }

  /** Closes what is open, whatever state it is in. */
  async close(): Promise<void> {
    this.#isClosed = true
    const { state } = this.#status
    this.#parked.refuse(troubleIn(state))
    const store = this.#store
    this.#store = null
    // Whoever closes it last folds its log back: that is the store itself.
    await this.#deps.apart?.stop()
    const closed = store?.upkeep.close()
    // What could not be written is known already.
    await (state === 'sound' ? closed : closed?.catch(() => undefined))
  }

  async #openFirst(): Promise<void> {
    try {
      this.#store = this.#deps.open()
    } catch (cause) {
      const trouble = troubleOf(cause)
      if (trouble !== 'full' && trouble !== 'read_only') throw cause
      await this.#read(trouble, cause)
    }
  }

  #takes(ask: StoreAsk): boolean {
    const { state } = this.#status
    return state === 'sound' || !isWriting(ask) || (state === 'full' && isAnswerOfAuthority(ask))
  }

  async #hasRoom(state: StorageState): Promise<boolean> {
    const { log, reserve } = this.#deps
    // What a long log owes the database must fit, or it could never be folded back.
    return (await log.hasRoom()) && (await reserve.keep()) && (state === 'sound' || (await reserve.hasRoomBeside()))
  }

  async #afterFailure(ask: StoreAsk, cause: unknown): Promise<unknown> {
    const trouble = troubleOf(cause)
    if (trouble === null) throw cause
    if (isDamage(cause) && !isWriting(ask)) return this.#afterDamage(cause)
    const isAnswer = isAnswerOfAuthority(ask)
    const goesOn = this.#afterTrouble(trouble, cause)
    if (isAnswer && trouble === 'full' && this.#deps.reserve.giveUp()) {
      this.#become('full', cause, true)
      return this.call(ask)
    }
    if (isAnswer && trouble !== 'busy' && trouble !== 'read_only') return this.#parked.park(ask)
    if (trouble === 'read_only') await goesOn
    throw cause instanceof StorageFailure ? cause : new StorageFailure('the storage does not answer', { cause })
  }

  /** A page that cannot be read is what was asked for and nothing else: the rest can be used, and nothing goes out. */
  async #afterDamage(cause: Error): Promise<never> {
    const found = finding('database_damaged', { detail: cause.message })
    await this.#store?.journal.found([found]).catch(() => undefined)
    throw new StorageFailure('a part of the database is damaged', { cause })
  }

  async #afterTrouble(trouble: StorageTrouble | null, cause: unknown): Promise<void> {
    switch (trouble) {
      case 'failing':
        return this.#proveAnew(cause)
      case 'read_only':
        return this.#read('read_only', cause)
      case 'full':
        return this.#become('full', cause)
      case 'busy':
      case null:
        return undefined
    }
  }

  async #proveAnew(cause: unknown): Promise<void> {
    const { state } = this.#status
    if (state === 'failing' || state === 'read_only') return
    this.#become('failing', cause)
    // Whoever waits for the commit that failed has his answer first.
    await new Promise((resolve) => setImmediate(resolve))
    await this.#letGo()
    await this.#reopen(cause)
  }

  async #reopen(cause: unknown): Promise<void> {
    const pauseMs = pausesMs[this.#reopenings]
    if (this.#isClosed) return
    if (pauseMs === undefined) return this.#read('read_only', cause)
    this.#reopenings += 1
    this.#deps.later(whileMs, () => {
      this.#reopenings -= 1
    })
    await this.#pause(pauseMs)
    const next = await this.#openedProven()
    if (this.#isClosed) return
    if (next === null) return this.#becomeSound()
    return troubleOf(next) === 'full' ? this.#read('full', next) : this.#reopen(next)
  }

  /** @returns why it cannot be used; null where it can, or was closed meanwhile */
  async #openedProven(): Promise<unknown> {
    while (!this.#isClosed) {
      try {
        this.#deps.prove()
        this.#store = this.#deps.open()
        return null
      } catch (cause) {
        // That says nothing of the disk, and uses up none of its chances.
        if (!(cause instanceof StoreRefusal) || cause.reason !== 'held_by_another') return cause
        await this.#pause(heldPauseMs)
      }
    }
    return null
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#deps.later(ms, resolve))
  }

  async #leaveFull(): Promise<void> {
    if (this.#isForReading) {
      await this.#letGo()
      try {
        this.#store = this.#deps.open()
      } catch (cause) {
        return troubleOf(cause) === 'full' ? this.#read('full', cause) : this.#proveAnew(cause)
      }
    }
    this.#becomeSound()
  }

  /** Nobody need come for a disk that takes writes again; one that only seems to is tried ever more seldom. */
  async #heal(): Promise<void> {
    const { isReadOnly, reserve, prove, open, later } = this.#deps
    if (this.#looksToWait > 0) this.#looksToWait -= 1
    else if (!isReadOnly() && (await reserve.hasRoomBeside().catch(() => false)) && !this.#isClosed) {
      this.#looksToWait = Math.min(2 ** this.#healings, mostLooksToWait)
      this.#healings += 1
      later(whileMs, () => {
        this.#healings -= 1
      })
      try {
        // What is read meanwhile is a copy.
        prove()
        const store = open()
        await this.#letGo()
        this.#store = store
      } catch {
        return
      }
      this.#becomeSound()
    }
  }

  async #letGo(): Promise<void> {
    const store = this.#store
    this.#store = null
    this.#isForReading = false
    await this.#deps.apart?.stop()
    await store?.upkeep.close().catch(() => undefined)
  }

  /** Goes on with reading alone, where even that can be done. */
  async #read(state: 'full' | 'read_only', cause: unknown): Promise<void> {
    if (this.#status.state === 'read_only') return
    this.#become(state, cause)
    await this.#letGo()
    this.#isForReading = true
    if (state === 'read_only') this.#parked.refuse(state)
    try {
      if (!this.#isClosed) this.#store = this.#deps.openToRead()
    } catch (next) {
      // Then nothing can be asked, and every question is told so.
      this.#unreadable = next
    }
  }

  #becomeSound(): void {
    this.#status = soundStorage
    // Told last: whoever hears it goes through what has no answer yet.
    void this.#parked
      .settle((ask) => this.call(ask))
      .then(() => {
        if (this.#status === soundStorage) this.#deps.tell(soundStorage)
      })
  }

  #become(state: StorageState, cause: unknown, isReserveSpent = false): void {
    const was = this.#status
    const isSpent = state === 'full' && (isReserveSpent || was.isReserveSpent)
    this.#status = { state, cause: codeOf(cause), isReserveSpent: isSpent }
    if (was.state !== state || was.isReserveSpent !== isSpent) this.#deps.tell(this.#status)
  }
}
