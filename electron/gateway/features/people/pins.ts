import { createHmac, hash, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { madeOnce } from '../../installation/secrets.ts'
import type { GatewayPorts, PinCost, Randomness } from '../../ports.ts'
import type { KeptPin } from '../../store/port/people.ts'

/** A secret that goes into every PIN's hash and lies outside of the database, and so of every copy of it. */
export interface Pepper {
  /** Tells one from another, and nothing of what it is. */
  readonly id: string
  readonly secret: string
}

/** This installation's, made when it is first needed. @throws Error if the secrets cannot be read now */
export function pepperIn({ secrets, randomness }: Pick<GatewayPorts, 'secrets' | 'randomness'>) {
  let known: Pepper | null = null
  return async (): Promise<Pepper> => {
    const secret = known?.secret ?? (await madeOnce(secrets, 'people/pepper', () => randomness.secret(32)))
    known ??= { id: hash('sha256', secret, 'hex').slice(0, 16), secret }
    return known
  }
}

/** 32 MB and a tenth of a second or two for one try; a PIN has few digits, so the pauses are what protects it. */
const usual: PinCost = { cost: 2 ** 15, blockSize: 8, parallelization: 3 }
const hashBytes = 32

interface MadeWith {
  /** Base64url, random. */
  readonly salt: string
  readonly pepper: Pepper
  readonly cost?: PinCost | undefined
}

export async function hashPin(pin: string, { salt, pepper, cost = usual }: MadeWith): Promise<KeptPin> {
  const made = { ...cost, salt, pepper: pepper.id }
  return { ...made, hash: (await derive(peppered(pin, pepper), made)).toString('base64url') }
}

/** @param pepper the one it was made with */
export const isPin = async (pin: string, kept: KeptPin, pepper: Pepper): Promise<boolean> =>
  timingSafeEqual(await derive(peppered(pin, pepper), kept), Buffer.from(kept.hash, 'base64url'))

/** A million PINs are tried in a day on a computer that has the database; with this it does not help to have it. */
const peppered = (pin: string, { secret }: Pepper): Buffer => createHmac('sha256', secret).update(pin).digest()

/** By the cost it was made with, which may be another one day. */
function derive(pin: Buffer, { cost: N, blockSize: r, parallelization: p, salt }: Omit<KeptPin, 'hash'>) {
  // What scrypt needs is 128 N r, and Node stops at that very figure unless it is allowed more.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) }
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(pin, Buffer.from(salt, 'base64url'), hashBytes, options, (failure, key) =>
      failure ? reject(failure) : resolve(key),
    )
  })
}

/** Without letters and digits that are taken for one another. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Something to hand over once: ten of 32 letters, which cannot be guessed. */
export function oneTimeCode(randomness: Randomness): string {
  const bytes = Buffer.from(randomness.secret(32), 'base64url').subarray(0, 10)
  const picked = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
  return `${picked.slice(0, 5)}-${picked.slice(5)}`
}

/** The code itself, however a person types it: in any case, with or without the hyphen. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')
