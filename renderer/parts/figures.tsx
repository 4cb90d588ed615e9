import { groupDigits, withSen } from '../../shared/document/figures.ts'
import { timeZoneOnScreen } from '../gateway/this-till.ts'
import { localeOf, useLanguage, useWords } from '../words/language.ts'
import { nonUserActorWords } from '../words/who.ts'
import { type MomentShown, momentText } from './moments.ts'

interface MoneyProps {
  /** A decimal with two places. */
  readonly amount: string
  readonly currency: string
}

const currencyShown = (currency: string): string => (currency === 'MYR' ? 'RM' : currency)

/** Money within a sentence. */
export const moneyText = (amount: string, currency: string): string =>
  `${currencyShown(currency)} ${groupDigits(amount)}`

/** A unit price, which may have more than two places. */
export const priceText = (price: string, currency: string): string => moneyText(withSen(price), currency)

/** An amount of money. No other component writes one. */
export function Money({ amount, currency }: MoneyProps) {
  return (
    <span className="figure">
      <span className="quiet">{currencyShown(currency)}</span> {groupDigits(amount)}
    </span>
  )
}

export function Count({ value }: { readonly value: number }) {
  const language = useLanguage()
  return <span className="figure">{value.toLocaleString(localeOf(language))}</span>
}

interface TimeProps extends MomentShown {
  readonly instant: string
  /** COMPANY_CODE; if left out, the company of this till. */
  readonly company?: string | undefined
}

/** @param instant RFC 3339; shown in the company's time zone */
export function Time({ instant, company, ...shown }: TimeProps) {
  const language = useLanguage()
  return (
    <time className="figure" dateTime={instant} title={instant}>
      {momentText(instant, { locale: localeOf(language), timeZone: timeZoneOnScreen(company) }, shown)}
    </time>
  )
}

/** @param by a name as the journal writes it: `person:Aminah for person:Siti` becomes “Aminah for Siti” */
export function ActorName({ by }: { readonly by: string }) {
  const say = useWords(nonUserActorWords)
  return (
    <bdi>
      {by === 'control'
        ? say('command_line')
        : by === 'nobody'
          ? say('at_sign_in')
          : by === 'buyer'
            ? say('buyer')
            : by.replace(/\b(person|token):/g, '')}
    </bdi>
  )
}
