import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { migrate, newestVersion, steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { firstVersion, layOldDatabase } from '../support/older-database.ts'

const read = (file: string, query: (database: Database.Database) => unknown): unknown => {
  const database = new Database(file, { readonly: true })
  try {
    return query(database)
  } finally {
    database.close()
  }
}
const versionIn = (file: string) => read(file, (database) => database.pragma('user_version', { simple: true }))
/** The newest step adds two. */
const columnsOfTokens = (file: string) =>
  read(file, (db) => db.prepare("SELECT name FROM pragma_table_info('token')").pluck().all())

describe('an older database', () => {
  const file = freshFile()
  const backup = () => `${file.path}.before-${newestVersion}-from-${firstVersion}`

  test('is copied as it was and then brought up to date (ST17)', async () => {
    layOldDatabase(file.path)
    const store = openSqliteStore(file.path)
    expect(await store.settings.get('kept')).toBe('yes')
    await store.acts.add({ at: 1, by: 'control', type: 'x', facts: {} })
    await store.upkeep.close()
    expect(versionIn(file.path)).toBe(newestVersion)
    expect(versionIn(backup())).toBe(firstVersion)
    expect(columnsOfTokens(backup())).not.toContain('report')
    expect(read(backup(), (db) => db.prepare("SELECT value FROM setting WHERE name = 'kept'").pluck().get())).toBe(
      'yes',
    )
  })

  test('whose copy was cut short by a crash is copied again before anything else (ST17)', () => {
    layOldDatabase(file.path)
    writeFileSync(`${backup()}.part`, 'half a copy')
    writeFileSync(backup(), 'half a copy, as an older Resit may have left it')
    openDatabase(file.path).close()
    expect(versionIn(backup())).toBe(firstVersion)
    expect(existsSync(`${backup()}.part`)).toBe(false)
  })

  test('keeps its copy until the next change has succeeded, and that one alone', () => {
    layOldDatabase(file.path)
    const earlier = `${file.path}.before-${firstVersion}-from-0`
    const other = `${file.path}.before-the-fair`
    for (const path of [earlier, other]) writeFileSync(path, '')
    openDatabase(file.path).close()
    expect([backup(), earlier, other].map((path) => existsSync(path))).toEqual([true, false, true])
  })

  test('is not touched where no copy of it can be made (ST17)', () => {
    layOldDatabase(file.path)
    mkdirSync(backup())
    expect(() => openDatabase(file.path)).toThrow(/directory/)
    expect(versionIn(file.path)).toBe(firstVersion)
    expect(readdirSync(dirname(file.path)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('that fails on its way stays what it was, and so does its copy (ST17)', () => {
    layOldDatabase(file.path)
    const failing = [...steps, { version: newestVersion + 10, sql: 'CREATE TABLE setting (twice TEXT)' }]
    for (const _ of ['once', 'again']) {
      const database = new Database(file.path)
      expect(() => migrate(database, file.path, failing)).toThrow(/already exists/)
      database.close()
    }
    expect(versionIn(file.path)).toBe(firstVersion)
    expect(columnsOfTokens(file.path)).not.toContain('report')
    expect(versionIn(`${file.path}.before-${newestVersion + 10}-from-${firstVersion}`)).toBe(firstVersion)
  })
})

test('steps go upward in tens and none repeats', () => {
  const versions = steps.map(({ version }) => version)
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
  expect(versions.every((version) => version > 0 && version % 10 === 0)).toBe(true)
})

describe('a new database', () => {
  const file = freshFile()

  test('needs no copy', () => {
    openDatabase(file.path).close()
    openDatabase(file.path).close()
    expect(existsSync(backupOfNothing(file.path))).toBe(false)
    expect(versionIn(file.path)).toBe(newestVersion)
  })
})

const backupOfNothing = (file: string) => `${file}.before-${newestVersion}-from-0`
