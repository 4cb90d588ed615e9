import { hash } from 'node:crypto'
import { madeOnce } from '../../installation/secrets.ts'
import type { GatewayPorts } from '../../ports.ts'

/** A secret that goes into every PIN's hash and lies outside of the database, and so of every copy of it. */
export interface Pepper {
  /** Tells one from another, and nothing of what it is. */
  readonly id: string
  readonly secret: string
}

/** In the file of secrets. */
const name = 'people/pepper'

const pepperOf = (secret: string): Pepper => ({ id: hash('sha256', secret, 'hex').slice(0, 16), secret })

/**
 * This installation's, made when it is first needed.
 * @returns null where the secrets cannot be read: no PIN can be checked then, and a new one is kept without
 */
export function pepperIn({ secrets, randomness, log }: Pick<GatewayPorts, 'secrets' | 'randomness' | 'log'>) {
  let known: Promise<Pepper> | null = null
  const read = async () => pepperOf(await madeOnce(secrets, name, () => randomness.secret(32)))
  return async (): Promise<Pepper | null> => {
    try {
      return await (known ??= read())
    } catch (err) {
      // Asked again the next time: a key store may be unlocked by then.
      known = null
      log.warn({ err }, 'the secret that goes into PINs cannot be read')
      return null
    }
  }
}
