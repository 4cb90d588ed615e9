import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const megabyte = 1024 * 1024
export const reserveBytes = 16 * megabyte
/** Room for the next sales, which would otherwise fail at once. */
const roomForSales = 4 * megabyte

/**
 * Space that is given up when the disk is full: then a gateway can start and write what the authority answers.
 * Otherwise a document that the authority has would be in doubt (reliability ST7).
 */
export class Reserve {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Whether the reserve exists, or fits together with some sales. */
  fits(): boolean {
    const { bavail, bsize } = statfsSync(dirname(this.#file))
    return bavail * bsize >= roomForSales + (this.#isKept() ? 0 : reserveBytes)
  }

  /**
   * Written with random bytes: free space may belong to a quota, and compression would not reserve zeros.
   * @throws ENOSPC if the disk has no room for it and some sales
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
      // A link under this name must not be followed.
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
