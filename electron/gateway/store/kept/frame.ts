import { hash } from 'node:crypto'
import type { Packed } from './packed.ts'

/** One line of the journal: what it says, and the chain that it ends with. */
export interface Frame {
  /** JSON. */
  readonly head: string
  /** The till's body and the sent document, one after the other; null for nothing. */
  readonly rest: Packed | null
  /** SHA-256 of the chain before and of what the line says: what the next line begins with. */
  readonly chain: Buffer
}

const chainBytes = 32
/** What comes before the first line. */
export const origin: Buffer = Buffer.alloc(chainBytes)

/** Hashes `chain before | length of the head u32 | head | rest`. The packing of the rest proves nothing and may change. */
export function frameOf(previous: Uint8Array, head: string, rest: Packed | null): Frame {
  const headBytes = Buffer.byteLength(head)
  const restAt = chainBytes + 4 + headBytes
  const said = Buffer.allocUnsafe(restAt + (rest?.plain.length ?? 0))
  said.set(previous)
  said.writeUInt32BE(headBytes, chainBytes)
  said.write(head, chainBytes + 4)
  if (rest) said.set(rest.plain, restAt)
  return { head, rest, chain: hash('sha256', said, 'buffer') }
}

/** What a line says, read back. */
export interface LineRead extends Pick<Frame, 'head'> {
  readonly rest: Uint8Array
}
