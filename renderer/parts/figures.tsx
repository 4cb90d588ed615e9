import { grouped, withSen } from '../../shared/document/figures.ts'
import { localeOf, useLanguage } from '../words/language.ts'

interface MoneyProps {
  /** Decimal with two places. */
  readonly amount: string
  readonly currency: string
}

const currencyShown = (currency: string): string => (currency === 'MYR' ? 'RM' : currency)

/** The same within a sentence. */
export const moneyText = (amount: string, currency: string): string => `${currencyShown(currency)} ${grouped(amount)}`

/** The price of one, which may be finer than a sen. */
export const priceText = (price: string, currency: string): string => moneyText(withSen(price), currency)

/** An amount of money; the only place that says how one is written. */
export function Money({ amount, currency }: MoneyProps) {
  return (
    <span className="figure">
      <span className="quiet">{currencyShown(currency)}</span> {grouped(amount)}
    </span>
  )
}

export function Count({ value }: { readonly value: number }) {
  const language = useLanguage()
  return <span className="figure">{value.toLocaleString(localeOf(language))}</span>
}

interface TimeProps {
  readonly instant: string
  readonly withDay?: boolean
  readonly withSeconds?: boolean
}

/** @param instant RFC 3339; shown in the time of the machine's own place, as the clock on the wall says */
export function Time({ instant, withDay = false, withSeconds = true }: TimeProps) {
  const language = useLanguage()
  const at = new Date(instant)
  const day = { year: 'numeric', month: 'short', day: '2-digit' } as const
  const time = {
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { second: '2-digit' as const }),
    hour12: false,
  } as const
  return (
    <time className="figure" dateTime={instant} title={instant}>
      {at.toLocaleString(localeOf(language), withDay ? { ...day, ...time } : time)}
    </time>
  )
}
