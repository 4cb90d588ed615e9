import { textOfBytes } from './base64.ts'
import { currentSession } from './session.ts'

/**
 * What a person types, kept at this screen until the gateway has it: through a gateway that is away, a page that is
 * reloaded, a power cut. In the browser's storage it is sealed under a key that only the person's PIN brings; where
 * the browser seals nothing (a page that came over the network unencrypted) it lives as long as the page.
 */
interface Copy {
  readonly body: Readonly<Record<string, unknown>>
  /** `updated_at` of the draft at the gateway that it was typed into; null if there was none. */
  readonly seen: string | null
}

const prefix = 'resit.copy.'
const inMemory = new Map<string, Copy>()
const ivBytes = 12

const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** Nothing if no one is signed in, or if the browser or the gateway has no key. */
async function sealer() {
  const session = currentSession()
  const subtle = window.isSecureContext ? crypto.subtle : undefined
  if (!session || session.copy_key === null || !subtle) return null
  const key = await subtle.importKey('raw', bytesOf(session.copy_key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  // Neither whose it is nor which document it is can be read off its name.
  const nameOf = async (id: string) => {
    const digest = await subtle.digest('SHA-256', new TextEncoder().encode(`${session.copy_key} ${id}`))
    return prefix + textOfBytes(new Uint8Array(digest).slice(0, 12))
  }
  return { subtle, key, nameOf }
}

/** Writes over what was kept before. Storage that is full or forbidden leaves the copy in memory. */
export async function keepCopy(id: string, copy: Copy): Promise<void> {
  inMemory.set(id, copy)
  try {
    const seals = await sealer()
    if (!seals) return
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    const text = new TextEncoder().encode(JSON.stringify({ id, ...copy }))
    const sealed = new Uint8Array(await seals.subtle.encrypt({ name: 'AES-GCM', iv }, seals.key, text))
    const name = await seals.nameOf(id)
    // Something newer, or nothing, may be kept by now.
    if (inMemory.get(id) === copy) localStorage.setItem(name, `${textOfBytes(iv)} ${textOfBytes(sealed)}`)
  } catch {
    // It is kept in memory, and by the gateway as soon as that answers.
  }
}

/** The gateway has it. */
export async function dropCopy(id: string): Promise<void> {
  inMemory.delete(id)
  const seals = await sealer()
  if (seals && !inMemory.has(id)) localStorage.removeItem(await seals.nameOf(id))
}

/** Those of who is signed in; another person's cannot be opened. */
export async function copies(): Promise<ReadonlyMap<string, Copy>> {
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
      // Another person's, whose key this is not.
    }
  }
  return found
}

/** Before another person signs in: what is sealed waits for its person, what is not is gone. */
export const forgetCopiesInMemory = (): void => inMemory.clear()
