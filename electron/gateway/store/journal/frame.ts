import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * One line of the journal as it stands in its file:
 *
 *     length u32 | crc32 u32 | chain of the line before, 32 bytes | length of the head u32 | head, JSON | body | document
 *
 * Length and CRC tell a line that was torn off by a crash from one that is whole; the chain tells whether a whole one is
 * the one that was written. Binary, because a till's body and a sent document stand in it byte for byte; the head is
 * readable with any tool that shows text.
 */
export interface Frame {
  readonly bytes: Buffer
  /** SHA-256 of the chain before and of what the line says: what the next line begins with. */
  readonly chain: Buffer
}

export const chainBytes = 32
/** What comes before the first line. */
export const origin: Buffer = Buffer.alloc(chainBytes)

/** Of length and CRC. */
export const prefixBytes = 8
/** Where the head of a line begins. */
export const headAt = prefixBytes + chainBytes + 4
/** No line is longer: a body has 1 MB at most and a document less. */
const mostBytes = 32 * 1024 * 1024

/** @param pieces what stands behind the head, in this order */
export function frameOf(previous: Uint8Array, head: string, pieces: readonly Uint8Array[]): Frame {
  const headBytes = Buffer.byteLength(head)
  const size = pieces.reduce((sum, piece) => sum + piece.length, headAt + headBytes)
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeUInt32BE(size - prefixBytes, 0)
  bytes.set(previous, prefixBytes)
  bytes.writeUInt32BE(headBytes, headAt - 4)
  bytes.write(head, headAt)
  let at = headAt + headBytes
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  const covered = bytes.subarray(prefixBytes)
  bytes.writeUInt32BE(crc32(covered), 4)
  return { bytes, chain: hash('sha256', covered, 'buffer') }
}

/** A line read back. */
export interface FrameRead extends Frame {
  readonly previous: Buffer
  readonly head: string
  /** Body and document, one after the other. */
  readonly rest: Buffer
}

/** @returns how many bytes a line says it has, its first 8 are enough to tell; null where none begins there */
export function frameLength(bytes: Buffer, at: number): number | null {
  if (bytes.length < at + prefixBytes) return null
  const length = bytes.readUInt32BE(at)
  return length < headAt - prefixBytes || length > mostBytes ? null : prefixBytes + length
}

/** @returns null where no whole line stands there */
export function frameAt(bytes: Buffer, at: number): FrameRead | null {
  const length = frameLength(bytes, at)
  if (length === null || at + length > bytes.length) return null
  const end = at + length
  const covered = bytes.subarray(at + prefixBytes, end)
  if (crc32(covered) !== bytes.readUInt32BE(at + 4)) return null
  const headEnd = headAt + bytes.readUInt32BE(at + headAt - 4)
  if (at + headEnd > end) return null
  return {
    bytes: bytes.subarray(at, end),
    chain: hash('sha256', covered, 'buffer'),
    previous: bytes.subarray(at + prefixBytes, at + prefixBytes + chainBytes),
    head: bytes.toString('utf8', at + headAt, at + headEnd),
    rest: bytes.subarray(at + headEnd, end),
  }
}
