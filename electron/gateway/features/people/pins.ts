import { createHmac, hash, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { getOrCreateSecret } from '../../installation/secrets.ts'
import type { GatewayPorts, PinCost, Randomness } from '../../ports.ts'
import type { PinHash } from '../../store/port/people.ts'

export const pepperSecret = 'people/pepper'

/** A secret in the hash of every PIN. It is not in the database, nor in any copy of it. */
export interface Pepper {
  readonly id: string
  readonly secret: string
}

/** @throws Error if the secrets cannot be read now */
export function createPepperReader({ secrets, randomness }: Pick<GatewayPorts, 'secrets' | 'randomness'>) {
  let known: Pepper | null = null
  return async (): Promise<Pepper> => {
    const secret = known?.secret ?? (await getOrCreateSecret(secrets, pepperSecret, () => randomness.secret(32)))
    known ??= { id: hash('sha256', secret, 'hex').slice(0, 16), secret }
    return known
  }
}

/** 32 MB and up to two tenths of a second for one try. A PIN is short, so the pauses are what protects it. */
const usual: PinCost = { cost: 2 ** 15, blockSize: 8, parallelization: 3 }
const hashBytes = 32

interface MadeWith {
  /** Base64url, random. */
  readonly salt: string
  readonly pepper: Pepper
  readonly cost?: PinCost | undefined
}

export async function hashPin(pin: string, { salt, pepper, cost = usual }: MadeWith): Promise<PinHash> {
  const made = { ...cost, salt, pepper: pepper.id, digits: pin.length }
  return { ...made, hash: (await derive(peppered(pin, pepper), made)).toString('base64url') }
}

export const isRightPin = async (pin: string, kept: PinHash, pepper: Pepper): Promise<boolean> =>
  timingSafeEqual(await derive(peppered(pin, pepper), kept), Buffer.from(kept.hash, 'base64url'))

/** Without the pepper, a stolen database would give all PINs within a day. */
const peppered = (pin: string, { secret }: Pepper): Buffer => createHmac('sha256', secret).update(pin).digest()

/** Hashes with the cost that was stored with the PIN. */
function derive(pin: Buffer, { cost: N, blockSize: r, parallelization: p, salt }: Omit<PinHash, 'hash'>) {
  // Node's limit is exactly the 128 N r that scrypt needs.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) }
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(pin, Buffer.from(salt, 'base64url'), hashBytes, options, (failure, key) =>
      failure ? reject(failure) : resolve(key),
    )
  })
}

/** Letters and digits that do not look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Ten of 32 letters: it cannot be guessed. */
export function oneTimeCode(randomness: Randomness): string {
  const bytes = Buffer.from(randomness.secret(32), 'base64url').subarray(0, 10)
  const picked = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
  return `${picked.slice(0, 5)}-${picked.slice(5)}`
}

export const normalizedCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')
