import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { assertDurable, openDatabase } from '../../electron/gateway/store/open.ts'
import { newestVersion } from '../../electron/gateway/store/schema/steps.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { exitCodeOf } from '../../electron/headless/exit-code.ts'
import { freshFile } from '../support/database-file.ts'

const refusalOf = (task: () => unknown): unknown => {
  try {
    task()
    return null
  } catch (cause) {
    return cause
  }
}

const reasonOf = (file: string): unknown => {
  const refusal = refusalOf(() => openDatabase(file).close())
  return refusal instanceof Error && 'reason' in refusal ? refusal.reason : refusal
}

describe('an open database', () => {
  const file = freshFile()

  test('is durable, and still so after its first write (ST3)', () => {
    const database = openDatabase(file.path)
    database.exec("INSERT INTO setting (name, value) VALUES ('a', '1')")
    const said = (name: string) => database.pragma(name, { simple: true })
    expect(said('synchronous')).toBe(2)
    expect(said('journal_mode')).toBe('wal')
    expect(said('foreign_keys')).toBe(1)
    expect(said('recursive_triggers')).toBe(1)
    expect(said('trusted_schema')).toBe(0)
    expect(said('user_version')).toBe(newestVersion)
    database.close()
  })

  test('is as durable when it is opened again', () => {
    openDatabase(file.path).close()
    const database = openDatabase(file.path)
    expect(database.pragma('synchronous', { simple: true })).toBe(2)
    database.close()
  })

  test.each(['synchronous = NORMAL', 'synchronous = OFF'])(
    'is refused with exit code 4 where it turns out to be %s (ST3)',
    (pragma) => {
      const database = openDatabase(file.path)
      database.pragma(pragma)
      const refusal = refusalOf(() => assertDurable(database))
      expect(refusal).toMatchObject({ reason: 'unsafe' })
      expect(exitCodeOf(refusal)).toBe(4)
      database.close()
    },
  )

  test('has nothing but strict tables', () => {
    const database = openDatabase(file.path)
    const tables = database.pragma('table_list') as { name: string; type: string; strict: number; schema: string }[]
    const ours = tables.filter(
      ({ name, type, schema }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'),
    )
    expect(ours.length).toBeGreaterThanOrEqual(12)
    expect(ours.filter(({ strict }) => strict !== 1).map(({ name }) => name)).toEqual([])
    database.close()
  })
})

describe('what must not be used is refused and left as it is', () => {
  const file = freshFile()

  test('a database of a newer Resit (ST16)', () => {
    openDatabase(file.path).close()
    const raw = new Database(file.path)
    raw.pragma(`user_version = ${newestVersion + 10}`)
    raw.close()
    const before = readFileSync(file.path)
    expect(reasonOf(file.path)).toBe('newer_version')
    expect(readFileSync(file.path).equals(before)).toBe(true)
  })

  test('a database of a newer Resit that was killed, with its log (ST16)', () => {
    openDatabase(file.path).close()
    const raw = new Database(file.path)
    raw.pragma(`user_version = ${newestVersion + 10}`)
    const killed = `${file.path}-killed.db`
    raw.exec('CREATE TABLE later (a)')
    for (const end of ['', '-wal']) copyFileSync(`${file.path}${end}`, `${killed}${end}`)
    raw.close()
    const before = readFileSync(`${killed}-wal`)
    expect(before.length).toBeGreaterThan(0)
    expect(reasonOf(killed)).toBe('newer_version')
    expect(readFileSync(`${killed}-wal`).equals(before)).toBe(true)
  })

  test('a database of another program (ST16)', () => {
    const raw = new Database(file.path)
    raw.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)')
    raw.close()
    const before = readFileSync(file.path)
    expect(reasonOf(file.path)).toBe('not_ours')
    expect(readFileSync(file.path).equals(before)).toBe(true)
  })

  test.each([
    ['a word', Buffer.from('hello')],
    ['a long text', Buffer.from('not a database, '.repeat(1000))],
    ['noise', Buffer.from(Uint8Array.from({ length: 8192 }, (_, at) => (at * 37 + 11) % 251))],
  ])('a file that is no database: %s (ST16)', (_, content) => {
    writeFileSync(file.path, content)
    expect(reasonOf(file.path)).toBe('not_ours')
    expect(readFileSync(file.path).equals(content)).toBe(true)
  })

  test('a directory, and a file in a directory that is not there', () => {
    mkdirSync(file.path)
    expect(reasonOf(file.path)).toBe('unsafe')
    expect(reasonOf(`${file.directory}/nowhere/resit.db`)).toBe('unsafe')
  })

  test('while a new file and an empty one are welcome', async () => {
    writeFileSync(file.path, '')
    const store = openSqliteStore(file.path)
    expect((await store.journal.verify()).findings).toEqual([])
    await store.upkeep.close()
  })
})
