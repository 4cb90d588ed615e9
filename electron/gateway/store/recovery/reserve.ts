import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { troubleOf } from '../refusal.ts'

const megabyte = 1024 * 1024
export const reserveBytes = 16 * megabyte

/**
 * Room put by on the disk. It is given up when the disk is full and the authority answers: what it answered must be
 * written down, or a document that it has would be in doubt here (reliability ST7).
 */
export class Reserve {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Whether it is there, and takes its room for real. */
  isKept(): boolean {
    const found = statSync(this.#file, { throwIfNoEntry: false })
    if (found?.size !== reserveBytes) return false
    // Windows counts no blocks; where they are counted, a sparse file has too few.
    return process.platform === 'win32' || found.blocks * 512 >= reserveBytes
  }

  /** Whether the disk has the room for it, as far as the file system tells. */
  fits(): boolean {
    const { bavail, bsize } = statfsSync(dirname(this.#file))
    return bavail * bsize > reserveBytes
  }

  /** Makes it where it is missing. @returns false where there is no room for it */
  async keep(): Promise<boolean> {
    return this.isKept() || (await this.#takes(reserveBytes, this.#file))
  }

  /** Whether there is some room beside it: the next sales must not fail at once. */
  hasRoomBeside(): Promise<boolean> {
    return this.#takes(4 * megabyte, null)
  }

  /** @returns false where it was given up before */
  giveUp(): boolean {
    const wasKept = this.isKept()
    rmSync(this.#file, { force: true })
    return wasKept
  }

  /** Really writes so much, because free room that is only counted may belong to somebody's quota. */
  async #takes(bytes: number, keptAs: string | null): Promise<boolean> {
    const part = `${this.#file}.part`
    try {
      // What somebody put there under this name, a link perhaps, is not written through.
      await rm(part, { force: true })
      const handle = await open(part, 'wx', 0o600)
      try {
        await fill(handle, bytes)
      } finally {
        await handle.close()
      }
      if (keptAs !== null) await rename(part, keptAs)
      return true
    } catch (cause) {
      if (troubleOf(cause) === 'full') return false
      throw cause
    } finally {
      await rm(part, { force: true })
    }
  }
}

async function fill(handle: FileHandle, bytes: number): Promise<void> {
  // Of chance: a file system that compresses would put zeros by for nothing.
  const piece = randomFillSync(Buffer.alloc(megabyte))
  for (let written = 0; written < bytes; written += piece.length) await handle.writeFile(piece)
  await handle.sync()
}
