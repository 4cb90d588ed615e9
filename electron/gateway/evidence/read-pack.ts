import { crc32, inflateRawSync } from 'node:zlib'

/** One file of a pack; the text says what is wrong with it where it cannot be read. */
export interface PackMember {
  readonly name: string
  readonly content: Buffer | string
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
/** More than all files of any pack have together; a small file must not become a large one here. */
const mostContentBytes = 1024 * 1024 * 1024

/**
 * Reads the files of a zip as `evidence` writes it: stored or deflated, no comment, not larger than 4 GB.
 * @param mostBytes of all contents together
 * @throws Error where it is no such file
 */
export function readPack(bytes: Buffer, mostBytes = mostContentBytes): readonly PackMember[] {
  const endAt = bytes.length - endBytes
  if (endAt < 0 || bytes.readUInt32LE(endAt) !== endMark) throw new Error('its end is missing or changed')
  const members: PackMember[] = []
  let left = mostBytes
  let dataEnd = 0
  let at = bytes.readUInt32LE(endAt + 16)
  for (let entries = bytes.readUInt16LE(endAt + 10); entries > 0; entries -= 1) {
    if (at + 46 > endAt || bytes.readUInt32LE(at) !== entryMark) throw new Error('its list of files is changed')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, nameEnd)
    const packed = packedOf(bytes, at, name)
    if (typeof packed === 'string') members.push({ name, content: packed })
    else {
      // One after the other as they were written: files that share bytes make much of little.
      if (packed.localAt < dataEnd) throw new Error('two of its files share their bytes')
      dataEnd = packed.localAt + packed.allBytes
      const content = contentOf(bytes, at, { packed: packed.content, mostBytes: left })
      if (typeof content !== 'string') left -= content.length
      members.push({ name, content })
    }
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (at !== endAt) throw new Error('its list of files is changed')
  return members
}

interface Packed {
  readonly content: Buffer
  /** Where its own heading begins, and how much follows from there. */
  readonly localAt: number
  readonly allBytes: number
}

function packedOf(bytes: Buffer, entryAt: number, name: string): Packed | string {
  const packedBytes = bytes.readUInt32LE(entryAt + 20)
  const localAt = bytes.readUInt32LE(entryAt + 42)
  if (localAt + 30 > bytes.length || bytes.readUInt32LE(localAt) !== localMark) return 'its beginning is changed'
  const nameEnd = localAt + 30 + bytes.readUInt16LE(localAt + 26)
  if (bytes.toString('utf8', localAt + 30, nameEnd) !== name) return 'its name is changed'
  const begin = nameEnd + bytes.readUInt16LE(localAt + 28)
  const end = begin + packedBytes
  return { content: bytes.subarray(begin, end), localAt, allBytes: end - localAt }
}

/** @throws Error where there is more in it than is left of what a pack may have */
function contentOf(
  bytes: Buffer,
  entryAt: number,
  { packed, mostBytes }: { readonly packed: Buffer; readonly mostBytes: number },
): Buffer | string {
  const isStored = bytes.readUInt16LE(entryAt + 10) === 0
  try {
    const content = isStored ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) })
    if (content.length > mostBytes) throw new RangeError(tooLarge)
    return crc32(content) === bytes.readUInt32LE(entryAt + 16) ? content : 'its content is changed'
  } catch (cause) {
    if (cause instanceof RangeError) throw new Error(tooLarge, { cause })
    return 'its content is changed'
  }
}

const tooLarge = 'it unpacks to more than any pack has'
