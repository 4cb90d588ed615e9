import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Secrets } from '../ports.ts'

/** A secret that is made when it is first asked for. @throws SecretsLocked, Error where it can be neither read nor kept */
export async function madeOnce(secrets: Secrets, name: string, make: () => string): Promise<string> {
  const kept = await secrets.get(name)
  if (kept !== null) return kept
  const made = make()
  await secrets.set(name, made)
  return (await secrets.get(name)) ?? made
}

/** The platform's key store, which makes of a text one that only the same person on the same computer can open. */
export interface KeyStore {
  seal(text: string): Promise<string>
  /** @throws Error where it was sealed by another key store, or this one does not answer */
  open(sealed: string): Promise<Opened>
}

export interface Opened {
  readonly text: string
  /** Sealed with a key that is no longer the one in use. */
  readonly isStale: boolean
}

/** A secret is there and cannot be read: nothing may take its place. */
export class SecretsLocked extends Error {
  override readonly name = 'SecretsLocked'
}

/** What stands in the file before a sealed text, which is base64. */
const mark = 'sealed:'

const noKeyStore: KeyStore = {
  seal: (text) => Promise.resolve(text),
  open: () => Promise.reject(new SecretsLocked('These secrets were sealed by the desktop; start the desktop instead.')),
}

const shape = z.record(z.string(), z.string())

/** What a power cut or a full disk emptied holds nothing that could be lost by being written over. */
function secretsIn(file: string, text: string): z.output<typeof shape> {
  if (text.replaceAll('\0', '').trim() === '') return {}
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    // Not what it says: some of it may be secret.
    throw new SecretsLocked(
      `${file} cannot be read as Resit wrote it. Put it back from a copy, or take it away and set the credentials again.`,
    )
  }
}

/**
 * Secrets in one file, readable by its owner alone: as they are for a gateway without a desktop, sealed where there is
 * a key store. What lies there unsealed, from before there was a desktop, is sealed when it is first read.
 * @throws Error where the file is there and is not ours: it is never overwritten then
 * @throws SecretsLocked where the secret asked for is sealed and cannot be opened
 */
export function secretsInFile(file: string, keyStore: KeyStore | null = null): Secrets {
  let last: Promise<unknown> = Promise.resolve()
  const read = async () => (existsSync(file) ? secretsIn(file, await readFile(file, 'utf8')) : {})
  const sealed = async (value: string) => (keyStore === null ? value : `${mark}${await keyStore.seal(value)}`)
  const set = async (name: string, value: string) => {
    const fresh = `${file}.new`
    const text = JSON.stringify({ ...(await read()), [name]: await sealed(value) })
    // What lies there under this name, a link perhaps, is not written through.
    await rm(fresh, { force: true })
    await writeFile(fresh, text, { mode: 0o600, flush: true, flag: 'wx' })
    await rename(fresh, file)
  }
  // One after the other, or the second would write back what the first replaced.
  const enqueue = (task: () => Promise<void>) => {
    const mine = last.then(task)
    last = mine.catch(() => undefined)
    return mine
  }
  /** Seals the secret that is there again, unless another was set meanwhile. */
  const sealAnew = (name: string, kept: string, value: string) =>
    enqueue(async () => {
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
    set: (name, value) => enqueue(() => set(name, value)),
  }
}
