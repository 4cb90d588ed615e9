import type { Randomness } from '../../ports.ts'

/** Without letters and digits that are taken for one another. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 10

/** Something to hand over once: ten of 32 letters, which nobody guesses. */
export function oneTimeCode(randomness: Randomness): string {
  const bytes = Buffer.from(randomness.secret(32), 'base64url')
  const picked = [...bytes.subarray(0, length)].map((byte) => letters[byte % letters.length])
  return `${picked.slice(0, length / 2).join('')}-${picked.slice(length / 2).join('')}`
}

/** The code itself, however a person types it: in any case, with or without the hyphen. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')
