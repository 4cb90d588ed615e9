import { createHash, type Hash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { z } from 'zod'
import { exportRowSchema } from '../../../shared/api/operator/upkeep.ts'
import { nullIfThrown } from '../../../shared/domain/null-if-thrown.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'

const mostListed = 100
/** A line has up to 1 MB of body, and more as JSON. */
const mostRowCharacters = 8 * 1024 * 1024

/**
 * Proves a file by itself: each line by its own hash and the line before, each document by its attempt.
 * @throws BadConfiguration if the file cannot be read
 */
export async function verifyFile(file: string) {
  const whole = createHash('sha256')
  const findings: string[] = []
  let [rows, lines, documents] = [0, 0, 0]
  let days: { readonly from: string; readonly to: string } | null = null
  let before: { readonly line: number; readonly chain: string } | null = null
  let hasEnded = false
  const find = (what: string) => {
    if (findings.length < mostListed) findings.push(`row ${rows}: ${what}`)
  }
  try {
    for await (const text of rowsOf(createReadStream(file), whole)) {
      rows += 1
      const row = rowIn(text)
      if (hasEnded) find('there is more behind its end')
      else if (!row) find('it cannot be read')
      else if ('format' in row) days = row
      else if ('before' in row) before = row.before
      else if ('end' in row) hasEnded = true
      else {
        lines += 1
        if (row.document !== undefined) documents += 1
        const fault = faultOf(row, before)
        if (fault !== null) find(fault)
        before = row
      }
    }
  } catch (cause) {
    throw new BadConfiguration(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
  if (!days) find('it is no file of “export --documents”')
  if (!hasEnded) find('its end is missing')
  const { from, to } = days ?? { from: null, to: null }
  return { sound: findings.length === 0, findings, lines, documents, from, to, fingerprint: whole.digest('hex') }
}

/** A line reader would also split at marks that JSON allows in texts. */
async function* rowsOf(pieces: AsyncIterable<Buffer>, whole: Hash): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const piece of pieces) {
    whole.update(piece)
    const [first = '', ...rows] = decoder.decode(piece, { stream: true }).split('\n')
    if (rows.length > 0) yield rest + first
    yield* rows.slice(0, -1)
    rest = rows.at(-1) ?? rest + first
    // Longer than any row of ours: it is cut, and reported.
    if (rest.length > mostRowCharacters) rest = rest.slice(0, 1)
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

type Row = z.output<typeof exportRowSchema>
type LineRow = Extract<Row, { readonly line: number }>

function faultOf(row: LineRow, before: { readonly line: number; readonly chain: string } | null): string | null {
  if (row.line !== (before?.line ?? 0) + 1) return `the line before line ${row.line} is missing`
  return isWhatWasHashed(before?.chain ?? '', row) ? null : `line ${row.line} does not say what its hash was made of`
}

const rowIn = (text: string): Row | null => nullIfThrown(() => exportRowSchema.parse(JSON.parse(text)))

function isWhatWasHashed(previous: string, { line, chain, head = '', body = '', document }: LineRow): boolean {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(head))
  const sum = createHash('sha256').update(Buffer.from(previous, 'hex')).update(length)
  for (const part of [head, body, document ?? '']) sum.update(part)
  if (sum.digest('hex') !== chain) return false
  // The hash is right, so the gateway wrote this JSON.
  const said = JSON.parse(head) as { readonly seq: number; readonly attempt?: { readonly sha256: string } }
  return said.seq === line && (document === undefined || hash('sha256', document) === said.attempt?.sha256)
}

export type FileProof = Awaited<ReturnType<typeof verifyFile>>

export const fileProofText = ({ sound, findings, lines, documents, from, to, fingerprint }: FileProof): string =>
  [
    `Documents from ${from ?? 'unknown'} to ${to ?? 'unknown'}: ${lines} lines of the journal, ${documents} documents.`,
    `Fingerprint (SHA-256): ${fingerprint}`,
    ...(sound ? ['Everything agrees.'] : findings),
  ].join('\n')
