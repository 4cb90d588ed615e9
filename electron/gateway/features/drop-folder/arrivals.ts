import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDocumentFile } from './documents.ts'

interface Arrival {
  readonly signature: string
  readonly writtenAt: number
  /** How many times it was seen unchanged. */
  looks: number
  /** The number of looks after which it is due. */
  due: number
}

/** A file that did not change for so long is complete. */
const longStill = 10
const mostPause = 60

/** Documents that are due: not written to between two looks. */
export class Arrivals {
  readonly #directory: string
  #known = new Map<string, Arrival>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** @returns the names, oldest first: a note comes after its sale */
  async due(): Promise<readonly string[]> {
    const seen = new Map<string, Arrival>()
    for (const name of (await readdir(this.#directory)).filter(isDocumentFile)) {
      const arrival = await this.#arrivalOf(name)
      if (arrival) seen.set(name, arrival)
    }
    this.#known = seen
    return [...seen]
      .filter(([, { looks, due }]) => looks >= due)
      .toSorted(([name, one], [other, two]) => one.writtenAt - two.writtenAt || (name < other ? -1 : 1))
      .map(([name]) => name)
  }

  isLongStill(name: string): boolean {
    return (this.#known.get(name)?.looks ?? 0) >= longStill
  }

  /** The document could not be taken. It is tried again after a growing pause. */
  hold(name: string): void {
    const arrival = this.#known.get(name)
    if (arrival) arrival.due = arrival.looks + Math.min(arrival.looks, mostPause)
  }

  forget(name: string): void {
    this.#known.delete(name)
  }

  async #arrivalOf(name: string): Promise<Arrival | null> {
    const found = await lstat(join(this.#directory, name)).catch(() => null)
    if (!found?.isFile()) return null
    const signature = `${found.ino} ${found.size} ${found.mtimeMs}`
    const known = this.#known.get(name)
    if (known?.signature === signature) {
      known.looks += 1
      return known
    }
    return { signature, writtenAt: found.mtimeMs, looks: 0, due: 1 }
  }
}
