import { Fault } from '../../../shared/api/faults.ts'
import { longNumber } from '../../../shared/document/amount.ts'

const deepest = 32
const mostNodes = 50_000
/** Digits a binary float keeps for certain. */
const exactDigits = 15

/**
 * Bytes of JSON, read strictly: UTF-8 only, no key twice, no lone surrogates, nothing too deep. A number with more digits
 * than a float keeps arrives as a LongNumber, so that no amount changes on the way in. What is JSON and no object is left
 * for the schema to refuse (contract 2).
 * @throws Fault bad_encoding, malformed_json, duplicate_key, too_deep
 */
export function parseJsonText(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const { hasLongNumber, members } = skim(text) ?? { hasLongNumber: scan(text), members: null }
  const value = parse(text, hasLongNumber)
  // A member that the text has and the value has not was overwritten by another of its name; the scan says which.
  if (members !== null && members !== membersIn(value)) scan(text)
  return value
}

/** The bytes after one byte order mark, which VB6, .NET and PowerShell write before a text (contract 5). */
export const afterMark = (bytes: Uint8Array): Uint8Array =>
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
  // What was just parsed inherits nothing that could be counted.
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

/** Zeros at either end say nothing: 1.10000000000000000 is as exact as 1.1, and the same number. */
function isLong(number: string): boolean {
  const digits = number.replace(/[eE].*$|[^\d]/g, '').replace(/^0+/, '')
  let length = digits.length
  // Not /0+$/: on long runs of zeros inside it takes quadratic time.
  while (length > exactDigits && digits[length - 1] === '0') length -= 1
  return length > exactDigits
}

/**
 * What a till usually sends has no escapes: then counting says as much as the scan does, at a fifth of the price.
 * @returns null if the text has to be scanned
 */
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

/** A string, also one without an end, and whether it is a name; a number; or what opens, ends and parts. */
const token = /"([^"\\]*(?:\\.[^"\\]*)*)"?([ \t\r\n]*:)?|-?\d[\d.eE+-]*|[{}[\],]/gs

/**
 * Walks the tokens once, before the parser, for what the parser lets pass. Text that is not JSON is left for the
 * parser to refuse.
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
