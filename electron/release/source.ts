import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ReleaseFile, SignedBytes } from './manifest.ts'

const manifestName = 'resit-release.json'

/** Encrypted, or on this machine for a rehearsal (reliability SU6). */
export function isAcceptable(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

/** Fetches a small file. @throws Error if it does not come, or is larger than any manifest */
export type FetchSmall = (url: string) => Promise<Uint8Array>

/** The manifest and its signature as they lie on the update server. @throws Error if they do not come */
export async function fetchManifest(base: string, fetchSmall: FetchSmall): Promise<SignedBytes> {
  const [bytes, signature] = await Promise.all([
    fetchSmall(`${base}/${manifestName}`),
    fetchSmall(`${base}/${manifestName}.sig`),
  ])
  return { bytes, signature: Buffer.from(signature).toString('ascii').trim() }
}

/** Whether a file on this disk is the one that was signed. */
export async function isWhole(path: string, { size, sha512 }: ReleaseFile): Promise<boolean> {
  if ((await stat(path)).size !== size) return false
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64') === sha512
}
