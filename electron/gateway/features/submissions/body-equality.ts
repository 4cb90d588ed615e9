import { isLongNumber, isSameNumber } from '../../../../shared/api/shapes/long-number.ts'
import { plainIdNumber, plainTin } from '../../../../shared/document/tin.ts'

/**
 * Whether two submission bodies say the same (contract 5): key order, white space and the spelling of numbers do
 * not matter, nor how the numbers of a party are spelled; the order of arrays does. `null` means absent, except in the till's own EXTRA. SALE_GUID names the
 * sale and says nothing about it.
 */
export function areBodiesEqual(one: object, other: object): boolean {
  return isSame({ ...one, SALE_GUID: null }, { ...other, SALE_GUID: null })
}

const kept = 'EXTRA'

function isSame(one: unknown, other: unknown, isKept = false): boolean {
  if (one === other) return true
  if (isLongNumber(one)) return isLongNumber(other) && isSameNumber(one, other)
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false
    return one.every((item, at) => isSame(item, other[at], isKept))
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(other)) return false
  return isSameObject(isKept ? one : plainParty(one), isKept ? other : plainParty(other), isKept)
}

function isSameObject(one: Members, other: Members, isKept: boolean): boolean {
  const present = (value: Members) => Object.keys(value).filter((key) => isKept || value[key] !== null)
  const keys = present(one)
  return (
    keys.length === present(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key], isKept || key === kept))
  )
}

type Members = Readonly<Record<string, unknown>>

/** A party whose numbers are spelled in another way is the same party. */
function plainParty(value: Members): Members {
  const { TIN: tin, ID_TYPE: idType, ID_NUMBER: idNumber } = value
  if (typeof tin !== 'string' || typeof idType !== 'string' || typeof idNumber !== 'string') return value
  const type = idType.toUpperCase()
  return { ...value, TIN: plainTin(tin), ID_TYPE: type, ID_NUMBER: plainIdNumber(type, idNumber) }
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
