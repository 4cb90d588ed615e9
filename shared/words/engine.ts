import { createInstance } from 'i18next'
import type { Language } from './words.ts'

/** The one engine that puts figures into sentences, for the gateway, the desktop and the screens. */
export const engine = createInstance()
void engine.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: {},
  // Pages escape what they show; paper and JSON are no HTML.
  interpolation: { escapeValue: false },
  // A figure that was not given is seen, not left out.
  missingInterpolationHandler: (_sentence: string, [braces]: RegExpExecArray) => braces,
  // Keys are whole names, never paths.
  keySeparator: false,
  nsSeparator: false,
})

/** Sentences of one subject: the same keys in each language. */
type Spoken<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>> & {
  /** What English says where the figure that is counted is one; the other languages have no plural. */
  readonly one?: Readonly<Partial<Record<NoInfer<Key>, string>>>
  /** What is said instead if documents go to a head office, and not to MyInvois. */
  readonly ofHeadOffice?: Readonly<Record<Language, Readonly<Partial<Record<NoInfer<Key>, string>>>>> | undefined
}

export type Room<Key extends string> = Spoken<Key> & { readonly name: string }

let rooms = 0

/**
 * The name of a room is made here: two rooms with one name would overwrite each other's sentences.
 *
 * @param words whose figures stand in double braces
 */
export function defineWords<const Key extends string>(words: Spoken<Key>): Room<Key> {
  rooms += 1
  const name = `room ${rooms}`
  const suffixed = (suffix: string, sentences: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(Object.entries(sentences).map(([key, text]) => [`${key}_${suffix}`, text]))
  for (const language of ['en', 'ms', 'zh'] as const)
    engine.addResourceBundle(language, name, {
      ...words[language],
      ...(language === 'en' && suffixed('one', words.one)),
      ...suffixed('gateway', words.ofHeadOffice?.[language]),
    })
  return { ...words, name }
}

/** Figures that a sentence may count; it counts the first of them that it is given. */
const counted = ['count', 'remainders', 'minutes', 'days'] as const

/**
 * The sentence of a room with its figures filled in.
 * @param values already written as a person reads them; `authority` may have a sentence of its own
 */
export function sayIn<Key extends string>(
  { name }: Room<Key>,
  language: Language,
  key: Key,
  values: Readonly<Record<string, string>> = {},
): string {
  const count = counted.map((figure) => values[figure]).find((figure) => figure !== undefined)
  // A value never brings in another sentence.
  const sentence: string = key
  const context = values['authority']
  const options = { lng: language, ns: name, replace: values, nest: false, ...(context !== undefined && { context }) }
  return engine.t(sentence, count === undefined ? options : { ...options, count: Number(count) })
}
