import { Fault } from '../../../shared/api/faults.ts'
import { longNumber } from '../../../shared/api/shapes/long-number.ts'
import { isLong, scan, skim } from './json-scan.ts'

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
