import { type Day, dayOf } from '../../shared/domain/calendar.ts'
import { timeZoneOf } from '../gateway/time-zone.ts'
import { localeOf, useLanguage, useWords } from '../words/language.ts'
import { salesWords } from '../words/sales.ts'
import { Time } from './figures.tsx'
import { otherDayOf, type Sold, today } from './moments.ts'

/** @returns writes a day without its year */
function useShortDay(): (day: Day) => string {
  const locale = localeOf(useLanguage())
  return (day) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

/** @returns says the day that a sale came; null if that is the day of the sale */
export function useCame(): (record: Sold) => string | null {
  const say = useWords(salesWords)
  const shortDay = useShortDay()
  return (record) => {
    const came = otherDayOf(record)
    return came === null ? null : say('came', { day: shortDay(came) })
  }
}

/** When a sale was made, in a list without days: its time if that was today, else its day. */
export function SoldOn({ record: { ISSUED_AT, COMPANY_CODE } }: { readonly record: Sold }) {
  const shortDay = useShortDay()
  const sold = dayOf(Date.parse(ISSUED_AT), timeZoneOf(COMPANY_CODE))
  if (sold !== today(COMPANY_CODE)) return <time dateTime={sold}>{shortDay(sold)}</time>
  return <Time instant={ISSUED_AT} company={COMPANY_CODE} withSeconds={false} />
}

/** When a sale was made, and the day that it came if that is another one. */
export function SoldAt({ record }: { readonly record: Sold }) {
  const came = useCame()(record)
  return (
    <>
      <Time instant={record.ISSUED_AT} company={record.COMPANY_CODE} withDay withSeconds={false} />
      {came !== null && ` · ${came}`}
    </>
  )
}
