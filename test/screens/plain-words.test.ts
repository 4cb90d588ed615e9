import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { localizeTimes } from '../../renderer/parts/plain.ts'
import { statusAndKindNames } from '../../shared/words/documents.ts'
import { enOne } from '../../shared/words/en.ts'
import { journalWords } from '../../shared/words/journal.ts'
import { shiftBlockerWords } from '../../shared/words/shift.ts'
import { type Language, languages, words } from '../../shared/words/words.ts'

/** Every text of a table, however deep, with the keys that lead to it. */
const textsIn = (table: unknown, keys: readonly string[] = []): readonly (readonly [string, string])[] =>
  typeof table === 'string'
    ? [[keys.join('.'), table]]
    : typeof table === 'object' && table !== null
      ? Object.entries(table).flatMap(([key, value]) => textsIn(value, [...keys, key]))
      : []

/** Texts that only a developer or a user of the command line understands. */
const foreign: readonly RegExp[] = [
  /\bnpm\b/,
  /“(resit|company|operator|token|webhook) [^”]*”/,
  / --?[a-z][a-z-]+/,
  /\b(person|token|control):\S/,
  // inARow, throughSeq; not MyInvois, QuickBooks and the like.
  /\b[a-z]+[A-Z]\w*/,
  /\b(?!sale_guid|company_guid|outlet_name|submission_from|submission_to|page_size|wait)[a-z]+_[a-z_]+\b/,
  /\bHTTP \d|\bRFC \d/,
  /(^|\s)\/[A-Z_]+(\/|\b)/,
]
const notForeign = /\bmyinvois\b|e-[A-Z]nvois|e-Invoices?|e-Invois|eInvo/g

const foreignIn = (text: string): boolean => foreign.some((sign) => sign.test(text.replaceAll(notForeign, '')))

/** Sentences for developers of tills, about bodies, headers and paths. The screens never show them. */
const forTills =
  /^(fault\.(malformed_\w+|bad_\w+|duplicate_key|too_deep|route_not_found|method_not_allowed|unsupported_media_type|host_not_allowed|origin_not_allowed|unauthorized|insufficient_scope|body_too_large|webhook_not_found|internal_error)|status\.(screens_missing|changes_ahead|way_not_free|upstream_\w+|admin_of_one_company))/

/** The sentences of a table in a language, with their forms for a count of one. */
const spokenIn = (room: unknown, language: Language): unknown => {
  const { one, ...texts } = room as Readonly<Record<string, unknown>>
  return language === 'en' ? { many: texts[language], one } : texts[language]
}

describe.each(languages)('in %s', (language) => {
  test('no sentence of the gateway that a screen shows names a command, a field or a code', () => {
    const all = textsIn({
      ...words[language],
      one: language === 'en' ? enOne : {},
      journal: spokenIn(journalWords, language),
      shift: spokenIn(shiftBlockerWords, language),
      documents: statusAndKindNames[language],
    })
    expect(all.length).toBeGreaterThan(300)
    const shown = all
      .filter(([key]) => !forTills.test(key))
      .map(([key, text]) => [key, text.replaceAll(/\{\{[^}]*\}\}/g, '')] as const)
    expect(shown.filter(([, text]) => foreignIn(text)).map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('nor does any word of the screens themselves', async () => {
    const folder = new URL('../../renderer/words/', import.meta.url)
    const rooms = readdirSync(folder).filter((file) => file !== 'language.ts')
    expect(rooms.length).toBeGreaterThan(20)
    const found: string[] = []
    // The screens have their own names of fields. Wire names are for developers of tills.
    for (const file of rooms)
      for (const room of Object.values((await import(new URL(file, folder).href)) as Readonly<Record<string, unknown>>))
        for (const [key, text] of textsIn(spokenIn(room, language)))
          if (foreignIn(text.replaceAll(/\{\{[^}]*\}\}/g, '')) || /\b[A-Z]+_[A-Z_]+\b/.test(text))
            found.push(`${file} ${key}: ${text}`)
    expect(found).toEqual([])
  })
})

/** Finds a Latin punctuation mark beside a Chinese character. Step numbers, times and addresses are left out. */
const latinMark = /\p{Script=Han}[”）]?[.,:;?!]|(?<!^\d)[.,:;?!] ?[“（]?\p{Script=Han}/u

test('Chinese has its own marks, without a space after them', async () => {
  const folders = ['../../renderer/words/', '../../shared/words/'].map((path) => new URL(path, import.meta.url))
  const found: string[] = []
  for (const folder of folders)
    for (const file of readdirSync(folder))
      for (const room of Object.values(
        (await import(new URL(file, folder).href)) as Readonly<Record<string, unknown>>,
      )) {
        const texts = textsIn(typeof room === 'object' && room && 'zh' in room ? room.zh : [])
        const wrong = texts.filter(([, text]) => latinMark.test(text) || /[。，：；、] /.test(text))
        found.push(...wrong.map(([key, text]) => `${file} ${key}: ${text}`))
      }
  expect(found).toEqual([])
})

test('where code joins sentences or words it takes a mark of all languages: “ · ”', () => {
  const folder = new URL('../../renderer/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))
  const joined = [
    /\)\}[.,:;](?: |$)/m,
    /<\/(?!StrictMode)\w+>[.,:;](?: |$)/m,
    /\}[.,:;] \$\{/,
    /\bsay\w*\(.*\.join\('[.,:;] '\)/,
  ]
  const found = files.filter((path) => {
    const text = readFileSync(new URL(path, folder), 'utf8').replaceAll(/^import .*$/gm, '')
    return joined.some((sign) => sign.test(text.replaceAll(/\)\}[,;]$/gm, '')))
  })
  expect(found).toEqual([])
})

test.each([
  ['LHDN’s code lists are from 2026-11-20.', 'en-MY', 'LHDN’s code lists are from 20 Nov 2026.'],
  ['参考代码截至 2026-11-20。', 'zh-CN', '参考代码截至 2026年11月20日。'],
  ['the oldest since 2026-11-22T21:38:24.165Z.', 'en-MY', 'the oldest since 23 Nov 2026, 05:38.'],
  ['2026-13-45 is no day', 'en-MY', '2026-13-45 is no day'],
])('%s is written as people write days', (said, locale, shown) => {
  expect(localizeTimes(said, locale, 'Asia/Kuala_Lumpur')).toMatch(shown)
})
