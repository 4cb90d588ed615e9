import type { Format } from './fields.ts'

/** What is wrong with how a field is written. */
export interface FormatFault {
  /** Of the few the authority is known to use (myinvois 4); null where nobody has seen one. */
  readonly code: string | null
  readonly message: string
}

const fault = (message: string, code: string | null = null): FormatFault => ({ code, message })

const patterns: Readonly<Record<Exclude<Format, 'phone' | 'email' | 'date'>, readonly [RegExp, string]>> = {
  time: [/^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/, 'must be a time in UTC, HH:MM:SSZ'],
  sst: [/^(?:NA|[A-Za-z0-9-]+(?:;[A-Za-z0-9-]+)?)$/, 'must be NA, or at most two numbers separated by a semicolon'],
  ttx: [/^[A-Za-z0-9-]+$/, 'must be NA, or a number with dashes only'],
  msic: [/^\d{5}$/, 'must be of five digits'],
  documentType: [/^(?:0[1-4]|1[1-4])$/, 'is not a type of document'],
  uuidOrNa: [/^(?:NA|[A-Z0-9]{26})$/, 'must be the UUID of a document, or NA'],
  taxScheme: [/^OTH$/, 'must be OTH'],
}

/** @returns null where it is written as it must be (myinvois 6.2, 9) */
export function formatFault(format: Format, value: string): FormatFault | null {
  switch (format) {
    case 'phone':
      return phoneFault(value)
    case 'email':
      return isEmail(value) ? null : fault('Enter a valid e-mail address', 'CF403')
    case 'date':
      return isDate(value) ? null : fault('must be a date, YYYY-MM-DD')
    default: {
      const [pattern, message] = patterns[format]
      return pattern.test(value) ? null : fault(message)
    }
  }
}

function phoneFault(value: string): FormatFault | null {
  if (!/^\+?\d*$/.test(value))
    return fault('Enter a valid phone number: digits only, with an optional leading +', 'CF364')
  return value.length >= 8 && value.length <= 20 ? null : fault('Enter a phone number of 8 to 20 characters', 'CF366')
}

/** One address or nothing, as much of RFC 5321 as anybody uses. */
const isEmail = (value: string): boolean =>
  value === '' || (value.length <= 320 && /^[^\s@;,<>()[\]\\"]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(value))

const isDate = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).getTime() > 0 && roundTrips(value)

const roundTrips = (value: string): boolean => new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)

/** Lengths and forms of the number a party is identified by, each with its fillers (myinvois 9). */
const numberPatterns: Readonly<Record<string, RegExp>> = {
  TIN: /^.{1,14}$/,
  NRIC: /^(?:NA|\d{12})$/,
  PASSPORT: /^[A-Za-z0-9]{1,12}$/,
  BRN: /^.{1,20}$/,
  ARMY: /^[A-Za-z0-9]{1,12}$/,
  SST: /^.{1,35}$/,
  TTX: /^.{1,17}$/,
}

export const isNumberOf = (scheme: string, number: string): boolean => numberPatterns[scheme]?.test(number) ?? false
