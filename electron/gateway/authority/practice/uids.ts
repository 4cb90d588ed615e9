import { hash } from 'node:crypto'
import type { Randomness } from '../../ports.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function random(randomness: Randomness, length: number): string {
  const bytes = Buffer.from(randomness.secret(length), 'base64url')
  return [...bytes.subarray(0, length)].map((byte) => letters[byte % letters.length]).join('')
}

/** The end that a submission and its documents share, as has been seen with the real ones (myinvois 2, E2). */
export const newUidEnd = (randomness: Randomness): string => `${random(randomness, 7)}J10`

/** 26 capital letters and digits. */
export const newUid = (randomness: Randomness, end: string): string => `${random(randomness, 16)}${end}`

export const newLongId = (randomness: Randomness): string => random(randomness, 48)

/** Looks like a GUID, and is always the same for one text. */
export const guidOf = (text: string): string =>
  hash('sha256', text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
