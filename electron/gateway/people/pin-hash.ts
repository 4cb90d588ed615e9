import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { KeptPin } from '../store/port-people.ts'

/** 32 MB and a tenth of a second or two for one try; a PIN has few digits, so the pauses are what protects it. */
const cost = { cost: 2 ** 15, blockSize: 8, parallelization: 3 } as const
const hashBytes = 32

/** @param salt base64url, random */
export async function hashPin(pin: string, salt: string): Promise<KeptPin> {
  return { ...cost, salt, hash: (await derive(pin, { ...cost, salt })).toString('base64url') }
}

export async function isPin(pin: string, kept: KeptPin): Promise<boolean> {
  return timingSafeEqual(await derive(pin, kept), Buffer.from(kept.hash, 'base64url'))
}

/** By the cost it was made with, which may be another one day. */
function derive(pin: string, made: Omit<KeptPin, 'hash'>): Promise<Buffer> {
  const { cost: N, blockSize: r, parallelization: p } = made
  // What scrypt needs is 128 N r, and Node stops at that very figure unless it is allowed more.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) }
  return new Promise((resolve, reject) => {
    scrypt(pin, Buffer.from(made.salt, 'base64url'), hashBytes, options, (failure, key) =>
      failure ? reject(failure) : resolve(key),
    )
  })
}
