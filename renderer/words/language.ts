import { useCallback, useSyncExternalStore } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { engine, type Room } from '../../shared/words/engine.ts'
import type { Language } from '../../shared/words/words.ts'

/** The languages of the screens, each in its own name. */
export const languageNames = { en: 'English', ms: 'Bahasa Melayu', zh: '中文' } as const satisfies Record<
  Language,
  string
>

const languageOrder = Object.keys(languageNames) as Language[]
const kept = 'resit.language'

/** Not personal: the language this screen was last used in, else the one the machine speaks. */
function languageHere(): Language {
  const wished = [localStorage.getItem(kept), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase())
  return wished.map((tag) => languageOrder.find((language) => language === tag)).find(Boolean) ?? 'en'
}

const speak = (language: Language) => {
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
}

/** Before anything is drawn. @param remembered by the desktop around this page, which a new window must not forget */
export async function startWords(remembered: Language | null): Promise<void> {
  const language = remembered ?? languageHere()
  initReactI18next.init(engine)
  await engine.changeLanguage(language)
  speak(language)
}

export function changeLanguage(language: Language): void {
  localStorage.setItem(kept, language)
  speak(language)
  void engine.changeLanguage(language)
}

export const currentLanguage = (): Language => (engine.language as Language | undefined) ?? 'en'

/** @returns ends the listening */
export const onLanguage = (heard: () => void): (() => void) => {
  engine.on('languageChanged', heard)
  return () => engine.off('languageChanged', heard)
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage)

/** How dates and figures are written in a language of the screens. */
export const localeOf = (language: Language): string => ({ en: 'en-MY', ms: 'ms-MY', zh: 'zh-CN' })[language]

export type Say<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string

/** @returns says a key of the room in the language of the screen */
export function useWords<Key extends string>(room: Room<Key>): Say<Key> {
  const { t } = useTranslation()
  return useCallback((key, values) => t(key as string, { ns: room.name, ...values }), [t, room])
}
