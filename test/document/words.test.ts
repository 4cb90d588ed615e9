import { describe, expect, test } from 'vitest'
import { faultCodes } from '../../shared/api/faults.ts'
import { findingCodes } from '../../shared/document/finding.ts'
import { nextActionReasons } from '../../shared/domain/next-action.ts'
import { attentionCodes } from '../../shared/domain/record.ts'
import { defineWords, translate } from '../../shared/words/engine.ts'
import { retell } from '../../shared/words/retell.ts'
import { outletWords } from '../../shared/words/to-head-office.ts'
import { chooseLanguage, languages, say, words } from '../../shared/words/words.ts'

/** Every sentence of a language, by its path. */
function sentencesOf(tree: object, path = ''): Map<string, string> {
  const entries = Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : [...sentencesOf(value as object, `${path}${key}.`)],
  )
  return new Map(entries)
}

const figuresIn = (sentence: string) => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted()
const english = sentencesOf(words.en)

test('each sentence of an outlet is there in every language, with the figures of the sentence that it stands for', () => {
  for (const language of languages)
    for (const [key, sentence] of sentencesOf(outletWords[language])) {
      expect([key, figuresIn(sentence)]).toEqual([key, figuresIn(english.get(key) ?? '')])
      expect(sentence).not.toContain('MyInvois')
    }
  for (const language of languages)
    expect([...sentencesOf(outletWords[language]).keys()]).toEqual([...sentencesOf(outletWords.en).keys()])
})

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
      expect([key, sentence.replaceAll(/\{\{\w+\}\}/g, '')]).not.toEqual([key, expect.stringMatching(/^$|[{}]/)])
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

describe('one engine fills in the figures', () => {
  const room = defineWords({
    en: { of: '{{a}} of {{b}}, {a}', missing: '{{missing}}', each: '{{count}} documents are' },
    ms: { of: '{{a}} daripada {{b}}', missing: '{{missing}}', each: '{{count}} dokumen' },
    zh: { of: '{{b}} 之 {{a}}', missing: '{{missing}}', each: '{{count}} 张单据' },
    one: { each: '{{count}} document is' },
  })

  test('and only figures: no value brings in another, a sentence or HTML', () => {
    expect(translate(room, 'en', 'of', { a: '1', b: '{{a}}' })).toBe('1 of {{a}}, {a}')
    expect(translate(room, 'zh', 'of', { a: '$t(each)', b: '<b>&' })).toBe('<b>& 之 $t(each)')
    expect(translate(room, 'en', 'missing')).toBe('{{missing}}')
  })

  test.each([
    ['en', '0', '0 documents are'],
    ['en', '1', '1 document is'],
    ['en', '2', '2 documents are'],
    ['ms', '1', '1 dokumen'],
    ['zh', '1', '1 张单据'],
  ] as const)('in %s, %s is “%s”', (language, count, sentence) => {
    expect(translate(room, language, 'each', { count })).toBe(sentence)
  })

  test('whatever it counts by: documents, minutes, days', () => {
    expect(say('en', 'fault', 'shift_close_denied', { remainders: '1' })).toMatch(/^1 document of this shift must/)
    expect(say('en', 'alert', 'clock_wrong', { minutes: '1' })).toContain('by 1 minute, so')
    const ends = { company: 'DEMO', date: '2026-12-01' }
    expect(say('en', 'status', 'certificate_expires_soon', { ...ends, days: '1' })).toContain('ends in 1 day, on')
    expect(say('en', 'status', 'certificate_expires_soon', { ...ends, days: '2' })).toContain('ends in 2 days, on')
  })
})

describe.each(languages)('a sentence said in %s', (from) => {
  test.each(languages)('is said again in %s when the screen changes to it, with the same figures', (to) => {
    for (const section of ['fault', 'finding', 'status', 'alert'] as const)
      for (const [key, sentence] of Object.entries(words[from][section])) {
        const values = Object.fromEntries(figuresIn(sentence).map((name, at) => [name, String(at + 2)]))
        const told = retell(say(from, section, key as never, values), to)
        expect([key, told]).toEqual([key, say(to, section, key as never, values)])
      }
  })
})

test('a sentence of one is said again as one, and what is in no table stays', () => {
  const [one, several] = [{ remainders: '1' }, { remainders: '2' }] as const
  const said = say('zh', 'fault', 'shift_close_denied', one)
  expect(retell(said, 'en')).toBe(say('en', 'fault', 'shift_close_denied', one))
  expect(retell(say('en', 'fault', 'shift_close_denied', one), 'ms')).toBe(
    say('ms', 'fault', 'shift_close_denied', one),
  )
  expect(retell(say('en', 'fault', 'shift_close_denied', several), 'zh')).toContain('2')
  expect(retell('Kopi O (2)', 'zh')).toBe('Kopi O (2)')
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
  expect(chooseLanguage(header)).toBe(language)
})
