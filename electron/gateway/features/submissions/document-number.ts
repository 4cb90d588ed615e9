import { createHash } from 'node:crypto'
import type { BusinessKey, Family, Kind } from '../../../../shared/domain/record.ts'

/**
 * Counted in UTF-16, like all fields here. The authority does not say how it counts; no other count is longer (myinvois
 * 6.2).
 */
const longest = 50

/** For a sale without a number of its own: its place and code (contract 5). */
export function plainNumber(key: BusinessKey): string | null {
  const number = [key.outletName, key.terminalName, key.shiftCode, key.saleCode].join('-')
  return number.length <= longest ? number : null
}

/** If the plain number is too long or taken: cut, and ended with part of the key's hash. */
export function hashedNumber(key: BusinessKey, family: Family, kind: Kind): string {
  const { companyCode, outletName, terminalName, shiftCode, saleCode } = key
  const name = JSON.stringify([companyCode, outletName, terminalName, shiftCode, saleCode, family, kind])
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const plain = [outletName, terminalName, shiftCode, saleCode].join('-')
  const start = cut(plain, longest - hash.length - 1)
  return `${start.trimEnd()}-${hash}`
}

function cut(text: string, most: number): string {
  let start = ''
  for (const character of text) {
    if (start.length + character.length > most) break
    start += character
  }
  return start
}
