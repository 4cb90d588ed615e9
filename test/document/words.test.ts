import { describe, expect, test } from 'vitest'
import { faultCodes } from '../../shared/catalogue/faults.ts'
import { findingCodes } from '../../shared/document/finding.ts'
import { attentionCodes } from '../../shared/domain/attention.ts'
import { nextActionReasons } from '../../shared/domain/next-action.ts'
import { fill, languageFor, languages, words } from '../../shared/words/words.ts'

/** Every sentence of a language, by its path. */
function sentencesOf(tree: object, path = ''): Map<string, string> {
  const entries = Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : [...sentencesOf(value as object, `${path}${key}.`)],
  )
  return new Map(entries)
}

const figuresIn = (sentence: string) => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted()
const english = sentencesOf(words.en)

describe.each(languages)('words in %s', (language) => {
  const sentences = sentencesOf(words[language])

  test('have exactly the sentences that English has', () => {
    expect([...sentences.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('carry the same figures in every sentence', () => {
    const figures = (all: ReadonlyMap<string, string>) =>
      Object.fromEntries([...all].map(([key, sentence]) => [key, figuresIn(sentence)]))
    expect(figures(sentences)).toEqual(figures(english))
  })

  test('leave none empty or broken', () => {
    for (const [key, sentence] of sentences) {
      expect([key, sentence.trim()]).toEqual([key, sentence])
      expect([key, sentence.replaceAll(/\{\{\w+(?:\|[^|}]*\|[^}]*)?\}\}/g, '')]).not.toEqual([
        key,
        expect.stringMatching(/^$|[{}]/),
      ])
    }
  })

  test.each([
    ['fault', faultCodes],
    ['finding', findingCodes],
    ['nextAction', nextActionReasons],
    ['attention', attentionCodes],
  ] as const)('%s: one sentence for every code and none for nothing', (area, codes) => {
    expect(Object.keys(words[language][area]).sort()).toEqual([...codes].sort())
  })
})

test('other languages are not English left untranslated', () => {
  for (const language of languages.filter((language) => language !== 'en')) {
    const same = [...sentencesOf(words[language])].filter(([key, sentence]) => english.get(key) === sentence)
    expect([language, same]).toEqual([language, []])
  }
})

test('figures are filled in, and only figures', () => {
  expect(fill('{{a}} of {{b}}, {a}', { a: '1', b: '{{a}}' })).toBe('1 of {{a}}, {a}')
  expect(fill('{{missing}}')).toBe('{{missing}}')
})

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ms', 'ms'],
  ['ms-MY,en;q=0.8', 'ms'],
  ['zh-Hans-CN', 'zh'],
  ['en;q=0.5, zh;q=0.9', 'zh'],
  ['fr, ms;q=0.1', 'ms'],
  ['ms;q=0', 'en'],
  ['*', 'en'],
  ['MS', 'ms'],
])('Accept-Language %s is answered in %s', (header, language) => {
  expect(languageFor(header)).toBe(language)
})
