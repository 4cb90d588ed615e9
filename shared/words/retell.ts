import { enOne } from './en.ts'
import { outletWords } from './to-head-office.ts'
import { type Language, languages, words } from './words.ts'

type Table = Readonly<Record<string, string>>
type Tables = readonly Table[]

/** The tables of a language, in the same order in each. */
const inOrder = (all: Partial<typeof words.en>, ofOutlet: (typeof outletWords)[Language]): Tables => [
  ...(Object.keys(words.en) as (keyof typeof words.en)[]).map((section) => all[section] ?? {}),
  ofOutlet.fault,
  ofOutlet.status,
  ofOutlet.alert,
]

const tables: Readonly<Record<Language, Tables>> = {
  en: inOrder(words.en, outletWords.en),
  ms: inOrder(words.ms, outletWords.ms),
  zh: inOrder(words.zh, outletWords.zh),
}
const ofOne = inOrder(enOne as Partial<typeof words.en>, outletWords.en)

const value = /\{\{(\w+)\}\}/

/** Matches a sentence with any values; each has the name that it has in the table. */
const patternOf = (text: string): RegExp => {
  const parts = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).split(value)
  const seen = new Set<string>()
  const named = (name: string) => (seen.has(name) ? String.raw`\k<${name}>` : `(?<${seen.add(name) && name}>.*?)`)
  return new RegExp(`^${parts.map((part, at) => (at % 2 === 0 ? part : named(part))).join('')}$`, 's')
}

const patterns = (all: Tables) =>
  all.flatMap((table, at) => Object.entries(table).map(([key, text]) => ({ at, key, text, pattern: patternOf(text) })))

/** Of two that fit, the longer one is meant. */
const known = [...languages.map((language) => tables[language]), ofOne]
  .flatMap(patterns)
  .toSorted((one, other) => other.text.length - one.text.length)

/**
 * A sentence of the gateway in another language: a screen may still show it when its language changes. A sentence that
 * is in no table stays as it is.
 */
export function retell(sentence: string, language: Language): string {
  for (const { at, key, pattern } of known) {
    const found = pattern.exec(sentence)
    if (found === null) continue
    const values = found.groups ?? {}
    const one = language === 'en' && Object.values(values).includes('1') ? ofOne[at]?.[key] : undefined
    const text = one ?? tables[language][at]?.[key] ?? sentence
    return text.replaceAll(new RegExp(value, 'g'), (_, name: string) => values[name] ?? '')
  }
  return sentence
}
