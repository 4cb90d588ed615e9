import { grouped, withSen } from '../../shared/document/figures.ts'
import { timeZoneOf } from '../gateway/this-till.ts'
import { localeOf, useLanguage, useWords } from '../words/language.ts'
import { whoWords } from '../words/who.ts'
import { type MomentShown, momentText } from './moments.ts'

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

interface TimeProps extends MomentShown {
  readonly instant: string
  /** COMPANY_CODE; the company of this till if it is left out. */
  readonly company?: string | undefined
}

/** @param instant RFC 3339; shown in the time of the company, as the clock on its wall says */
export function Time({ instant, company, ...shown }: TimeProps) {
  const language = useLanguage()
  return (
    <time className="figure" dateTime={instant} title={instant}>
      {momentText(instant, { locale: localeOf(language), timeZone: timeZoneOf(company) }, shown)}
    </time>
  )
}

/** @param by whom the journal names, in people's words: `person:Aminah for person:Siti` is Aminah for Siti */
export function Who({ by }: { readonly by: string }) {
  const say = useWords(whoWords)
  return (
    <bdi>
      {by === 'control'
        ? say('command_line')
        : by === 'nobody'
          ? say('somebody')
          : by === 'buyer'
            ? say('buyer')
            : by.replace(/\b(person|token):/g, '')}
    </bdi>
  )
}
