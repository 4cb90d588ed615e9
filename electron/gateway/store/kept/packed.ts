import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { dictionaries } from './dictionary.ts'

/** Bytes as somebody gave them, and the fewer that are kept in their place. */
export interface Packed {
  readonly plain: Uint8Array
  readonly kept: Uint8Array
}

/**
 * How bytes are kept: the number of the packing, the CRC-32 of what they were, and these as raw DEFLATE (RFC 1951) with a
 * dictionary, which any zlib reads. A number never changes its meaning. What an older Resit kept is JSON as it came, and
 * begins as JSON does.
 */
const packings = {
  // While a till waits: what takes little time.
  body: { number: 1, dictionary: dictionaries.body, windowBits: 13, memLevel: 4, level: 1, chunkSize: 1024 },
  document: { number: 2, dictionary: dictionaries.document, windowBits: 14, memLevel: 5, level: 6, chunkSize: 4096 },
} as const

const headBytes = 5
const beginningsOfJson: ReadonlySet<number | undefined> = new Set(Buffer.from('{[ \t\r\n'))
/** Nothing that is kept was longer: a body has 1 MB at most and a document less. */
const mostBytes = 32 * 1024 * 1024

export type Packing = keyof typeof packings

export function packed(plain: Uint8Array, as: Packing): Packed {
  const { number, ...options } = packings[as]
  const short = deflateRawSync(plain, options)
  const kept = Buffer.allocUnsafe(headBytes + short.length)
  kept.writeUInt8(number)
  kept.writeUInt32BE(crc32(plain), 1)
  kept.set(short, headBytes)
  return { plain, kept }
}

/** Whether it is not simply what it was. */
export const isPacked = (kept: Uint8Array): boolean => packingOf(kept) !== undefined

const packingOf = ([first]: Uint8Array) => Object.values(packings).find(({ number }) => number === first)

/** @returns null where that is not what was kept: it was damaged, or somebody changed it */
export function unpacked(kept: Uint8Array): Packed | null {
  const packing = packingOf(kept)
  if (!packing) return beginningsOfJson.has(kept[0]) ? { plain: kept, kept } : null
  if (kept.length < headBytes) return null
  const { dictionary, windowBits } = packing
  try {
    const plain = inflateRawSync(kept.subarray(headBytes), { dictionary, windowBits, maxOutputLength: mostBytes })
    const crc = Buffer.from(kept.buffer, kept.byteOffset, headBytes).readUInt32BE(1)
    return crc32(plain) === crc ? { plain: inOwnMemory(plain), kept } : null
  } catch {
    // Neither the packing nor its length is right; the reason is zlib's own.
    return null
  }
}

/** What goes to another thread takes along all that lies in the same memory. */
function inOwnMemory(bytes: Uint8Array): Buffer {
  const own = Buffer.alloc(bytes.length)
  own.set(bytes)
  return own
}
