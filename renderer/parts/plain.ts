import { useCallback } from 'react'
import { timeZoneOnScreen } from '../gateway/this-till.ts'
import { inLanguage, localeOf, type Say, useLanguage, useWords } from '../words/language.ts'
import { commandScreenWords } from '../words/plain.ts'
import { momentText } from './moments.ts'

const places = {
  doctor: 'health',
  verify: 'provider',
  trust: 'provider',
  restore: 'backup',
  company: 'companies',
  resume: 'health',
  webhook: 'provider',
} as const

/** Matches a command in a sentence, with a verb such as “run” before it. */
const command =
  /(\b[Rr]un |\b[Jj]alankan |运行)?“(?:resit |npm )?(company|doctor|verify|trust|restore|resume|webhook|start|run)\b[^”]*”/g

const verbs: Readonly<Record<string, string>> = {
  'run ': 'open ',
  'Run ': 'Open ',
  'jalankan ': 'buka ',
  'Jalankan ': 'Buka ',
  运行: '打开',
}

/** Replaces commands by the screens that do the same: the gateway's sentences are also read at a command line. */
export const replaceCommands = (sentence: string, say: Say<(typeof places)[keyof typeof places] | 'start'>): string =>
  sentence.replace(command, (_whole, verb: string | undefined, name: string) => {
    const place = places[name as keyof typeof places] ?? 'start'
    return `${verb === undefined ? '' : (verbs[verb] ?? verb)}“${say(place)}”`
  })

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

/** @returns says a sentence of the gateway without commands, with days and times as the screens write them */
export function usePlainSentence(): (sentence: string) => string {
  const say = useWords(commandScreenWords)
  const language = useLanguage()
  return useCallback(
    (sentence) =>
      localizeTimes(replaceCommands(inLanguage(sentence, language), say), localeOf(language), timeZoneOnScreen()),
    [say, language],
  )
}
