import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { partBeside } from '../../platform/durable-file.ts'

/** The longest document number has fifty places of three bytes each at most. */
const mostBytes = 150
const slotBytes = 1 + mostBytes

/**
 * The document numbers of records, on the disk: any attempt may be of a record that came in years before, and so all of
 * them are needed. A record's place in the file follows from its number in the journal.
 */
export class KeptNumbers {
  readonly #file: string
  readonly #handle: number
  readonly #slot = Buffer.alloc(slotBytes)

  /** @param file it lies beside @throws Error of the file system */
  constructor(file: string) {
    this.#file = partBeside(file)
    this.#handle = openSync(this.#file, 'wx+', 0o600)
  }

  /** @param number of at most fifty places; none is one, too */
  keep(record: number, number: string): void {
    // A place nobody wrote to is read as noughts.
    this.#slot[0] = 1 + this.#slot.write(number, 1)
    writeSync(this.#handle, this.#slot, 0, slotBytes, record * slotBytes)
  }

  /** @returns null for a record of which none was kept */
  of(record: number): string | null {
    const length = readSync(this.#handle, this.#slot, 0, slotBytes, record * slotBytes)
    const [end = 0] = this.#slot
    return length < slotBytes || end === 0 ? null : this.#slot.toString('utf8', 1, end)
  }

  close(): void {
    closeSync(this.#handle)
    rmSync(this.#file, { force: true })
  }
}
