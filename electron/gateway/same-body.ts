import { isLongNumber, isSameNumber } from '../../shared/catalogue/shapes/long-number.ts'

/**
 * Whether two submission bodies say the same (contract 5): key order, white space and the spelling of numbers do
 * not matter, the order of arrays does. `null` means absent, except in the till's own EXTRA. SALE_GUID names the
 * sale and says nothing about it.
 */
export function isSameBody(one: object, other: object): boolean {
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
  const present = (value: Readonly<Record<string, unknown>>) =>
    Object.keys(value).filter((key) => isKept || value[key] !== null)
  const keys = present(one)
  return (
    keys.length === present(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key], isKept || key === kept))
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
