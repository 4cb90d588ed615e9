import { createHash } from 'node:crypto'
import type { Sale } from '../../../../shared/document/sale.ts'
import type { BusinessKey, Family, Identity, Kind } from '../../../../shared/domain/record.ts'
import type { Records } from '../../store/port/records.ts'
import { otherPartyOf, type Submission } from './check-submission.ts'

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
  const start = cut([outletName, terminalName, shiftCode, saleCode].join('-'), longest - hash.length - 1)
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

/** The till's number; else the plain one of the sale, and the hashed one if that is too long or taken. */
export function* numbersFor({ documentNumber }: Sale, identity: Identity): Iterable<string> {
  if (documentNumber !== undefined) {
    yield documentNumber
    return
  }
  const plain = plainNumber(identity)
  if (plain !== null) yield plain
  yield hashedNumber(identity, identity.family, identity.kind)
}

/** The record that has the till's own document number. */
export async function numberHolderOf(records: Pick<Records, 'byNumber'>, { sale, cell, company }: Submission) {
  const { documentNumber = '' } = sale
  const { companyGuid } = company.profile
  const number = { companyGuid, family: cell.family, documentNumber, otherParty: otherPartyOf(sale) }
  return (await records.byNumber(number)).find(({ record }) => record.kind === cell.kind) ?? null
}
