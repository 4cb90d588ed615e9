import { createHash } from 'node:crypto'
import { z } from 'zod'
import { anchorOf } from './gather.ts'
import { headOf } from './head.ts'
import { chainLine, type Manifest, manifest } from './manifest.ts'
import { type PackMember, readPack } from './read-pack.ts'

export interface PackChecked {
  /** What does not fit, the first thing first; each names the file of the pack it is in. */
  readonly findings: readonly string[]
  readonly lines: number
  /** Lines whose hash was computed anew from what they say. */
  readonly open: number
  /** Null where the manifest could not be read. */
  readonly manifest: Manifest | null
  /** SHA-256 of the whole file. */
  readonly fingerprint: string
}

const attemptClaims = z.array(z.object({ claim_line: z.int().nullable(), document_sha256: z.string().nullable() }))

/** Proves a pack by itself: its files against its manifest, its lines against each other, the last against the anchor. */
export function checkPack(bytes: Buffer): PackChecked {
  const fingerprint = createHash('sha256').update(bytes).digest('hex')
  const nothing = { lines: 0, open: 0, manifest: null, fingerprint }
  let members: readonly PackMember[]
  try {
    members = readPack(bytes)
  } catch (cause) {
    return { ...nothing, findings: [`the file is no whole pack: ${(cause as Error).message}`] }
  }
  const textOf = (name: string): string => {
    const content = members.find((member) => member.name === name)?.content
    return Buffer.isBuffer(content) ? content.toString('utf8') : ''
  }
  const broken = members.flatMap(({ name, content }) => (typeof content === 'string' ? [`${name}: ${content}`] : []))
  const said = manifest.safeParse(jsonIn(textOf('manifest.json')))
  if (!said.success) return { ...nothing, findings: [...broken, 'manifest.json: it cannot be read'] }
  const findings = [...broken, ...differences(members, said.data)]
  // Of files that are not what the manifest says nothing else is worth proving.
  if (findings.length > 0) return { ...nothing, manifest: said.data, findings }
  const chain = checkChain(textOf('chain.ndjson'), said.data)
  const claims = checkClaims(textOf('attempts.json'), chain.documents)
  const anchor = checkAnchor(textOf('anchor.json'), said.data, chain.anchored)
  return {
    ...nothing,
    manifest: said.data,
    lines: chain.lines,
    open: chain.open,
    findings: [...chain.findings, ...claims, ...anchor],
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function differences(members: readonly PackMember[], { members: listed }: Manifest): readonly string[] {
  const there = new Map(members.map(({ name, content }) => [name, content]))
  there.delete('manifest.json')
  const findings: string[] = []
  for (const { name, sha256 } of listed) {
    const content = there.get(name)
    if (content === undefined) findings.push(`${name}: it is missing`)
    else if (Buffer.isBuffer(content) && createHash('sha256').update(content).digest('hex') !== sha256)
      findings.push(`${name}: it is not what manifest.json says`)
    there.delete(name)
  }
  return [...findings, ...[...there.keys()].map((name) => `${name}: manifest.json does not know it`)]
}

function checkChain(text: string, { journal }: Manifest) {
  let { line: before, chain } = journal.before
  let open = 0
  let anchored: string | null = journal.anchor?.line === before ? chain : null
  const documents = new Map<number, string>()
  const findings: string[] = []
  for (const row of text.split('\n').filter((each) => each !== '')) {
    const read = chainLine.safeParse(jsonIn(row))
    const at = `chain.ndjson, line ${before + 1} of the journal`
    if (!read.success || read.data.line !== before + 1) {
      findings.push(`${at}: it is missing`)
      break
    }
    const { line, head, document_sha256 } = read.data
    if (head !== undefined) {
      open += 1
      if (headOf(head).line !== line || chainOver(chain, head) !== read.data.chain)
        findings.push(`${at}: it does not say what its hash was made of`)
    }
    if (document_sha256 !== undefined) documents.set(line, document_sha256)
    before = line
    chain = read.data.chain
    if (line === journal.anchor?.line) anchored = chain
  }
  if (findings.length === 0 && (before !== journal.last.line || chain !== journal.last.chain))
    findings.push(`chain.ndjson: it does not end at line ${journal.last.line}`)
  return { findings, open, documents, anchored, lines: before - journal.before.line }
}

/** The hash of a line that has a head and nothing behind it. */
function chainOver(previous: string, head: string): string {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(head))
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(length).update(head).digest('hex')
}

function checkClaims(text: string, documents: ReadonlyMap<number, string>): readonly string[] {
  const claims = attemptClaims.safeParse(jsonIn(text))
  if (!claims.success) return ['attempts.json: it cannot be read']
  return claims.data.flatMap(({ claim_line, document_sha256 }) =>
    claim_line === null || documents.get(claim_line) === document_sha256
      ? []
      : [`attempts.json: line ${claim_line} of the journal tells of another document`],
  )
}

function checkAnchor(text: string, { journal }: Manifest, anchored: string | null): readonly string[] {
  const anchor = anchorOf(text === '' ? null : text)
  if (journal.anchor === null) return anchor === null ? [] : ['anchor.json: manifest.json does not know it']
  if (anchor?.line !== journal.anchor.line || anchor.chain !== journal.anchor.chain)
    return ['anchor.json: it is not what manifest.json says']
  return anchored === anchor.chain ? [] : [`anchor.json: the journal has another line ${anchor.line}`]
}
