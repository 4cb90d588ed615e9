import { useCallback } from 'react'
import { timeZoneOnScreen } from '../gateway/this-till.ts'
import { inLanguage, localeOf, useLanguage } from '../words/language.ts'
import { momentText } from './moments.ts'

const moment = /\b\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g
const day = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const

/** Writes the days and times of a sentence as the screens do. */
export const localizeTimes = (sentence: string, locale: string, timeZone: string): string =>
  sentence.replace(moment, (written: string, clock: string | undefined) => {
    const at = new Date(written)
    if (Number.isNaN(at.getTime())) return written
    return clock === undefined
      ? at.toLocaleDateString(locale, day)
      : momentText(written, { locale, timeZone }, { withDay: true, withSeconds: false })
  })

/** @returns says a sentence of the gateway with days and times as the screens write them */
export function usePlainSentence(): (sentence: string) => string {
  const language = useLanguage()
  return useCallback(
    (sentence) => localizeTimes(inLanguage(sentence, language), localeOf(language), timeZoneOnScreen()),
    [language],
  )
}
