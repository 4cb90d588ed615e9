import { crc32 } from 'node:zlib'
import { type ArchivedLine, type Block, linesOf } from '../kept/archive-block.ts'
import { chainBytes } from '../kept/frame.ts'
import { headerBytes, type Place } from './files.ts'
import { FileInPieces } from './pieces.ts'

/** length u32 | crc32 u32 | first line u64 | last line u64 | chain before | chain after | lines, as `blockOf` packs them */
const prefixBytes = 8
const linesAt = prefixBytes + 8 + 8 + chainBytes + chainBytes
const mostBytes = 64 * 1024 * 1024

export function bytesOfBlock({ first_line, last_line, chain_before, chain_after, bytes }: Block): Buffer {
  const whole = Buffer.allocUnsafe(linesAt + bytes.length)
  whole.writeUInt32BE(whole.length, 0)
  whole.writeBigUInt64BE(BigInt(first_line), prefixBytes)
  whole.writeBigUInt64BE(BigInt(last_line), prefixBytes + 8)
  whole.set(chain_before, prefixBytes + 16)
  whole.set(chain_after, prefixBytes + 16 + chainBytes)
  whole.set(bytes, linesAt)
  whole.writeUInt32BE(crc32(whole.subarray(prefixBytes)), 4)
  return whole
}

/** A block and where it ends. */
interface Placed extends Block {
  readonly end: number
  readonly length: number
}

/** @returns null where no whole block stands there */
function blockAt(file: FileInPieces, at: number): Placed | null {
  if (at < headerBytes || at + linesAt > file.size) return null
  const length = file.bytes(at, prefixBytes).readUInt32BE(0)
  if (length < linesAt || length > mostBytes || at + length > file.size) return null
  const whole = file.bytes(at, length)
  if (whole.length < length || crc32(whole.subarray(prefixBytes)) !== whole.readUInt32BE(4)) return null
  return {
    first_line: Number(whole.readBigUInt64BE(prefixBytes)),
    last_line: Number(whole.readBigUInt64BE(prefixBytes + 8)),
    chain_before: whole.subarray(prefixBytes + 16, prefixBytes + 16 + chainBytes),
    chain_after: whole.subarray(prefixBytes + 16 + chainBytes, linesAt),
    bytes: whole.subarray(linesAt),
    end: at + length,
    length,
  }
}

/** @returns the last line of a file that is whole; null where it is not */
export function lastPackedLine(path: string): number | null {
  const file = new FileInPieces(path)
  let last: number | null = null
  let at = headerBytes
  for (let block = blockAt(file, at); block; block = blockAt(file, at)) {
    last = block.last_line
    at = block.end
  }
  return at === file.size ? last : null
}

/** A line, and the end of its block. */
export interface PackedLine extends ArchivedLine, Pick<Place, 'offset' | 'lastBytes'> {}

/**
 * The lines of a packed file behind the one at a place, each proved by the chain of its block. A place of before it was
 * packed is found by its line.
 * @returns whether it ended with the file, and not before something that is no block
 */
export function* linesAfter(path: string, { offset, line, lastBytes }: Place): Generator<PackedLine, boolean> {
  const file = new FileInPieces(path)
  const near = blockAt(file, offset - lastBytes)
  let at = near && near.first_line <= line + 1 && line <= near.last_line ? offset - lastBytes : headerBytes
  for (let block = blockAt(file, at); block; block = blockAt(file, at)) {
    at = block.end
    if (block.last_line <= line) continue
    const lines = linesOf(block)
    if (!lines) return false
    for (const each of lines) if (each.line > line) yield { ...each, offset: block.end, lastBytes: block.length }
  }
  return at === file.size
}
