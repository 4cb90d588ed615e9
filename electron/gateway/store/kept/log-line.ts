import type { LogLine } from '../port/journal.ts'
import { type Frame, frameAt } from './frame.ts'

/** @param frame of the line, built again from its rows; null if a row is gone: then only its hash is told */
export function logLine(line: number, chain: Uint8Array, frame: Frame | null): LogLine {
  const told = { line, chain: Buffer.from(chain).toString('hex') }
  const read = frame && frameAt(frame.bytes, 0)
  if (!read) return told
  const { body: bodyBytes = 0 } = JSON.parse(read.head) as { readonly body?: number }
  const text = (from: number, to?: number) => Buffer.from(read.rest.subarray(from, to)).toString('utf8')
  return {
    ...told,
    head: read.head,
    ...(bodyBytes > 0 && { body: text(0, bodyBytes) }),
    ...(read.rest.length > bodyBytes && { document: text(bodyBytes) }),
  }
}
