import { frameAt, headAt, type LineRead } from '../kept/frame.ts'
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
import { FileInPieces } from './pieces.ts'

export interface Walked {
  readonly frame: LineRead
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
    const path = pathOf(directory, number)
    const start = beginningOf(bytesOf(path, 0, headerBytes))
    if (start?.file !== number) return { place, isWhole: false }
    if (number !== from.file) {
      if (!isNext(place, start)) return { place, isWhole: false }
      place = start
    }
    const end = yield* walkFile(path, place)
    if (!end.isWhole) return end
    place = end.place
  }
  return { place, isWhole: true }
}

/** Every line after a place of one file. */
function* walkFile(path: string, from: Place): Generator<Walked, WalkEnd> {
  const file = new FileInPieces(path)
  let place = from
  for (let frame = file.frame(place.offset); frame; frame = file.frame(place.offset)) {
    if (!frame.previous.equals(place.chain)) return { place, isWhole: false }
    const lastBytes = frame.bytes.length
    const { file: number, offset, line } = place
    place = { file: number, offset: offset + lastBytes, line: line + 1, chain: frame.chain, lastBytes }
    yield { frame, place }
  }
  return { place, isWhole: place.offset === file.size }
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
