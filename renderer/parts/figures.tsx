import { localeOf, useLanguage } from '../words/language.ts'

/** Decimal strings as they are: a figure of a document is never computed here. */
function grouped(amount: string): string {
  const [whole = '', cents = ''] = amount.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

interface MoneyProps {
  /** Decimal with two places. */
  readonly amount: string
  readonly currency: string
}

/** An amount of money; the only place that says how one is written. */
export function Money({ amount, currency }: MoneyProps) {
  return (
    <span className="figure">
      <span className="quiet">{currency === 'MYR' ? 'RM' : currency}</span> {grouped(amount)}
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
