import { isDay } from '../../domain/calendar.ts'
import type { Instant } from '../../domain/record.ts'

const form =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:(\.\d{1,3})\d*)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Answers are in UTC, where a year has four digits too: whatever is taken can be told again (contract 2). */
const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Date and time with its offset as RFC 3339 writes them: T and Z in either case, as many decimals as there may be, of
 * which the first three count. A leap second is the first of the next day.
 * @returns milliseconds since the epoch; null for what is no such time
 */
export function instantOf(text: string): Instant | null {
  const parts = form.exec(text)
  if (!parts) return null
  const [, day = '', minute = '', second = '', decimals = '', offset = ''] = parts
  if (!isDay(day)) return null
  const isLeap = second === '60'
  const at = Date.parse(`${day}T${minute}:${isLeap ? '59' : second}${decimals}${offset.toUpperCase()}`)
  if (!(at >= first && at <= last)) return null
  return isLeap ? afterLeap(at + 1000) : at
}

/** Leap seconds end a month, in UTC (RFC 3339 5.7). */
function afterLeap(at: Instant): Instant | null {
  const date = new Date(at)
  const isFirstSecond = date.getUTCDate() === 1 && at % 86_400_000 < 1000
  return isFirstSecond && at <= last ? at : null
}
