import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isPacked, type Packed, unpacked } from './packed.ts'

/**
 * One line of the journal as it stands in its file:
 *
 *     length u32 | crc32 u32 | chain of the line before, 32 bytes | length of the head u32 | head, JSON | body | document
 *
 * Length and CRC tell a line that was torn off by a crash from one that is whole; the chain tells whether a whole one is
 * the one that was written. Binary, because a till's body and a sent document stand in it byte for byte; the head is
 * readable with any tool that shows text.
 *
 * With the highest bit of the head's length set, what follows the head is packed. The chain is of what the line says,
 * unpacked and without that bit: how it is packed proves nothing and may change.
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
const packedBit = 0x8000_0000

/** @param rest what stands behind the head; null for nothing */
export function frameOf(previous: Uint8Array, head: string, rest: Packed | null): Frame {
  const said = assembled(previous, head, rest?.plain)
  const chain = hash('sha256', said.subarray(prefixBytes), 'buffer')
  const isShorter = rest !== null && rest.kept !== rest.plain && isPacked(rest.kept)
  const bytes = isShorter ? assembled(previous, head, rest.kept) : said
  if (isShorter) bytes.writeUInt32BE(bytes.readUInt32BE(headAt - 4) + packedBit, headAt - 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(prefixBytes)), 4)
  return { bytes, chain }
}

function assembled(previous: Uint8Array, head: string, rest: Uint8Array = Buffer.alloc(0)): Buffer {
  const headBytes = Buffer.byteLength(head)
  const bytes = Buffer.allocUnsafe(headAt + headBytes + rest.length)
  bytes.writeUInt32BE(bytes.length - prefixBytes, 0)
  bytes.set(previous, prefixBytes)
  bytes.writeUInt32BE(headBytes, headAt - 4)
  bytes.write(head, headAt)
  bytes.set(rest, headAt + headBytes)
  return bytes
}

/** What a line says, read back in whatever form it was kept. */
export interface LineRead extends Pick<Frame, 'chain'> {
  readonly previous: Buffer
  readonly head: string
  /** Body and document as they were given, one after the other. */
  readonly rest: Uint8Array
}

export interface FrameRead extends LineRead, Frame {}

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
  const headLength = bytes.readUInt32BE(at + headAt - 4)
  const headEnd = headAt + (headLength % packedBit)
  if (at + headEnd > end) return null
  const previous = bytes.subarray(at + prefixBytes, at + prefixBytes + chainBytes)
  const head = bytes.toString('utf8', at + headAt, at + headEnd)
  const kept = bytes.subarray(at + headEnd, end)
  const line = { bytes: bytes.subarray(at, end), previous, head }
  if (headLength < packedBit) return { ...line, chain: hash('sha256', covered, 'buffer'), rest: kept }
  const rest = isPacked(kept) ? unpacked(kept)?.plain : null
  if (!rest) return null
  const said = Buffer.concat([covered.subarray(0, headEnd - prefixBytes), rest])
  said.writeUInt32BE(headLength - packedBit, chainBytes)
  return { ...line, chain: hash('sha256', said, 'buffer'), rest }
}
