import type { Big } from 'big.js'
import type { Instant } from '../../../../shared/domain/record.ts'

/** `1,234.50` */
export const money = (amount: Big): string => grouped(amount.toFixed(2))

/** A price may have more than two places: `0.12345`, `3.50`. */
export function price(amount: Big): string {
  const [whole = '0', places = ''] = amount.toFixed().split('.')
  return grouped(`${whole}.${places.padEnd(2, '0')}`)
}

function grouped(text: string): string {
  const [whole = '0', places = ''] = text.split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${places}`
}

/** Day and time where the company is, with the offset: `2026-11-20 12:05:06 GMT+08:00`. */
export const timeIn = (timeZone: string, instant: Instant): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).format(instant)
