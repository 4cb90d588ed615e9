import type { Decimal } from '../../../../shared/document/decimal.ts'
import { grouped, withSen } from '../../../../shared/document/figures.ts'
import type { Instant } from '../../../../shared/domain/record.ts'

/** `1,234.50` */
export const money = (amount: Decimal): string => grouped(amount.toFixed(2))

/** A price may have more than two places: `0.12345`, `3.50`. */
export const price = (amount: Decimal): string => grouped(withSen(amount.toFixed()))

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
