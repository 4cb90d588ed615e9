import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { frameOf } from './frame.ts'

/** A line of the journal as an archive gives it back. */
export interface ArchivedLine {
  readonly line: number
  readonly previous: Buffer
  readonly chain: Buffer
  readonly head: string
  /** Body and document as they were given, one after the other. */
  readonly rest: Uint8Array
}

/** Many lines that follow from each other, packed together: of what sales have in common little is kept twice. */
export interface Block {
  readonly first_line: number
  readonly last_line: number
  readonly chain_before: Buffer
  readonly chain_after: Buffer
  readonly bytes: Buffer
}

/** So much is packed at once; it is also what has to be unpacked to read one line of it. */
export const blockBytes = 128 * 1024
const mostBytes = 64 * 1024 * 1024
const lengthsBytes = 8

/**
 * The lines one after the other, each as lengths of head and rest (u32, u32), head, rest; then Brotli (RFC 7932). The
 * chains are left out: they follow from what is said, and the last one proves all of it.
 */
export function blockOf(lines: readonly ArchivedLine[]): Block {
  const plain = plainBytesOf(lines)
  return { ...extentOf(lines), bytes: brotliCompressSync(plain, packing(plain)) }
}

/** The same, packed beside whoever asks. */
export async function blockApart(lines: readonly ArchivedLine[]): Promise<Block> {
  const plain = plainBytesOf(lines)
  return { ...extentOf(lines), bytes: await compressApart(plain, packing(plain)) }
}

const compressApart = promisify(brotliCompress)

const plainBytesOf = (lines: readonly ArchivedLine[]): Buffer => Buffer.concat(lines.flatMap(partsOf))

const packing = ({ length }: Buffer) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: length },
})

function extentOf(lines: readonly ArchivedLine[]): Omit<Block, 'bytes'> {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) throw new Error('a block has a line at least')
  return { first_line: first.line, last_line: last.line, chain_before: first.previous, chain_after: last.chain }
}

/** The records that lines tell of. */
export const recordsIn = (lines: readonly ArchivedLine[]): ReadonlySet<number> =>
  new Set(lines.flatMap((each) => recordNumber(each.head) ?? []))

/** Of a line of an event, as `eventFrame` begins it; an act has none. */
export const recordNumber = (head: string): number | null => {
  const found = /^\{"line":\d+,"event":\d+,"record":(\d+),/.exec(head)?.[1]
  return found === undefined ? null : Number(found)
}

function partsOf({ head, rest }: ArchivedLine): readonly Uint8Array[] {
  const headBytes = Buffer.from(head)
  const lengths = Buffer.alloc(lengthsBytes)
  lengths.writeUInt32BE(headBytes.length)
  lengths.writeUInt32BE(rest.length, 4)
  return [lengths, headBytes, rest]
}

/** Lines as they are packed together. */
export function* grouped(lines: Iterable<ArchivedLine>): Generator<readonly ArchivedLine[]> {
  let group: ArchivedLine[] = []
  let bytes = 0
  for (const line of lines) {
    group.push(line)
    bytes += line.head.length + line.rest.length
    if (bytes < blockBytes) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}

/** @returns the lines, each proved by the chain; null where they are not what was kept */
export function linesOf(block: Block): readonly ArchivedLine[] | null {
  const plain = plainOf(block.bytes)
  if (!plain) return null
  const lines: ArchivedLine[] = []
  let previous = block.chain_before
  for (let at = 0; at < plain.length; ) {
    const said = saidAt(plain, at)
    if (!said) return null
    const { head, rest, end } = said
    const { chain } = frameOf(previous, head, rest.length === 0 ? null : { plain: rest, kept: rest })
    lines.push({ line: block.first_line + lines.length, previous, chain, head, rest })
    previous = chain
    at = end
  }
  return lines.at(-1)?.line === block.last_line && previous.equals(block.chain_after) ? lines : null
}

function plainOf(bytes: Buffer): Buffer | null {
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: mostBytes })
  } catch {
    // It is not what was packed; the reason is zlib's own.
    return null
  }
}

function saidAt(plain: Buffer, at: number) {
  if (at + lengthsBytes > plain.length) return null
  const restAt = at + lengthsBytes + plain.readUInt32BE(at)
  const end = restAt + plain.readUInt32BE(at + 4)
  if (end > plain.length) return null
  return { head: plain.toString('utf8', at + lengthsBytes, restAt), rest: plain.subarray(restAt, end), end }
}
