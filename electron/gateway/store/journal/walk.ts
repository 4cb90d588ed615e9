import { type FrameRead, frameAt, frameLength, headAt, prefixBytes } from '../kept/frame.ts'
import {
  beginningOf,
  beginnings,
  bytesOf,
  filesIn,
  firstPlace,
  headerBytes,
  type Place,
  pathOf,
  sizeOf,
} from './files.ts'

export interface Walked {
  readonly frame: FrameRead
  /** Its end. */
  readonly place: Place
}

/** How a walk ended: at the end of the journal, or before something that is not its next line. */
export interface WalkEnd {
  readonly place: Place
  readonly isWhole: boolean
}

/** Every line after a place, as long as one follows from the other. */
export function* walk(directory: string, from: Place): Generator<Walked, WalkEnd> {
  let place = from
  const numbers = filesIn(directory).filter((number) => number >= from.file)
  if (numbers[0] !== from.file) return { place, isWhole: numbers.length === 0 && from.line === 0 }
  for (const number of numbers) {
    const file = new FileInPieces(pathOf(directory, number))
    const start = beginningOf(file.bytes(0, headerBytes))
    if (start?.file !== number) return { place, isWhole: false }
    if (number !== from.file) {
      if (!isNext(place, start)) return { place, isWhole: false }
      place = start
    }
    for (let frame = file.frame(place.offset); frame; frame = file.frame(place.offset)) {
      if (!frame.previous.equals(place.chain)) return { place, isWhole: false }
      const lastBytes = frame.bytes.length
      place = { file: number, offset: place.offset + lastBytes, line: place.line + 1, chain: frame.chain, lastBytes }
      yield { frame, place }
    }
    if (place.offset !== file.size) return { place, isWhole: false }
  }
  return { place, isWhole: true }
}

const isNext = (end: Place, start: Place): boolean =>
  start.file === end.file + 1 && start.line === end.line && start.chain.equals(end.chain)

/**
 * A line of the journal, found by walking the one file it must be in.
 * @returns null where the journal has no such line
 */
export function lineIn(directory: string, line: number): Walked | null {
  const start = beginnings(directory).findLast((each) => each.line < line)
  if (!start) return null
  for (const walked of walk(directory, start)) if (walked.place.line === line) return walked
  return null
}

/** Where a line ends; null as above. */
export const placeOf = (directory: string, line: number): Place | null =>
  line === 0 ? firstPlace : (lineIn(directory, line)?.place ?? null)

/** Every head of a line begins so. */
const headStart = '{"line":'

/**
 * The last whole line that stands somewhere behind a place, in its file or in a later one: what leads to it cannot be
 * read.
 * @returns null where there is none
 */
export function lastLineBehind(directory: string, place: Place): number | null {
  let last: number | null = null
  for (const number of filesIn(directory).filter((each) => each >= place.file)) {
    const path = pathOf(directory, number)
    const bytes = bytesOf(path, number === place.file ? place.offset : headerBytes, sizeOf(path))
    for (let at = bytes.indexOf(headStart); at >= 0; at = bytes.indexOf(headStart, at + 1)) {
      const frame = at >= headAt ? frameAt(bytes, at - headAt) : null
      const line = frame ? Number(/^\{"line":(\d+)/.exec(frame.head)?.[1]) : 0
      if (line > place.line) last = Math.max(last ?? 0, line)
    }
  }
  return last
}

/** A journal may be larger than the memory there is: of its files one piece after the other is read. */
const pieceBytes = 1024 * 1024

/** A file of the journal, of which no more is in memory than the piece that is looked at. */
class FileInPieces {
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
