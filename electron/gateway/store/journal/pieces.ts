import { type FrameRead, frameAt, frameLength, prefixBytes } from '../kept/frame.ts'
import { bytesOf, sizeOf } from './files.ts'

/** A journal may be larger than the memory there is: of its files one piece after the other is read. */
const pieceBytes = 1024 * 1024

/** A file of the journal, of which no more is in memory than the piece that is looked at. */
export class FileInPieces {
  /** As it was at first: what is written meanwhile is nobody's question. */
  readonly size: number
  readonly #path: string
  #piece: Buffer = Buffer.alloc(0)
  #from = 0

  constructor(path: string) {
    this.#path = path
    this.size = sizeOf(path)
  }

  /** @returns null where no whole line stands there */
  frame(at: number): FrameRead | null {
    const length = frameLength(this.bytes(at, prefixBytes), 0)
    return length === null ? null : frameAt(this.bytes(at, length), 0)
  }

  /** Fewer where the file ends. */
  bytes(at: number, length: number): Buffer {
    const isHere = at >= this.#from && at + length <= this.#from + this.#piece.length
    if (!isHere) {
      // Memory of its own for every piece: the lines of the one before may still be in use.
      this.#piece = bytesOf(this.#path, at, Math.min(at + Math.max(length, pieceBytes), this.size))
      this.#from = at
    }
    return this.#piece.subarray(at - this.#from, at - this.#from + length)
  }
}
