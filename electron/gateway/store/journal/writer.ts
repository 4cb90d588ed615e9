import { closeSync, fdatasync, fdatasyncSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { syncFolder } from '../../platform/durable-file.ts'
import type { Frame } from '../kept/frame.ts'
import { beginning, headerBytes, headerOf, isOfOlderForm, type Place, pathOf } from './files.ts'

/** A file is full at this size; the next line goes into a new one. */
const fullBytes = 64 * 1024 * 1024

/**
 * A disk that syncs within so long is waited for where the lines are written: waking another thread for it, and being
 * woken by that, would cost more than the wait.
 */
const quickMs = 1

interface Waiting {
  readonly resolve: () => void
  readonly reject: (cause: Error) => void
}

/** Writes lines behind those that are there, and says when the disk has them. */
export class JournalWriter {
  readonly #directory: string
  readonly #fullBytes: number
  #file: number
  #place: Place
  /** Lines as they are written today go into a file of their own. */
  #isOfOlderForm: boolean
  #waiting: Waiting[] = []
  #isSyncing = false
  /** How long the last sync took. */
  #lastSyncMs = Number.POSITIVE_INFINITY

  /** @param place the end of the journal; what a crash left behind it has been quarantined */
  constructor(directory: string, place: Place, most = fullBytes) {
    this.#directory = directory
    this.#fullBytes = most
    this.#place = place
    // Where no line is kept the beginning is written anew: a crash may have torn it.
    this.#file = place.offset > headerBytes ? openSync(pathOf(directory, place.file), 'r+') : this.#make(place)
    ftruncateSync(this.#file, place.offset)
    this.#isOfOlderForm = isOfOlderForm(pathOf(directory, place.file))
    const failure = this.#rollOver()
    if (failure) throw failure
  }

  /** The end of what is written. */
  get place(): Place {
    return this.#place
  }

  /** @throws Error of the file system; nothing counts as written then, and the same lines can be written again */
  append(frames: readonly Frame[]): void {
    const last = frames.at(-1)
    if (!last) return
    const bytes = frames.length === 1 ? last.bytes : Buffer.concat(frames.map((frame) => frame.bytes))
    const { file, offset, line } = this.#place
    // At a place of its own: what a full disk cut short is written over by the next try.
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#file, bytes, written, bytes.length - written, offset + written)
    const end = offset + bytes.length
    this.#place = { file, offset: end, line: line + frames.length, chain: last.chain, lastBytes: last.bytes.length }
  }

  /** Resolves once everything appended so far survives a power cut; one sync serves all that wait for it. */
  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      if (!this.#isSyncing) this.#syncWaiting()
    })
  }

  get isSyncing(): boolean {
    return this.#isSyncing
  }

  /** As `sync`, and everything else waits meanwhile. */
  syncNow(): void {
    fdatasyncSync(this.#file)
  }

  /** Everything is on the disk and no file open. */
  async close(): Promise<void> {
    await this.sync().finally(() => this.release())
  }

  /** No file is open any more; never while a sync is under way on it. */
  release(): void {
    closeSync(this.#file)
  }

  #syncWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const begun = performance.now()
    const done = (cause: Error | null) => {
      this.#isSyncing = false
      this.#lastSyncMs = performance.now() - begun
      const failure = cause ?? this.#rollOver()
      for (const { resolve, reject } of waiting) {
        if (failure) reject(failure)
        else resolve()
      }
      if (this.#waiting.length > 0 && !this.#isSyncing) this.#syncWaiting()
    }
    this.#isSyncing = true
    if (this.#lastSyncMs < quickMs) return done(syncedNow(this.#file))
    // Off this thread: the next group commits to the database meanwhile.
    fdatasync(this.#file, done)
  }

  /** Between two syncs only: no file is closed while one is under way on it. */
  #rollOver(): Error | null {
    const { file, offset, line, chain } = this.#place
    if (offset < this.#fullBytes && !this.#isOfOlderForm) return null
    try {
      fdatasyncSync(this.#file)
    } catch (cause) {
      return cause as Error
    }
    try {
      const next = beginning(file + 1, line, chain)
      const fresh = this.#make(next)
      closeSync(this.#file)
      this.#file = fresh
      this.#place = next
      this.#isOfOlderForm = false
    } catch {
      // No room for another file: this one goes on, and the next sync tries again.
    }
    return null
  }

  #make(place: Place): number {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    const file = openSync(pathOf(this.#directory, place.file), 'w', 0o600)
    writeSync(file, headerOf(place), 0, headerBytes, 0)
    fsyncSync(file)
    syncFolder(this.#directory)
    return file
  }
}

function syncedNow(file: number): Error | null {
  try {
    fdatasyncSync(file)
    return null
  } catch (cause) {
    return cause as Error
  }
}
