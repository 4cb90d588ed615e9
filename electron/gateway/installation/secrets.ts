import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeDurably } from '../platform/durable-file.ts'
import { makeTaskQueue } from '../platform/task-queue.ts'
import type { Secrets } from '../ports.ts'

/** @throws SecretsLocked, Error if it can neither be read nor kept */
export async function getOrCreateSecret(secrets: Secrets, name: string, make: () => string): Promise<string> {
  const kept = await secrets.get(name)
  if (kept !== null) return kept
  const made = make()
  await secrets.set(name, made)
  return (await secrets.get(name)) ?? made
}

/** The platform's key store: only the same person on the same computer can open what it sealed. */
export interface KeyStore {
  seal(text: string): Promise<string>
  /** @throws Error if another key store sealed it, or this one does not answer */
  open(sealed: string): Promise<UnsealedSecret>
}

export interface UnsealedSecret {
  readonly text: string
  /** Sealed with an old key. */
  readonly isStale: boolean
}

/** A secret that is there but cannot be read must not be replaced. */
export class SecretsLocked extends Error {
  override readonly name = 'SecretsLocked'
}

/** The prefix of a sealed text, which is base64. */
const mark = 'sealed:'

const noKeyStore: KeyStore = {
  seal: (text) => Promise.resolve(text),
  open: () => Promise.reject(new SecretsLocked('These secrets were sealed by the desktop; start the desktop instead.')),
}

const shape = z.record(z.string(), z.string())

/** A file that a power cut or a full disk left empty may be overwritten. */
function secretsIn(file: string, text: string): z.output<typeof shape> {
  if (text.replaceAll('\0', '').trim() === '') return {}
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    // The error must not quote the file: some of it may be secret.
    throw new SecretsLocked(
      `${file} cannot be read as Resit wrote it. Put it back from a copy, or take it away and set the credentials again.`,
    )
  }
}

/**
 * Secrets in one file that only its owner can read, sealed if there is a key store. Secrets from before there was a
 * desktop are sealed when they are first read. @throws Error if the file is not ours: it is never overwritten @throws
 * SecretsLocked if the secret is sealed and cannot be opened
 */
export function secretsInFile(file: string, keyStore: KeyStore | null = null): Secrets {
  const read = async () => (existsSync(file) ? secretsIn(file, await readFile(file, 'utf8')) : {})
  const sealed = async (value: string) => (keyStore === null ? value : `${mark}${await keyStore.seal(value)}`)
  const set = async (name: string, value: string) =>
    writeDurably(file, JSON.stringify({ ...(await read()), [name]: await sealed(value) }))
  // One after the other: otherwise two writes would undo each other.
  const inTurn = makeTaskQueue()
  /** Unless another value was set meanwhile. */
  const sealAnew = (name: string, kept: string, value: string) =>
    inTurn(async () => {
      if ((await read())[name] === kept) await set(name, value)
    })
  return {
    async get(name) {
      const kept = (await read())[name] ?? null
      if (kept === null) return null
      if (kept.startsWith(mark)) {
        const { text, isStale } = await (keyStore ?? noKeyStore).open(kept.slice(mark.length))
        if (isStale) await sealAnew(name, kept, text)
        return text
      }
      if (keyStore !== null) await sealAnew(name, kept, kept)
      return kept
    },
    set: (name, value) => inTurn(() => set(name, value)),
  }
}
