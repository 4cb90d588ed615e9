import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { UpdateRefusal } from '../../shared/desktop/bridge.ts'
import { compareVersions, versionForm } from './version.ts'

/** Of a file of a release: it names one beside the manifest, and nothing else. */
const fileName = /^[\w][\w.-]{0,120}$/

/** What a release is, signed by whoever releases: the server that hands it out need not be trusted (reliability SU6). */
export const manifestShape = z.strictObject({
  version: z.string().regex(versionForm),
  /** No version older than this may run any more; raised where an old one has a hole. */
  minimum: z.string().regex(versionForm),
  expires: z.iso.datetime(),
  files: z
    .array(
      z.strictObject({
        name: z.string().regex(fileName),
        size: z
          .int()
          .min(1)
          .max(500 * 1024 * 1024),
        sha512: z.string().regex(/^[\w+/]{86}==$/),
      }),
    )
    .min(1)
    .max(40),
})
export type Manifest = z.output<typeof manifestShape>
export type ReleaseFile = Manifest['files'][number]

export interface SignedBytes {
  readonly bytes: Uint8Array
  /** Ed25519 over the bytes, base64. */
  readonly signature: string
}

type Judged<Value> = { readonly value: Value } | { readonly refusal: UpdateRefusal }

/**
 * What the releaser says; nothing of it is read before its signature is.
 * @param key DER of the release key, base64; empty in a build without one, which then takes no updates
 */
export function readManifest(signed: SignedBytes, key: string, now: number): Judged<Manifest> {
  if (key === '') return { refusal: 'not_signed' }
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  if (publicKey.asymmetricKeyType !== 'ed25519') return { refusal: 'not_signed' }
  if (!verify(null, signed.bytes, publicKey, Buffer.from(signed.signature, 'base64')))
    return { refusal: 'wrong_signature' }
  const parsed = manifestShape.safeParse(parse(signed.bytes))
  if (!parsed.success) return { refusal: 'unreadable' }
  const manifest = parsed.data
  return Date.parse(manifest.expires) <= now ? { refusal: 'expired' } : { value: manifest }
}

/**
 * Whether a version may be put in the place of the one that runs.
 * @param minimum the highest that any releaser's manifest asked for
 */
export function judgeVersion(
  version: string,
  { current, minimum }: { readonly current: string; readonly minimum: string },
): UpdateRefusal | null {
  if (compareVersions(version, current) <= 0) return 'older'
  return compareVersions(version, minimum) < 0 ? 'below_floor' : null
}

/** What the update server offers, against what was signed: the same version, file, size and digest. */
export function judgeOffer(
  manifest: Manifest,
  offer: { readonly version: string; readonly files: readonly { readonly url: string; readonly sha512: string }[] },
): Judged<readonly ReleaseFile[]> {
  if (offer.version !== manifest.version) return { refusal: 'other_file' }
  const files = offer.files.map(({ url, sha512 }) => {
    const signed = manifest.files.find(({ name }) => name === decodeURIComponent(url.split('/').at(-1) ?? ''))
    return signed?.sha512 === sha512 ? signed : null
  })
  return files.length > 0 && files.every((file) => file !== null) ? { value: files } : { refusal: 'other_file' }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
