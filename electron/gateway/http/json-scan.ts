import { Fault } from '../../../shared/api/faults.ts'

const deepest = 32
const mostNodes = 50_000
/** Digits a binary float keeps for certain. */
const exactDigits = 15

/** Zeros at either end say nothing: 1.10000000000000000 is as exact as 1.1, and the same number. */
export function isLong(number: string): boolean {
  const digits = number.replace(/[eE].*$|[^\d]/g, '').replace(/^0+/, '')
  let length = digits.length
  // Not /0+$/: on long runs of zeros inside it takes quadratic time.
  while (length > exactDigits && digits[length - 1] === '0') length -= 1
  return length > exactDigits
}

const number = /-?\d[\d.eE+-]*/y
const quote = 0x22
const backslash = 0x5c

interface Skimmed {
  readonly hasLongNumber: boolean
  readonly members: number
}

/**
 * What a till usually sends has no escapes: then counting says as much as looking, at a third of the price.
 * @returns null where the text has to be scanned
 */
export function skim(text: string): Skimmed | null {
  if (text.includes('\\')) return null
  let depth = 0
  let nodes = 0
  let members = 0
  let hasLongNumber = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) {
      at = text.indexOf('"', at + 1)
      if (at < 0) return null
    } else if (character === 0x3a) members += 1
    else if (character === 0x2c) nodes += 1
    else if (character === 0x7b || character === 0x5b) depth += 1
    else if (character === 0x7d || character === 0x5d) depth -= 1
    else if (character >= 0x30 && character <= 0x39) {
      const start = at
      while (isOfNumber(text.charCodeAt(at + 1))) at += 1
      if (at - start >= exactDigits && isLong(text.slice(start, at + 1))) hasLongNumber = true
    }
    if (depth > deepest || nodes > mostNodes) return null
  }
  return { hasLongNumber, members }
}

const isOfNumber = (character: number) =>
  (character >= 0x30 && character <= 0x39) || character === 0x2e || character === 0x65 || character === 0x45

/**
 * Walks the tokens once, before the parser, for what the parser lets pass. Text that is not JSON is left for the
 * parser to refuse.
 * @returns whether some number has more digits than a float keeps
 */
export function scan(text: string): boolean {
  const keys: (Set<string> | null)[] = []
  let nodes = 0
  let hasLongNumber = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    switch (character) {
      case 0x7b: // {
      case 0x5b: // [
        if (keys.push(character === 0x7b ? new Set() : null) > deepest) throw new Fault('too_deep')
        break
      case 0x7d: // }
      case 0x5d: // ]
        keys.pop()
        break
      case 0x2c: // ,
        nodes += 1
        if (nodes > mostNodes) throw new Fault('too_deep')
        break
      case quote: {
        const end = endOfString(text, at)
        if (end < 0) return hasLongNumber
        const raw = text.slice(at + 1, end)
        const value = raw.includes('\\') ? unescape(raw) : raw
        const isKey = keys.at(-1) && colonFollows(text, end + 1)
        if (isKey) addKey(keys.at(-1), value)
        at = end
        break
      }
      default:
        if (character === 0x2d || (character >= 0x30 && character <= 0x39)) {
          number.lastIndex = at
          const digits = number.exec(text)?.[0] ?? ''
          if (digits.length > exactDigits && isLong(digits)) hasLongNumber = true
          at += Math.max(digits.length - 1, 0)
        }
    }
  }
  return hasLongNumber
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    const end = text.indexOf('"', at)
    if (end < 0) return -1
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end
    at = end + 1
  }
}

function unescape(raw: string): string {
  let value: string
  try {
    value = JSON.parse(`"${raw}"`) as string
  } catch (cause) {
    throw new Fault('malformed_json', { cause })
  }
  if (!value.isWellFormed()) throw new Fault('bad_encoding')
  return value
}

function colonFollows(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 0x3a) return true
    if (character !== 0x20 && character !== 0x0a && character !== 0x0d && character !== 0x09) return false
  }
  return false
}

function addKey(known: Set<string> | null | undefined, key: string): void {
  if (known?.has(key)) throw new Fault('duplicate_key', { values: { key } })
  known?.add(key)
}
