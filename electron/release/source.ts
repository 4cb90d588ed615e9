import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ReleaseFile, SignedBytes } from './manifest.ts'

const mostBytes = 64 * 1024
const withinMs = 20_000

const manifestName = 'resit-release.json'

/** Encrypted, or on this machine for a rehearsal (reliability SU6). */
export function isAcceptable(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

/** The manifest and its signature as they lie on the update server. @throws Error where they do not come */
export async function fetchManifest(base: string): Promise<SignedBytes> {
  const [bytes, signature] = await Promise.all([
    fetchSmall(`${base}/${manifestName}`),
    fetchSmall(`${base}/${manifestName}.sig`),
  ])
  return { bytes, signature: Buffer.from(signature).toString('ascii').trim() }
}

async function fetchSmall(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { redirect: 'error', cache: 'no-store', signal: AbortSignal.timeout(withinMs) })
  if (!answer.ok || !answer.body) throw new Error(`the update server answered ${answer.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > mostBytes) throw new Error('the update server sends more than a manifest')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether a file on this disk is the one that was signed. */
export async function isWhole(path: string, { size, sha512 }: ReleaseFile): Promise<boolean> {
  if ((await stat(path)).size !== size) return false
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64') === sha512
}
