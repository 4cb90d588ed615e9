import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'

const room = new URL('../../renderer/', import.meta.url)
const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
const textOf = (path: string) => readFileSync(new URL(path, room), 'utf8')
const screens = files.filter((path) => !path.startsWith('words/'))
const tables = files.filter((path) => path.startsWith('words/') && path !== 'words/language.ts')

/** The English keys of a table: an undefined one in another language does not compile. */
const keysOf = (table: string): readonly string[] => {
  const english =
    textOf(table)
      .split(/^ {2}en: \{$/m)[1]
      ?.split(/^ {2}\},$/m)[0] ?? ''
  return [...english.matchAll(/^ {4}(\w+):/gm)].map(([, key = '']) => key)
}
const nameOf = (table: string) => /export const (\w+) = define(?:Screen)?Words/.exec(textOf(table))?.[1] ?? ''

/** Keys that are put together, as far as they are written: `scope_${scope}`. */
const made = (text: string) =>
  [...text.matchAll(/`(\w*)\$\{[^`]+\}(\w*)`/g)].map(([, start = '', end = '']) => [start, end])

describe.each(tables)('every key of %s', (table) => {
  // These words are a part of most other tables.
  const isOfAll = table.endsWith('every-screen.ts')
  const saying = screens.filter((path) => isOfAll || textOf(path).includes(nameOf(table)))
  // What a screen says may be listed in a file beside it.
  const rooms = new Set(saying.map((path) => dirname(path)))
  const users = screens.filter((path) => rooms.has(dirname(path))).map(textOf)
  const templates = users.flatMap(made).filter(([start, end]) => `${start}${end}` !== '')
  // Statuses, events, fields of a sale and the like are keys by themselves.
  const law = [
    'domain/status',
    'domain/event',
    'document/party',
    'document/sale',
    'domain/record',
    'domain/person-acts',
    'api/scopes',
    'domain/alert',
    'domain/shift',
    'domain/attempt',
    'domain/reconciliation',
    'domain/consolidation-plan',
    'domain/consolidation-period',
    'domain/installation',
    'domain/till-report',
    // The acts that an owner confirms are ids of calls.
    ...['companies', 'installations', 'mail', 'people', 'proof', 'remembered', 'tokens', 'upkeep', 'webhooks'].map(
      (name) => `api/operator/${name}`,
    ),
  ]
    .map((path) => readFileSync(new URL(`../../shared/${path}.ts`, import.meta.url), 'utf8'))
    .join('\n')

  test('is said on some screen', () => {
    expect(keysOf(table).length).toBeGreaterThan(0)
    const unused = keysOf(table).filter((key) => {
      const isWritten = users.some((text) => new RegExp(`['"]${key}['"]|^\\s+${key}:`, 'm').test(text))
      const isMade = templates.some(([start = '', end = '']) => key.startsWith(start) && key.endsWith(end))
      return !isWritten && !isMade && !new RegExp(`'${key}'|(^\\s+|[{,] )${key}:`, 'm').test(law)
    })
    expect(unused).toEqual([])
  })
})
