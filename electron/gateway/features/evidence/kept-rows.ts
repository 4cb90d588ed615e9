import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { partBeside } from '../../platform/durable-file.ts'

const piece = 64 * 1024
const lineEnd = 10

/**
 * Rows on the disk, since a shop's years have more of them than memory holds: added one after the other, then read as
 * often as wanted. Its file has no name that anybody knows, and is gone when it is closed.
 */
export class KeptRows<Row extends object> implements Iterable<Row> {
  readonly #file: string
  readonly #handle: number
  #waiting: string[] = []
  #waitingLength = 0
  #count = 0

  /** @param file it lies beside @throws Error of the file system */
  constructor(file: string) {
    this.#file = partBeside(file)
    this.#handle = openSync(this.#file, 'wx+', 0o600)
  }

  add(row: Row): void {
    const text = `${JSON.stringify(row)}\n`
    this.#count += 1
    this.#waiting.push(text)
    this.#waitingLength += text.length
    if (this.#waitingLength >= piece) this.#write()
  }

  get count(): number {
    return this.#count
  }

  *[Symbol.iterator](): Generator<Row> {
    this.#write()
    const read = Buffer.alloc(piece)
    let rest = Buffer.alloc(0)
    for (let at = 0, length = 1; length > 0; at += length) {
      length = readSync(this.#handle, read, 0, piece, at)
      rest = Buffer.concat([rest, read.subarray(0, length)])
      let begin = 0
      for (let end = rest.indexOf(lineEnd); end >= 0; end = rest.indexOf(lineEnd, begin)) {
        yield JSON.parse(rest.toString('utf8', begin, end)) as Row
        begin = end + 1
      }
      rest = rest.subarray(begin)
    }
  }

  close(): void {
    closeSync(this.#handle)
    rmSync(this.#file, { force: true })
  }

  #write(): void {
    // Behind what was written before: reading does not move that place.
    writeFileSync(this.#handle, this.#waiting.join(''))
    this.#waiting = []
    this.#waitingLength = 0
  }
}
