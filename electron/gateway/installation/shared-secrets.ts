import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { nullIfThrown } from '../../../shared/domain/null-if-thrown.ts'
import type { Secrets } from '../ports.ts'
import { BadConfiguration } from '../settings/values.ts'
import type { SealedSecrets } from '../store/port/processes.ts'
import { SecretsLocked } from './secrets.ts'

/** Secrets that a person gives to one process and all need. */
const told = /^(?:myinvois|webhook|mail)\//
/** Secrets that a process makes when it first needs them: the first one counts for all. */
const madeOnce = ['people/pepper', 'installation/key']
const isShared = (name: string) => told.test(name) || madeOnce.includes(name)

const cipher = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/** The name is authenticated: sealed for one company, it opens for no other. */
function sealWith(key: Uint8Array, name: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64')
}

/** @returns null if the key or the name is another, or the text was changed */
function openWith(key: Uint8Array, name: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < ivBytes + tagBytes) return null
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return nullIfThrown(
    () => opening.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + opening.final('utf8'),
  )
}

export type SharedSecrets = Secrets & Pick<SealedSecrets, 'newerThan'>

export interface SharedSecretsDeps {
  /** Secrets of this process alone. A shared one comes first. */
  readonly own: Secrets
  readonly sealed: SealedSecrets
  readonly key: Uint8Array
}

/**
 * The store sees the shared secrets only sealed. @throws BadConfiguration if the other processes seal with another key
 */
export async function openSharedSecrets({ own, sealed, key }: SharedSecretsDeps): Promise<SharedSecrets> {
  for (const kept of await sealed.newerThan(0))
    if (openWith(key, kept.name, kept.sealed) === null)
      throw new BadConfiguration(
        'RESIT_SECRETS_KEY names another key than the one with which the processes of this database share their secrets.',
      )
  for (const name of madeOnce) {
    const kept = await own.get(name)
    if (kept !== null) await sealed.begin(name, sealWith(key, name, kept))
  }
  return {
    async get(name) {
      const kept = isShared(name) ? await sealed.get(name) : null
      if (kept === null) return own.get(name)
      const text = openWith(key, name, kept)
      if (text === null) throw new SecretsLocked('A secret in the database was sealed with another key, or changed.')
      return text
    },
    set(name, value) {
      if (!isShared(name)) return own.set(name, value)
      const text = sealWith(key, name, value)
      return madeOnce.includes(name) ? sealed.begin(name, text) : sealed.set(name, text)
    },
    newerThan: (version) => sealed.newerThan(version),
  }
}
