import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { checkpoint } from '../../platform/crash-points.ts'
import { partsBeside } from '../../platform/durable-file.ts'
import { refuseWithoutRoom } from '../archive/room.ts'
import { type ArchivedLine, blockOf, grouped } from '../kept/archive-block.ts'
import { beginningOf, bytesOf, fileName, headerBytes, type Place, packedHeaderOf, pathOf } from './files.ts'
import { bytesOfBlock } from './packed-file.ts'
import { type WalkEnd, walkFile, walkPacked } from './walk.ts'

export interface Packing {
  /** The database. */
  readonly file: string
  /** The journal's. */
  readonly directory: string
  readonly number: number
  /** What is written beside it, to be put in its place. */
  readonly part: string
}

/**
 * Writes a file of the journal to which nothing is added any more into another, its lines packed in blocks, down to the
 * disk; and proves by what can be read back that it leads from the same line to the same line.
 * @throws Error where the file cannot be read to its end, or of the file system
 */
export function packFile({ directory, number, part }: Omit<Packing, 'file'>): void {
  const path = pathOf(directory, number)
  // What a crash left of one that was never named.
  for (const left of partsBeside(path)) rmSync(left, { force: true })
  refuseWithoutRoom(directory)
  const [start, next] = [path, pathOf(directory, number + 1)].map((each) => beginningOf(bytesOf(each, 0, headerBytes)))
  if (!start || !next) throw new Error(`${fileName(number)} cannot be packed without the file that follows it`)
  const leads = ({ place, isWhole }: WalkEnd) => isWhole && place.line === next.line && place.chain.equals(next.chain)
  try {
    if (!leads(write(part, start, path)))
      throw new Error(`${fileName(number)} of the journal cannot be read to its end`)
    checkpoint('journal_file_written')
    if (!leads(readBack(part, start)))
      throw new Error(`${fileName(number)} could not be packed: it read back otherwise`)
  } catch (cause) {
    rmSync(part, { force: true })
    throw cause
  }
}

function write(part: string, start: Place, path: string): WalkEnd {
  const lines = new LinesOf(path, start)
  const file = openSync(part, 'wx', 0o600)
  try {
    writeFileSync(file, packedHeaderOf(start))
    for (const group of grouped(lines.read())) writeFileSync(file, bytesOfBlock(blockOf(group)))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return lines.end
}

function readBack(part: string, start: Place): WalkEnd {
  const lines = walkPacked(part, start)
  for (;;) {
    const step = lines.next()
    if (step.done) return step.value
  }
}

/** The lines of one file, and how they end. */
class LinesOf {
  end: WalkEnd
  readonly #path: string
  readonly #start: Place

  constructor(path: string, start: Place) {
    this.#path = path
    this.#start = start
    this.end = { place: start, isWhole: false }
  }

  *read(): Generator<ArchivedLine> {
    const lines = walkFile(this.#path, this.#start)
    for (let step = lines.next(); ; step = lines.next()) {
      if (step.done) {
        this.end = step.value
        return
      }
      const { frame, place } = step.value
      const { previous, chain, head, rest } = frame
      yield { line: place.line, previous, chain, head, rest }
    }
  }
}
