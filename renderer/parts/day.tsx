import { useLanguage } from '../words/language.ts'

/** A day of the calendar or a month, whatever the time zone. @param value `2026-10-31` or `2026-10` */
export function Day({ value }: { readonly value: string }) {
  const language = useLanguage()
  const isMonth = value.length === 7
  const text = new Date(`${isMonth ? `${value}-01` : value}T00:00:00Z`).toLocaleDateString(
    language === 'en' ? 'en-MY' : language,
    { year: 'numeric', month: 'short', ...(!isMonth && { day: 'numeric' }), timeZone: 'UTC' },
  )
  return (
    <time className="figure" dateTime={value}>
      {text}
    </time>
  )
}
