import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { groupDigits, withSen } from '../../shared/document/figures.ts'
import { givesBack } from '../../shared/domain/status.ts'
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

/** A consolidated document that is only planned has no kind. */
export type Totalled = Pick<WireRecord, 'TOTAL_PAYABLE' | 'CURRENCY_CODE'> & { KIND?: WireRecord['KIND'] | undefined }

/** What a document adds to a sum: below zero if it gives back. */
export const signedTotalOf = ({ KIND = 'invoice', TOTAL_PAYABLE }: Totalled): string =>
  givesBack({ kind: KIND }) ? `-${TOTAL_PAYABLE}` : TOTAL_PAYABLE

/** The amount of a document among others. */
export const SignedTotal = ({ record }: { readonly record: Totalled }) => (
  <Money amount={signedTotalOf(record)} currency={record.CURRENCY_CODE} />
)

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

const nonUserActors = ['control', 'nobody', 'buyer', 'consolidation', 'portal'] as const

/** @returns the name of an actor of the journal: `person:Farid for person:Siti` becomes “Siti · allowed by Farid” */
export function useActorName(): (by: string | null) => string {
  const say = useWords(nonUserActorWords)
  return (by) => {
    const actor = by ?? 'portal'
    const other = nonUserActors.find((each) => each === actor)
    if (other) return say(other)
    const allowed = `$2 · ${say('allowed_by', { name: '$1' })}`
    return actor.replace(/^(.+) for (?=person:|token:)(.+)$/, allowed).replace(/\b(person|token):/g, '')
  }
}

/** @param by null if it was done on the portal of the authority */
export const ActorName = ({ by }: { readonly by: string | null }) => <bdi>{useActorName()(by)}</bdi>
