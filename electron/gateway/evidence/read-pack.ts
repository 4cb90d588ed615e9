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
/** More than any pack has; a small file must not become a large one here. */
const mostBytes = 1024 * 1024 * 1024

/**
 * Reads the files of a zip as `evidence` writes it: stored or deflated, no comment, not larger than 4 GB.
 * @throws Error where it is no such file
 */
export function readPack(bytes: Buffer): readonly PackMember[] {
  const endAt = bytes.length - endBytes
  if (endAt < 0 || bytes.readUInt32LE(endAt) !== endMark) throw new Error('its end is missing or changed')
  const members: PackMember[] = []
  let at = bytes.readUInt32LE(endAt + 16)
  for (let left = bytes.readUInt16LE(endAt + 10); left > 0; left -= 1) {
    if (at + 46 > endAt || bytes.readUInt32LE(at) !== entryMark) throw new Error('its list of files is changed')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, nameEnd)
    members.push({ name, content: contentOf(bytes, at, name) })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (at !== endAt) throw new Error('its list of files is changed')
  return members
}

function contentOf(bytes: Buffer, entryAt: number, name: string): Buffer | string {
  const method = bytes.readUInt16LE(entryAt + 10)
  const packedBytes = bytes.readUInt32LE(entryAt + 20)
  const at = bytes.readUInt32LE(entryAt + 42)
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localMark) return 'its beginning is changed'
  const nameEnd = at + 30 + bytes.readUInt16LE(at + 26)
  if (bytes.toString('utf8', at + 30, nameEnd) !== name) return 'its name is changed'
  const begin = nameEnd + bytes.readUInt16LE(at + 28)
  const packed = bytes.subarray(begin, begin + packedBytes)
  try {
    const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: mostBytes })
    return crc32(content) === bytes.readUInt32LE(entryAt + 16) ? content : 'its content is changed'
  } catch {
    return 'its content is changed'
  }
}
