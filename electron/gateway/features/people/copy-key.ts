import { createHmac } from 'node:crypto'
import type { Randomness, Secrets } from '../../ports.ts'

/** @returns the key of a person's copies, in base64; null where the secrets cannot be read now */
export type CopyKeyOf = (personId: string) => Promise<string | null>

const name = 'screens'

/**
 * What a person types stays at the screen until the gateway has it, under a key that only a signed-in person gets: a
 * browser's storage is read by whoever sits down next.
 */
export function copyKeysIn(secrets: Secrets, randomness: Randomness): CopyKeyOf {
  let known: Promise<string> | null = null
  const made = async () => {
    const kept = await secrets.get(name)
    if (kept !== null) return kept
    const secret = randomness.secret(32)
    await secrets.set(name, secret)
    return secret
  }
  return async (personId) => {
    try {
      known ??= made()
      return createHmac('sha256', await known)
        .update(personId)
        .digest('base64')
    } catch {
      // Copies are a comfort: nobody is kept out because they cannot be made.
      known = null
      return null
    }
  }
}
