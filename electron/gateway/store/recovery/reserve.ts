import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const megabyte = 1024 * 1024
export const reserveBytes = 16 * megabyte
/** The next sales must not fail at once. */
const roomForSales = 4 * megabyte

/**
 * Room put by on the disk. It is given up so that a gateway can start on a full disk, and write down what the authority
 * answers: otherwise a document that the authority has would be in doubt here (reliability ST7).
 */
export class Reserve {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Whether it is there, or has room, and some sales beside it. */
  fits(): boolean {
    const { bavail, bsize } = statfsSync(dirname(this.#file))
    return bavail * bsize >= roomForSales + (this.#isKept() ? 0 : reserveBytes)
  }

  /**
   * Makes it if it is missing. It is really written, because free room that is only counted may belong to a quota; of
   * chance, because a file system that compresses would put zeros by for nothing.
   * @throws ENOSPC if the disk has no room for it and for some sales
   */
  async keep(): Promise<void> {
    if (!this.fits()) throw Object.assign(new Error('the disk has no room for sales'), { code: 'ENOSPC' })
    if (!this.#isKept()) await this.#make()
  }

  /** @returns false if it was given up before */
  giveUp(): boolean {
    const wasKept = this.#isKept()
    rmSync(this.#file, { force: true })
    return wasKept
  }

  #isKept(): boolean {
    const found = statSync(this.#file, { throwIfNoEntry: false })
    // A sparse file has too few blocks; Windows counts none.
    return found?.size === reserveBytes && (process.platform === 'win32' || found.blocks * 512 >= reserveBytes)
  }

  async #make(): Promise<void> {
    const part = `${this.#file}.part`
    try {
      // A link that lies there under this name is not written through.
      await rm(part, { force: true })
      const handle = await open(part, 'wx', 0o600)
      try {
        await fill(handle)
      } finally {
        await handle.close()
      }
      await rename(part, this.#file)
    } finally {
      await rm(part, { force: true })
    }
  }
}

async function fill(handle: FileHandle): Promise<void> {
  const piece = randomFillSync(Buffer.alloc(megabyte))
  for (let written = 0; written < reserveBytes; written += piece.length) await handle.writeFile(piece)
  await handle.sync()
}
