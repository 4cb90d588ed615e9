import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { translate, type WordSet } from '../../shared/words/engine.ts'
import { languages } from '../../shared/words/words.ts'

const folders = ['../../shared/words/', '../../renderer/words/'].map((path) => new URL(path, import.meta.url))

const isRoom = (value: unknown): value is WordSet<string> =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value

/** All tables of words, as in a tab in which every screen was opened. */
async function everyRoom(): Promise<ReadonlyMap<string, WordSet<string>>> {
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)))
  const modules = await Promise.all(files.map((file) => import(file.href) as Promise<object>))
  return new Map(
    modules.flatMap((module, index) =>
      Object.entries(module)
        .filter((entry): entry is [string, WordSet<string>] => isRoom(entry[1]))
        .map(([name, room]) => [`${files[index]?.pathname}: ${name}`, room]),
    ),
  )
}

test('no table of words speaks for another, however many are loaded and in whatever order', async () => {
  const rooms = await everyRoom()
  expect(rooms.size).toBeGreaterThan(25)
  const taken = [...rooms].flatMap(([table, room]) =>
    languages.flatMap((language) =>
      Object.entries(room[language])
        .filter(([key, text]) => translate(room, language, key) !== text)
        .map(([key]) => `${table}.${key} in ${language}`),
    ),
  )
  expect(taken).toEqual([])
})

const figuresIn = (sentence: string) =>
  [...sentence.matchAll(/\{\{\w+\}\}/g)]
    .map(([figure]) => figure)
    .toSorted()
    .join(' ')

test('a sentence has the same figures in the three languages, and none is empty or left in English', async () => {
  const wrong = [...(await everyRoom())].flatMap(([table, room]) =>
    Object.entries(room.en).flatMap(([key, english]) =>
      languages.flatMap((language) => {
        const text = room[language][key] ?? ''
        const isWhole = text.trim() === text && text !== '' && figuresIn(text) === figuresIn(english)
        const isEnglish = language === 'zh' && text === english && /[a-z]{4} [a-z]/.test(text)
        return isWhole && !isEnglish ? [] : [`${table}.${key} in ${language}: ${text}`]
      }),
    ),
  )
  expect(wrong).toEqual([])
})
