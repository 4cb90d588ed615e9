import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

/** One file of a pack. */
export interface PackMember {
  readonly name: string
  /** Its content piece by piece. @throws ChangedMember as soon as it is not what the list of files says */
  readonly read: () => AsyncGenerator<Buffer>
}

/** Its message says what is wrong with one file of a pack. */
export class ChangedMember extends Error {
  override readonly name = 'ChangedMember'
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30

/** A pack has about a dozen files. */
const mostListBytes = 16 * 1024
/** More than all files of any pack have together, and more than text of ours is ever packed: no bomb, but a pack. */
export const mostContentBytes = 4 * 1024 * 1024 * 1024
const mostRatio = 200
const ratioFromBytes = 1024 * 1024

interface Entry {
  readonly name: string
  readonly isStored: boolean
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly localAt: number
}

/**
 * Reads the list of a zip as `evidence` writes it: stored or deflated, no comment, not larger than 4 GB. Nothing is
 * unpacked before it is read, and no more than the list says.
 * @param mostBytes of all contents together
 * @throws Error where it is no such file, or would unpack to more than any pack does
 */
export async function openPack(handle: FileHandle, mostBytes = mostContentBytes): Promise<readonly PackMember[]> {
  const { size } = await handle.stat()
  const endAt = size - endBytes
  const end = endAt < 0 ? Buffer.alloc(endBytes) : await bytesAt(handle, endAt, endBytes)
  if (end.readUInt32LE(0) !== endMark) throw new Error('its end is missing or changed')
  const listAt = end.readUInt32LE(16)
  if (listAt > endAt || endAt - listAt > mostListBytes) throw new Error(listChanged)
  const entries = entriesIn(await bytesAt(handle, listAt, endAt - listAt), end.readUInt16LE(10))
  refuseBomb(entries, mostBytes)
  return entries.map((entry) => ({ name: entry.name, read: () => contentOf(handle, entry) }))
}

const listChanged = 'its list of files is changed'

const pieceBytes = 64 * 1024

/** Bytes of a file piece by piece. A stream would listen to the handle for as long as that is open, one for every file. */
export async function* piecesOf(
  handle: FileHandle,
  from: number,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const piece = await bytesAt(handle, at, Math.min(pieceBytes, to - at))
    if (piece.length === 0) return
    yield piece
    at += piece.length
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function entriesIn(list: Buffer, count: number): readonly Entry[] {
  const entries: Entry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + entryBytes > list.length || list.readUInt32LE(at) !== entryMark) throw new Error(listChanged)
    const nameEnd = at + entryBytes + list.readUInt16LE(at + 28)
    entries.push({
      name: list.toString('utf8', at + entryBytes, nameEnd),
      isStored: list.readUInt16LE(at + 10) === 0,
      crc: list.readUInt32LE(at + 16),
      packedBytes: list.readUInt32LE(at + 20),
      bytes: list.readUInt32LE(at + 24),
      localAt: list.readUInt32LE(at + 42),
    })
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  if (at !== list.length) throw new Error(listChanged)
  return entries
}

function refuseBomb(entries: readonly Entry[], mostBytes: number): void {
  let dataEnd = 0
  let left = mostBytes
  for (const { localAt, packedBytes, bytes } of entries) {
    // One after the other as they were written: files that share bytes make much of little.
    if (localAt < dataEnd) throw new Error('two of its files share their bytes')
    dataEnd = localAt + localBytes + packedBytes
    left -= bytes
    if (left < 0 || (bytes > ratioFromBytes && bytes > packedBytes * mostRatio))
      throw new Error('it unpacks to more than any pack has')
  }
}

async function* contentOf(handle: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
  const { crc, isStored, packedBytes } = entry
  const start = await beginOf(handle, entry)
  let left = entry.bytes
  let sum = 0
  if (packedBytes > 0) {
    const packed = piecesOf(handle, start, start + packedBytes)
    // Whatever ends the one ends the other; what went wrong is told to whoever reads.
    const content = isStored ? packed : pipeline(packed, createInflateRaw(), () => undefined)
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        left -= chunk.length
        if (left < 0) break
        sum = crc32(chunk, sum)
        yield chunk
      }
    } catch (cause) {
      throw new ChangedMember('its content is changed', { cause })
    }
  }
  if (left !== 0 || sum !== crc) throw new ChangedMember('its content is changed')
}

/** Where the content of a file begins, behind its own heading. */
async function beginOf(handle: FileHandle, { name, localAt }: Entry): Promise<number> {
  const heading = await bytesAt(handle, localAt, localBytes + Buffer.byteLength(name))
  if (heading.length < localBytes || heading.readUInt32LE(0) !== localMark)
    throw new ChangedMember('its beginning is changed')
  const nameEnd = localBytes + heading.readUInt16LE(26)
  if (heading.toString('utf8', localBytes, nameEnd) !== name) throw new ChangedMember('its name is changed')
  return localAt + nameEnd + heading.readUInt16LE(28)
}
