import type { LogLine } from '../port/journal.ts'
import type { Frame } from './frame.ts'

/** @param frame of the line, built again from its rows; null if a row is gone: then only its hash is told */
export function logLine(line: number, chain: Uint8Array, frame: Frame | null): LogLine {
  const told = { line, chain: Buffer.from(chain).toString('hex') }
  if (!frame) return told
  const { head } = frame
  const rest = frame.rest?.plain ?? Buffer.alloc(0)
  const { body: bodyBytes = 0 } = JSON.parse(head) as { readonly body?: number }
  const text = (from: number, to?: number) => Buffer.from(rest.subarray(from, to)).toString('utf8')
  return {
    ...told,
    head,
    ...(bodyBytes > 0 && { body: text(0, bodyBytes) }),
    ...(rest.length > bodyBytes && { document: text(bodyBytes) }),
  }
}
