import { Group, TextInput, type TextInputProps } from '@mantine/core'
import { addDays, type Day as CalendarDay, dayOf } from '../../shared/domain/calendar.ts'
import type { Language } from '../../shared/words/words.ts'
import { timeZoneOnScreen } from '../gateway/this-till.ts'
import { localeOf, useLanguage, useWords } from '../words/language.ts'
import { salesWords } from '../words/sales.ts'
import style from './day-field.module.css'
import { Time } from './figures.tsx'
import { lateArrivalDayOf, type SaleTimes, today } from './moments.ts'
import { Secondary } from './secondary.tsx'

const dayText = (day: string, language: Language, shown: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(localeOf(language), { ...shown, timeZone: 'UTC' })

/** A heading for the rows of one day, such as “Today”. @param day YYYY-MM-DD */
export function DayHeading({ day }: { readonly day: string }) {
  const say = useWords(salesWords)
  const language = useLanguage()
  const now = today()
  const named = day === now ? say('today') : day === addDays(now, -1) ? say('yesterday') : null
  return (
    <span>
      {named ?? dayText(day, language, { weekday: 'long' })} · <Day value={day} />
    </span>
  )
}

/** A day or a month of the calendar, without a time zone. @param value `2026-10-31` or `2026-10` */
export function Day({ value }: { readonly value: string }) {
  const language = useLanguage()
  const month = { year: 'numeric', month: 'short' } as const
  const isMonth = value.length === 7
  return (
    <time className="figure" dateTime={value}>
      {isMonth ? dayText(`${value}-01`, language, month) : dayText(value, language, { ...month, day: 'numeric' })}
    </time>
  )
}

/** A range of days. If both are one day, it is written once. @param from YYYY-MM-DD @param to YYYY-MM-DD */
export const Days = ({ from, to }: { readonly from: string; readonly to: string }) =>
  from === to ? (
    <Day value={from} />
  ) : (
    <>
      <Day value={from} /> – <Day value={to} />
    </>
  )

interface DayFieldProps extends Pick<TextInputProps, 'label' | 'aria-label' | 'description' | 'error'> {
  /** `2026-10-31`, or `2026-10` for a month; empty if none is chosen. */
  readonly value: string
  onPick(value: string): void
  readonly isMonth?: boolean
  /** On a button that chooses today; none if absent. */
  readonly todayLabel?: string
}

/** A field to choose a day, written in the language of the screens. */
export const DayField = ({ value, onPick, isMonth = false, todayLabel, ...props }: DayFieldProps) => (
  <TextInput
    {...props}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    type={isMonth ? 'month' : 'date'}
    value={value}
    onChange={({ currentTarget }) => onPick(currentTarget.value)}
    inputContainer={(input) => (
      <Group gap={6} wrap="nowrap">
        <div className={style['field']}>
          {input}
          {value !== '' && (
            <span className={style['shown']} aria-hidden>
              <Day value={value} />
            </span>
          )}
        </div>
        {todayLabel !== undefined && <Secondary onClick={() => onPick(today())}>{todayLabel}</Secondary>}
      </Group>
    )}
  />
)

/** @returns writes a day without its year */
function useShortDay(): (day: CalendarDay) => string {
  const language = useLanguage()
  return (day) => dayText(day, language, { day: 'numeric', month: 'short' })
}

/** @returns says on which day a sale reached Resit; null if that is the day of the sale */
export function useLateArrivalText(): (record: SaleTimes) => string | null {
  const say = useWords(salesWords)
  const shortDay = useShortDay()
  return (record) => {
    const came = lateArrivalDayOf(record)
    return came === null ? null : say('came', { day: shortDay(came) })
  }
}

/** When a sale was made, for a list without headings of days: the time if it was today, else the day. */
export function SaleDayOrTime({ record: { ISSUED_AT, COMPANY_CODE } }: { readonly record: SaleTimes }) {
  const shortDay = useShortDay()
  const sold = dayOf(Date.parse(ISSUED_AT), timeZoneOnScreen(COMPANY_CODE))
  if (sold !== today(COMPANY_CODE)) return <time dateTime={sold}>{shortDay(sold)}</time>
  return <Time instant={ISSUED_AT} company={COMPANY_CODE} withSeconds={false} />
}

/** When a sale was made, and the day on which it reached Resit if that is another day. */
export function SoldAt({ record }: { readonly record: SaleTimes }) {
  const came = useLateArrivalText()(record)
  return (
    <>
      <Time instant={record.ISSUED_AT} company={record.COMPANY_CODE} withDay withSeconds={false} />
      {came !== null && ` · ${came}`}
    </>
  )
}
