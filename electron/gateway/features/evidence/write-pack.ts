import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { partBeside } from '../../platform/durable-file.ts'
import type { Manifest } from './manifest.ts'
import { mostContentBytes } from './read-pack.ts'

export interface Member {
  readonly name: string
  readonly text: Iterable<string>
}

export interface PackWritten {
  readonly bytes: number
  /** Of the whole file. */
  readonly sha256: string
  readonly members: Manifest['members']
}

/** What whoever asked for one is told. */
export interface PackMade {
  readonly file: string
  readonly bytes: number
  readonly fingerprint: string
  readonly attempts: number
  readonly lines: number
  /** Whether the journal could be read to its end. */
  readonly isWhole: boolean
}

/** More than whoever checks a pack would unpack. */
export class PackTooLarge extends Error {
  override readonly name = 'PackTooLarge'
}

/**
 * Writes a pack, of which nothing is under its name until all of it is.
 * @param manifestOf made last, because it has the hash of every member
 * @param mostBytes of what is in it, together
 * @throws PackTooLarge; Error of the file system
 */
export async function writePack(
  file: string,
  members: readonly Member[],
  manifestOf: (members: Manifest['members']) => Manifest,
  mostBytes = mostContentBytes,
): Promise<PackWritten> {
  const part = partBeside(file)
  const zip = new ZipFile()
  const whole = createHash('sha256')
  let bytes = 0
  const tally = new Transform({
    transform(chunk: Buffer, _, done) {
      whole.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const written = pipeline(zip.outputStream, tally, createWriteStream(part, { mode: 0o600, flags: 'wx' }))
  try {
    const described: Manifest['members'][number][] = []
    // One after the other: an error of the disk must be met where it is waited for.
    let left = mostBytes
    for (const member of members) {
      const added = await Promise.race([addTo(zip, member, left), failure(written)])
      left -= added.bytes
      described.push(added)
    }
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifestOf(described), null, 2)}\n`), 'manifest.json')
    zip.end()
    await written
    renameSync(part, file)
    return { bytes, sha256: whole.digest('hex'), members: described }
  } catch (cause) {
    rmSync(part, { force: true })
    throw cause
  }
}

/** Only ever rejects. */
const failure = (written: Promise<void>): Promise<never> =>
  written.then(() => {
    throw new Error('the pack ended too soon')
  })

async function addTo(zip: ZipFile, { name, text }: Member, mostBytes: number): Promise<Manifest['members'][number]> {
  const sum = createHash('sha256')
  let bytes = 0
  function* tallied(): Generator<Buffer> {
    for (const piece of inPieces(text)) {
      const chunk = Buffer.from(piece)
      sum.update(chunk)
      bytes += chunk.length
      if (bytes > mostBytes) throw new PackTooLarge('these days have more than one file of evidence can hold')
      yield chunk
    }
  }
  const source = Readable.from(tallied())
  const ended = once(source, 'end')
  zip.addReadStream(source, name)
  await ended
  return { name, bytes, sha256: sum.digest('hex') }
}

/** Long enough that packing it is work, and short beside any memory. */
const pieceLength = 64 * 1024

function* inPieces(text: Iterable<string>): Generator<string> {
  let piece = ''
  for (const part of text) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
