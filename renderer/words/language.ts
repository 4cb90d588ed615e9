import { useCallback, useSyncExternalStore } from 'react'
import { i18n, type WordSet } from '../../shared/words/engine.ts'
import type { Language } from '../../shared/words/words.ts'

/** The languages of the screens, each in its own name. */
export const languageNames = { en: 'English', ms: 'Bahasa Melayu', zh: '中文' } as const satisfies Record<
  Language,
  string
>

const languageOrder = Object.keys(languageNames) as Language[]
const kept = 'resit.language'

/** The language in which this screen was last used, else the computer's. It belongs to no person. */
function languageHere(): Language {
  const wished = [localStorage.getItem(kept), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase())
  return wished.map((tag) => languageOrder.find((language) => language === tag)).find(Boolean) ?? 'en'
}

const speak = (language: Language) => {
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
}

/** Runs before anything is drawn. @param remembered the desktop's language, which a new window must not overwrite */
export async function initLanguage(remembered: Language | null): Promise<void> {
  const language = remembered ?? languageHere()
  await i18n.changeLanguage(language)
  speak(language)
}

type Retell = (sentence: string, language: Language) => string
let retell: Retell = (sentence) => sentence

/** A sentence of the gateway in the language of the screen, also if it came before the language changed. */
export const inLanguage: Retell = (sentence, language) => retell(sentence, language)

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(kept, language)
  speak(language)
  // All sentences of the gateway: only a screen that changes needs them.
  if (language !== currentLanguage())
    ({ retell } = await import('../../shared/words/retell.ts').catch(() => ({ retell })))
  await i18n.changeLanguage(language)
}

export const currentLanguage = (): Language => (i18n.language as Language | undefined) ?? 'en'

/** @returns stops the listening */
export const onLanguageChange = (heard: () => void): (() => void) => {
  i18n.on('languageChanged', heard)
  return () => i18n.off('languageChanged', heard)
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, currentLanguage)

/** The locale for dates and figures. */
export const localeOf = (language: Language): string => ({ en: 'en-MY', ms: 'ms-MY', zh: 'zh-CN' })[language]

export type Say<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string

/** @returns says a word of this file in the language of the screen */
export function useWords<Key extends string>(room: WordSet<Key>): Say<Key> {
  const lng = useLanguage()
  return useCallback((key, values) => i18n.t(key as string, { lng, ns: room.name, ...values }), [lng, room])
}
