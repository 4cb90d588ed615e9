import { createInstance } from 'i18next'
import type { Language } from './words.ts'

/** Puts values into sentences, for the gateway, the desktop and the screens. */
export const i18n = createInstance()
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: {},
  // Pages escape what they show; paper and JSON are no HTML.
  interpolation: { escapeValue: false },
  // A missing value stays visible as its name in braces.
  missingInterpolationHandler: (_sentence: string, [braces]: RegExpExecArray) => braces,
  // A key may contain a dot, so it is never a path.
  keySeparator: false,
  nsSeparator: false,
})

/** Sentences about one subject, with the same keys in each language. */
export type Spoken<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>> & {
  /** English sentences for a count of one. Malay and Chinese have no plural. */
  readonly one?: Readonly<Partial<Record<NoInfer<Key>, string>>>
  /** Sentences for an outlet, whose documents go to a head office and not to MyInvois. */
  readonly ofHeadOffice?: SomeSpoken<NoInfer<Key>> | undefined
  /** Sentences where nothing is left of an amount. */
  readonly ofNothing?: SomeSpoken<NoInfer<Key>>
}

type SomeSpoken<Key extends string> = Readonly<Record<Language, Readonly<Partial<Record<Key, string>>>>>

export type WordSet<Key extends string> = Spoken<Key> & { readonly name: string }

let rooms = 0

/**
 * Makes the room's name itself: two rooms with one name would overwrite each other's sentences.
 * @param words values stand in double braces
 */
export function defineWords<const Key extends string>(words: Spoken<Key>): WordSet<Key> {
  rooms += 1
  const name = `room ${rooms}`
  const suffixed = (suffix: string, sentences: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(Object.entries(sentences).map(([key, text]) => [`${key}_${suffix}`, text]))
  for (const language of ['en', 'ms', 'zh'] as const)
    i18n.addResourceBundle(language, name, {
      ...words[language],
      ...(language === 'en' && suffixed('one', words.one)),
      ...suffixed('gateway', words.ofHeadOffice?.[language]),
      ...suffixed('nothing', words.ofNothing?.[language]),
    })
  return { ...words, name }
}

/** Values that choose between singular and plural. The first one given counts. */
const counted = ['count', 'remainders', 'minutes', 'days'] as const

/**
 * A sentence with its values filled in.
 * @param values already written as a person reads them; an `authority` or a `case` may have a sentence of its own
 */
export function translate<Key extends string>(
  { name }: WordSet<Key>,
  language: Language,
  key: Key,
  values: Readonly<Record<string, string>> = {},
): string {
  const count = counted.map((figure) => values[figure]).find((figure) => figure !== undefined)
  // A value can never bring in another sentence.
  const sentence: string = key
  const context = values['authority'] ?? values['case']
  const options = { lng: language, ns: name, replace: values, nest: false, ...(context !== undefined && { context }) }
  return i18n.t(sentence, count === undefined ? options : { ...options, count: Number(count) })
}
