import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { z } from 'zod'
import { documentRow } from '../../../shared/api/operator/upkeep.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'

/** What a file of documents proves about itself. */
export interface FileProof {
  readonly sound: boolean
  /** What does not agree, the first thing first; only the first hundred. */
  readonly findings: readonly string[]
  readonly lines: number
  readonly documents: number
  readonly from: string | null
  readonly to: string | null
  readonly fingerprint: string
}

const mostListed = 100
/** A line of the journal has 1 MB of body, or less of a document; as JSON it becomes longer. */
const mostRowBytes = 8 * 1024 * 1024

/**
 * Proves a file of “export --documents” by itself: every line follows from what it says and from the line before, and
 * every document is the one that its attempt names.
 * @throws BadConfiguration if the file cannot be read
 */
export async function verifyFile(file: string): Promise<FileProof> {
  const whole = createHash('sha256')
  const proof = new Proof()
  try {
    for await (const row of rowsOf(createReadStream(file), (piece) => whole.update(piece))) proof.add(row)
  } catch (cause) {
    throw new BadConfiguration(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
  return { ...proof.end(), fingerprint: whole.digest('hex') }
}

async function* rowsOf(pieces: AsyncIterable<Buffer>, passed: (piece: Buffer) => void): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    passed(piece)
    rest = Buffer.concat([rest, piece])
    let begin = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, begin)) {
      yield rest.toString('utf8', begin, end)
      begin = end + 1
    }
    rest = rest.subarray(begin)
    // It is cut off, and told as no row of ours.
    if (rest.length > mostRowBytes) rest = rest.subarray(0, 1)
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

type Row = z.output<typeof documentRow>
type LineRow = Extract<Row, { readonly line: number }>

class Proof {
  readonly #findings: string[] = []
  #days: { readonly from: string; readonly to: string } | null = null
  #before: { readonly line: number; readonly chain: string } | null = null
  #hasEnded = false
  #rows = 0
  #lines = 0
  #documents = 0

  add(text: string): void {
    this.#rows += 1
    const row = rowIn(text)
    if (this.#hasEnded) this.#find('there is more behind its end')
    else if (!row) this.#find('it cannot be read')
    else if ('format' in row) this.#days = row
    else if ('before' in row) this.#before = row.before
    else if ('end' in row) this.#hasEnded = true
    else this.#line(row)
  }

  end(): Omit<FileProof, 'fingerprint'> {
    if (!this.#days) this.#find('it is no file of “export --documents”')
    if (!this.#hasEnded) this.#find('its end is missing')
    return {
      sound: this.#findings.length === 0,
      findings: this.#findings,
      lines: this.#lines,
      documents: this.#documents,
      from: this.#days?.from ?? null,
      to: this.#days?.to ?? null,
    }
  }

  #line(row: LineRow): void {
    this.#lines += 1
    if (row.document !== undefined) this.#documents += 1
    if (row.line !== (this.#before?.line ?? 0) + 1) this.#find(`the line before line ${row.line} is missing`)
    else if (!isWhatWasHashed(this.#before?.chain ?? '', row))
      this.#find(`line ${row.line} does not say what its hash was made of`)
    this.#before = row
  }

  #find(what: string): void {
    if (this.#findings.length < mostListed) this.#findings.push(`row ${this.#rows}: ${what}`)
  }
}

function rowIn(text: string): Row | null {
  try {
    return documentRow.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Whether a line's hash follows from what it says, and that of its document from the document. */
function isWhatWasHashed(previous: string, { line, chain, head = '', body = '', document }: LineRow): boolean {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(head))
  const sum = createHash('sha256').update(Buffer.from(previous, 'hex')).update(length)
  for (const part of [head, body, document ?? '']) sum.update(part)
  if (sum.digest('hex') !== chain) return false
  // Only now: what stands under its hash is JSON that the gateway wrote.
  const said = JSON.parse(head) as { readonly seq: number; readonly attempt?: { readonly sha256: string } }
  return said.seq === line && (document === undefined || hash('sha256', document) === said.attempt?.sha256)
}

export const fileProofText = ({ sound, findings, lines, documents, from, to, fingerprint }: FileProof): string =>
  [
    `Documents from ${from ?? 'unknown'} to ${to ?? 'unknown'}: ${lines} lines of the journal, ${documents} documents.`,
    `Fingerprint (SHA-256): ${fingerprint}`,
    ...(sound ? ['Everything agrees.'] : findings),
  ].join('\n')
