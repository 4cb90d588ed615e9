import { Fault } from '../../../shared/api/faults.ts'
import { longNumber } from '../../../shared/document/amount.ts'

const deepest = 32
const mostNodes = 50_000
const exactDigits = 15

/**
 * Reads JSON strictly: UTF-8, no key twice, no lone surrogates, not too deep. A number with more digits than a float
 * keeps becomes a LongNumber, so that no amount changes. The schema refuses JSON that is no object (contract 2).
 * @throws Fault bad_encoding, malformed_json, duplicate_key, too_deep
 */
export function parseJsonText(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const { hasLongNumber, members } = skim(text) ?? { hasLongNumber: scan(text), members: null }
  const value = parse(text, hasLongNumber)
  // The parser has fewer members than the text: one key came twice, and the scan names it.
  if (members !== null && members !== membersIn(value)) scan(text)
  return value
}

/** VB6, .NET and PowerShell write one byte order mark before a text (contract 5). */
export const withoutByteOrderMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

function parse(text: string, hasLongNumber: boolean): unknown {
  try {
    return hasLongNumber ? JSON.parse(text, keepLongNumbers) : JSON.parse(text)
  } catch (cause) {
    throw new Fault('malformed_json', { cause })
  }
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += membersIn(item)
    return count
  }
  // JSON.parse makes plain objects: nothing inherited is counted.
  for (const name in value) count += 1 + membersIn((value as Readonly<Record<string, unknown>>)[name])
  return count
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new Fault('bad_encoding', { cause })
  }
}

function keepLongNumbers(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source && isLong(context.source) ? longNumber(context.source) : value
}

/** Zeros at either end do not count: 1.10000000000000000 is 1.1. */
function isLong(number: string): boolean {
  const digits = number.replace(/[eE].*$|[^\d]/g, '').replace(/^0+/, '')
  let length = digits.length
  // /0+$/ would take quadratic time on long runs of zeros.
  while (length > exactDigits && digits[length - 1] === '0') length -= 1
  return length > exactDigits
}

/** Text without escapes can be counted, which costs a fifth of the scan. @returns null if the text must be scanned */
function skim(text: string): { readonly hasLongNumber: boolean; readonly members: number } | null {
  if (text.includes('\\')) return null
  let depth = 0
  let nodes = 0
  let members = 0
  let hasLongNumber = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 0x22) {
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

/** A string, and whether it is a key; a number; or a bracket or comma. */
const token = /"([^"\\]*(?:\\.[^"\\]*)*)"?([ \t\r\n]*:)?|-?\d[\d.eE+-]*|[{}[\],]/gs

/**
 * Finds what the parser accepts and we do not. Leaves text that is not JSON to the parser.
 * @returns whether some number has more digits than a float keeps
 */
function scan(text: string): boolean {
  const names: Set<string>[] = []
  let nodes = 0
  let hasLongNumber = false
  for (const [found, raw, colon] of text.matchAll(token)) {
    if (raw !== undefined) {
      const value = raw.includes('\\') ? unescape(raw) : raw
      const known = names.at(-1)
      if (colon === undefined || !known) continue
      if (known.has(value)) throw new Fault('duplicate_key', { values: { key: value } })
      known.add(value)
    } else if (found === '{' || found === '[') {
      if (names.push(new Set()) > deepest) throw new Fault('too_deep')
    } else if (found === '}' || found === ']') names.pop()
    else if (found === ',') {
      nodes += 1
      if (nodes > mostNodes) throw new Fault('too_deep')
    } else if (found.length > exactDigits && isLong(found)) hasLongNumber = true
  }
  return hasLongNumber
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
