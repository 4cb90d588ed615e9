import { createHash, hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import { anchorOf } from './gather.ts'
import type { Head } from './head.ts'
import { type ChainLine, chainLine, type Manifest, manifest } from './manifest.ts'
import { ChangedMember, openPack, type PackMember, piecesOf } from './read-pack.ts'
import { Sentences } from './sentences.ts'

export interface PackChecked {
  /** What does not fit, the first thing first; each names the file of the pack it is in. Of very many only the first. */
  readonly findings: readonly string[]
  /** How many there are. */
  readonly findingCount: number
  readonly lines: number
  /** Lines whose hash was computed anew from what they say. */
  readonly open: number
  /** Null where the manifest could not be read. */
  readonly manifest: Manifest | null
  /** SHA-256 of the whole file. */
  readonly fingerprint: string
}

const attemptClaim = z.object({ claim_line: z.int().nullable(), document_sha256: z.string().nullable() })

/**
 * Proves a pack by itself: its files against its manifest, its lines against each other, the last against the anchor.
 * It is read piece by piece, so that a large one takes no more memory than a small one.
 * @throws Error where the file cannot be read
 */
export async function checkPack(file: string): Promise<PackChecked> {
  const handle = await open(file)
  try {
    const whole = createHash('sha256')
    for await (const piece of piecesOf(handle, 0)) whole.update(piece)
    return await checkOpen(handle, whole.digest('hex'))
  } finally {
    await handle.close()
  }
}

async function checkOpen(handle: FileHandle, fingerprint: string): Promise<PackChecked> {
  const nothing = { lines: 0, open: 0, manifest: null, fingerprint }
  const found = new Sentences()
  let members: ReadonlyMap<string, PackMember>
  try {
    members = new Map((await openPack(handle)).map((member) => [member.name, member]))
  } catch (cause) {
    found.add(`the file is no whole pack: ${(cause as Error).message}`)
    return told(nothing, found)
  }
  const said = manifest.safeParse(jsonIn(await textOf(members.get('manifest.json')).catch(() => '')))
  const { broken, sums } = await sumsOf(members)
  found.add(...broken, ...(said.success ? differences(sums, said.data) : ['manifest.json: it cannot be read']))
  if (!said.success) return told(nothing, found)
  // Of files that are not what the manifest says nothing else is worth proving.
  if (found.count > 0) return told({ ...nothing, manifest: said.data }, found)
  const chain = await checkChain(linesOf(members.get('chain.ndjson')), said.data, found)
  await checkClaims(linesOf(members.get('attempts.json')), chain.documents, found)
  found.add(...checkAnchor(await textOf(members.get('anchor.json')), said.data, chain.anchored))
  return told({ ...nothing, manifest: said.data, lines: chain.lines, open: chain.open }, found)
}

const told = (checked: Omit<PackChecked, 'findings' | 'findingCount'>, found: Sentences): PackChecked => ({
  ...checked,
  findings: found.listed,
  findingCount: found.count,
})

/** What is read as a whole is what a pack says of itself. */
const mostTextBytes = 1024 * 1024
/** A line of the journal has 1 MB of body or less of a document; as JSON it becomes longer. */
const mostLineBytes = 8 * 1024 * 1024

/** @throws ChangedMember where it is not whole, or larger than any */
async function textOf(member: PackMember | undefined): Promise<string> {
  const pieces: Buffer[] = []
  let left = mostTextBytes
  for await (const piece of member?.read() ?? []) {
    left -= piece.length
    if (left < 0) throw new ChangedMember('it is larger than in any pack')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function* linesOf(member: PackMember | undefined): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of member?.read() ?? []) {
    rest = Buffer.concat([rest, piece])
    let begin = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, begin)) {
      yield rest.toString('utf8', begin, end)
      begin = end + 1
    }
    rest = rest.subarray(begin)
    // Whatever this is, it is cut off and told as no line.
    if (rest.length > mostLineBytes) break
  }
  if (rest.length > 0) yield rest.toString('utf8', 0, mostLineBytes)
}

/** The hash of each file, and what is wrong with those that have none. */
async function sumsOf(members: ReadonlyMap<string, PackMember>) {
  const broken: string[] = []
  const sums = new Map<string, string | null>()
  for (const { name, read } of members.values()) {
    const sum = createHash('sha256')
    try {
      for await (const piece of read()) sum.update(piece)
      sums.set(name, sum.digest('hex'))
    } catch (cause) {
      if (!(cause instanceof ChangedMember)) throw cause
      broken.push(`${name}: ${cause.message}`)
      sums.set(name, null)
    }
  }
  return { broken, sums }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function differences(sums: ReadonlyMap<string, string | null>, { members: listed }: Manifest): readonly string[] {
  const unknown = new Set(sums.keys())
  unknown.delete('manifest.json')
  const findings: string[] = []
  for (const { name, sha256 } of listed) {
    const sum = sums.get(name)
    if (sum === undefined) findings.push(`${name}: it is missing`)
    else if (sum !== null && sum !== sha256) findings.push(`${name}: it is not what manifest.json says`)
    unknown.delete(name)
  }
  return [...findings, ...[...unknown].map((name) => `${name}: manifest.json does not know it`)]
}

async function checkChain(rows: AsyncIterable<string>, { journal }: Manifest, found: Sentences) {
  let { line: before, chain } = journal.before
  let opened = 0
  let anchored: string | null = journal.anchor?.line === before ? chain : null
  const documents = new Map<number, string>()
  const countBefore = found.count
  for await (const row of rows) {
    if (row === '') continue
    const read = chainLine.safeParse(jsonIn(row))
    const at = `chain.ndjson, line ${before + 1} of the journal`
    if (!read.success || read.data.line !== before + 1) {
      found.add(`${at}: it is missing`)
      break
    }
    const { line, head, document_sha256 } = read.data
    const said = head === undefined ? null : headIn(head)
    if (head !== undefined) {
      opened += 1
      if (!isWhatWasHashed(chain, read.data, said)) found.add(`${at}: it does not say what its hash was made of`)
    }
    const sent = document_sha256 ?? said?.attempt?.sha256
    if (sent !== undefined) documents.set(line, sent)
    before = line
    chain = read.data.chain
    if (line === journal.anchor?.line) anchored = chain
  }
  if (found.count === countBefore && (before !== journal.last.line || chain !== journal.last.chain))
    found.add(`chain.ndjson: it does not end at line ${journal.last.line}`)
  return { open: opened, documents, anchored, lines: before - journal.before.line }
}

/**
 * Of an open line: whether its hash, and that of a document it sends, follow from what it says.
 * @param said its head, read
 */
function isWhatWasHashed(previous: string, row: ChainLine, said: Head | null): boolean {
  const { line, chain, head = '', body = '', document } = row
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(head))
  const sum = createHash('sha256').update(Buffer.from(previous, 'hex')).update(length)
  for (const part of [head, body, document ?? '']) sum.update(part)
  const isDocument = document === undefined || hash('sha256', document) === said?.attempt?.sha256
  return said?.line === line && isDocument && sum.digest('hex') === chain
}

/** Null where it is no JSON object: its line is not ours. */
function headIn(text: string): Head | null {
  const said = jsonIn(text)
  return said !== null && typeof said === 'object' ? (said as Head) : null
}

/** @param rows a JSON list, an attempt a line */
async function checkClaims(
  rows: AsyncIterable<string>,
  documents: ReadonlyMap<number, string>,
  found: Sentences,
): Promise<void> {
  let isList = false
  for await (const row of rows) {
    isList ||= row.startsWith('[')
    if (['[', ']', '[]', ''].includes(row)) continue
    const claim = attemptClaim.safeParse(jsonIn(row.replace(/,$/, '')))
    if (!claim.success) return found.add('attempts.json: it cannot be read')
    const { claim_line, document_sha256 } = claim.data
    if (claim_line !== null && documents.get(claim_line) !== document_sha256)
      found.add(`attempts.json: line ${claim_line} of the journal tells of another document`)
  }
  if (!isList) found.add('attempts.json: it cannot be read')
}

function checkAnchor(text: string, { journal }: Manifest, anchored: string | null): readonly string[] {
  const anchor = anchorOf(text === '' ? null : text)
  if (journal.anchor === null) return anchor === null ? [] : ['anchor.json: manifest.json does not know it']
  if (anchor?.line !== journal.anchor.line || anchor.chain !== journal.anchor.chain)
    return ['anchor.json: it is not what manifest.json says']
  return anchored === anchor.chain ? [] : [`anchor.json: the journal has another line ${anchor.line}`]
}
