import { createHmac, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { PinCost } from '../../ports.ts'
import type { KeptPin } from '../../store/port/people.ts'
import type { Pepper } from './pepper.ts'

/** 32 MB and a tenth of a second or two for one try; a PIN has few digits, so the pauses are what protects it. */
const usual: PinCost = { cost: 2 ** 15, blockSize: 8, parallelization: 3 }
const hashBytes = 32

interface MadeWith {
  /** Base64url, random. */
  readonly salt: string
  readonly pepper: Pepper | null
  readonly cost?: PinCost | undefined
}

export async function hashPin(pin: string, { salt, pepper, cost = usual }: MadeWith): Promise<KeptPin> {
  const made = { ...cost, salt, ...(pepper && { pepper: pepper.id }) }
  return { ...made, hash: (await derive(peppered(pin, pepper), made)).toString('base64url') }
}

/** @param pepper the one it was made with; null for a PIN that was made without */
export async function isPin(pin: string, kept: KeptPin, pepper: Pepper | null): Promise<boolean> {
  return timingSafeEqual(await derive(peppered(pin, pepper), kept), Buffer.from(kept.hash, 'base64url'))
}

/** A million PINs are tried in a day on a computer that has the database; with this it does not help to have it. */
const peppered = (pin: string, pepper: Pepper | null): string | Buffer =>
  pepper === null ? pin : createHmac('sha256', pepper.secret).update(pin).digest()

/** By the cost it was made with, which may be another one day. */
function derive(pin: string | Buffer, made: Omit<KeptPin, 'hash'>): Promise<Buffer> {
  const { cost: N, blockSize: r, parallelization: p } = made
  // What scrypt needs is 128 N r, and Node stops at that very figure unless it is allowed more.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) }
  return new Promise((resolve, reject) => {
    scrypt(pin, Buffer.from(made.salt, 'base64url'), hashBytes, options, (failure, key) =>
      failure ? reject(failure) : resolve(key),
    )
  })
}
