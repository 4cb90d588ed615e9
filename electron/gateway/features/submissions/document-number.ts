import { createHash } from 'node:crypto'
import type { BusinessKey, Family, Kind } from '../../../../shared/domain/record.ts'

/**
 * In UTF-16, as a document's fields are counted everywhere here: the authority does not say how it counts, runs on a
 * platform that counts so, and no other count comes out longer (myinvois 6.2).
 */
const longest = 50

/** The e-invoice number of a sale that brings none: its place and code, as a person would look for it (contract 5). */
export function plainNumber(key: BusinessKey): string | null {
  const number = [key.outletName, key.terminalName, key.shiftCode, key.saleCode].join('-')
  return number.length <= longest ? number : null
}

/** The same, cut and ended with part of the key's hash, where the plain one is too long or taken. */
export function hashedNumber(key: BusinessKey, family: Family, kind: Kind): string {
  const { companyCode, outletName, terminalName, shiftCode, saleCode } = key
  const name = JSON.stringify([companyCode, outletName, terminalName, shiftCode, saleCode, family, kind])
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const plain = [outletName, terminalName, shiftCode, saleCode].join('-')
  const start = cut(plain, longest - hash.length - 1)
  return `${start.trimEnd()}-${hash}`
}

/** The whole characters that fit into so many places of UTF-16. */
function cut(text: string, most: number): string {
  let start = ''
  for (const character of text) {
    if (start.length + character.length > most) break
    start += character
  }
  return start
}
