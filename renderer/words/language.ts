import i18next from 'i18next'
import { useCallback, useSyncExternalStore } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
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

type Words = Readonly<Record<string, string>>
/** Rooms that came with the first load, before the words were started. */
const early: Record<Language, Record<string, Words>> = { en: {}, ms: {}, zh: {} }

const speak = (language: Language) => {
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
}

/** Before anything is drawn. @param remembered by the desktop around this page, which a new window must not forget */
export async function startWords(remembered: Language | null): Promise<void> {
  const language = remembered ?? languageHere()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: early,
    // React shows every value as text.
    interpolation: { escapeValue: false },
    // Keys are whole names, never paths.
    keySeparator: false,
    nsSeparator: false,
  })
  speak(language)
}

export function changeLanguage(language: Language): void {
  localStorage.setItem(kept, language)
  speak(language)
  void i18next.changeLanguage(language)
}

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? 'en'

/** @returns ends the listening */
export const onLanguage = (heard: () => void): (() => void) => {
  i18next.on('languageChanged', heard)
  return () => i18next.off('languageChanged', heard)
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage)

/** How dates and figures are written in a language of the screens. */
export const localeOf = (language: Language): string => ({ en: 'en-MY', ms: 'ms-MY', zh: 'zh-CN' })[language]

/** The words of one room of the screens, in all languages; a room brings them along when it is loaded. */
export interface Room<Key extends string> {
  readonly name: string
  readonly keys?: readonly Key[]
}

type Spoken<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>> & {
  /** What English says where `count` is one; the other languages have no plural. */
  readonly one?: Readonly<Partial<Record<NoInfer<Key>, string>>>
}

/**
 * @param name of the room
 * @param words the same keys in each language; figures stand in double braces
 */
export function defineWords<const Key extends string>(name: string, words: Spoken<Key>): Room<Key> {
  const ofOne = Object.entries<string | undefined>(words.one ?? {}).map(([key, text]) => [`${key}_one`, text] as const)
  const spoken: Record<Language, Words> = { ...words, en: { ...words.en, ...Object.fromEntries(ofOne) } }
  for (const language of languageOrder)
    if (i18next.isInitialized) i18next.addResourceBundle(language, name, spoken[language])
    else early[language][name] = spoken[language]
  return { name }
}

export type Say<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string

/** @returns says a key of the room in the language of the screen */
export function useWords<Key extends string>(room: Room<Key>): Say<Key> {
  const { t } = useTranslation()
  return useCallback((key, values) => t(key as string, { ns: room.name, ...values }), [t, room])
}
