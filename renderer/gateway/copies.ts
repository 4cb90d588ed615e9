import { base64OfBytes } from './base64.ts'
import { currentSession } from './session.ts'

/**
 * A copy of what a person types, kept in this browser until the gateway has it. It survives a gateway that is away, a
 * reload of the page and a power cut. In the browser's storage it is encrypted with a key that needs the person's PIN.
 * If the browser cannot encrypt (a page that came unencrypted over the network), the copy lasts only as long as the
 * page.
 */
interface Copy {
  readonly body: Readonly<Record<string, unknown>>
  /** `updated_at` of the gateway's draft that this was typed into; null if the gateway had none. */
  readonly seen: string | null
}

const prefix = 'resit.copy.'
const inMemory = new Map<string, Copy>()
const ivBytes = 12

const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** Null if no one is signed in, or if the browser or the gateway has no key. */
async function sealer() {
  const session = currentSession()
  const subtle = window.isSecureContext ? crypto.subtle : undefined
  if (!session || session.copy_key === null || !subtle) return null
  const key = await subtle.importKey('raw', bytesOf(session.copy_key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  // The name in the storage tells neither the person nor the document.
  const nameOf = async (id: string) => {
    const digest = await subtle.digest('SHA-256', new TextEncoder().encode(`${session.copy_key} ${id}`))
    return prefix + base64OfBytes(new Uint8Array(digest).slice(0, 12))
  }
  return { subtle, key, nameOf }
}

/** Replaces the earlier copy. If the storage is full or forbidden, the copy is in memory only. */
export async function keepDraftCopy(id: string, copy: Copy): Promise<void> {
  inMemory.set(id, copy)
  try {
    const seals = await sealer()
    if (!seals) return
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    const text = new TextEncoder().encode(JSON.stringify({ id, ...copy }))
    const sealed = new Uint8Array(await seals.subtle.encrypt({ name: 'AES-GCM', iv }, seals.key, text))
    const name = await seals.nameOf(id)
    // Meanwhile a newer copy may have been kept, or this one dropped.
    if (inMemory.get(id) === copy) localStorage.setItem(name, `${base64OfBytes(iv)} ${base64OfBytes(sealed)}`)
  } catch {
    // The copy is in memory, and the gateway gets it as soon as it answers.
  }
}

/** Call this once the gateway has the draft. */
export async function dropDraftCopy(id: string): Promise<void> {
  inMemory.delete(id)
  const seals = await sealer()
  if (seals && !inMemory.has(id)) localStorage.removeItem(await seals.nameOf(id))
}

/** All copies of the signed-in person. Copies of other people cannot be decrypted. */
export async function readDraftCopies(): Promise<ReadonlyMap<string, Copy>> {
  const found = new Map<string, Copy>()
  const seals = await sealer()
  if (!seals) return new Map(inMemory)
  for (const [name, value] of Object.entries({ ...localStorage })) {
    if (!name.startsWith(prefix) || typeof value !== 'string') continue
    try {
      const [iv = '', sealed = ''] = value.split(' ')
      const opened = await seals.subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(iv) }, seals.key, bytesOf(sealed))
      const { id, ...copy } = JSON.parse(new TextDecoder().decode(opened)) as Copy & { readonly id: string }
      if (name === (await seals.nameOf(id))) found.set(id, copy)
    } catch {
      // A copy of another person: this key cannot decrypt it.
    }
  }
  return found
}

/** Called before another person signs in. Encrypted copies stay in the storage for their person. */
export const forgetCopiesInMemory = (): void => inMemory.clear()
