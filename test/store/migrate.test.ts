import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { newestVersion, steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'

const applicationId = 0x52534954

/** A database as the first version left it: its one step, one setting. */
function makeOld(file: string): void {
  const database = new Database(file)
  database.pragma(`application_id = ${applicationId}`)
  database.exec(steps.find(({ version }) => version === 10)?.sql ?? '')
  database.pragma('user_version = 10')
  database.exec("INSERT INTO setting (name, value) VALUES ('kept', 'yes')")
  database.close()
}

const read = (file: string, deed: (database: Database.Database) => unknown): unknown => {
  const database = new Database(file, { readonly: true })
  try {
    return deed(database)
  } finally {
    database.close()
  }
}
const versionIn = (file: string) => read(file, (database) => database.pragma('user_version', { simple: true }))
const tablesIn = (file: string) =>
  read(file, (db) => db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())

describe('an older database', () => {
  const file = freshFile()
  const backup = () => `${file.path}.before-${newestVersion}-from-10`

  test('is copied as it was and then brought up to date (ST17)', async () => {
    makeOld(file.path)
    const store = openSqliteStore(file.path)
    expect(await store.settings.get('kept')).toBe('yes')
    await store.acts.add({ at: 1, by: 'control', type: 'x', facts: {} })
    await store.upkeep.close()
    expect(versionIn(file.path)).toBe(newestVersion)
    expect(versionIn(backup())).toBe(10)
    expect(tablesIn(backup())).not.toContain('act')
    expect(read(backup(), (db) => db.prepare("SELECT value FROM setting WHERE name = 'kept'").pluck().get())).toBe(
      'yes',
    )
  })

  test('whose copy was cut short by a crash is copied again before anything else (ST17)', () => {
    makeOld(file.path)
    writeFileSync(`${backup()}.part`, 'half a copy')
    writeFileSync(backup(), 'half a copy, as an older Resit may have left it')
    openDatabase(file.path).close()
    expect(versionIn(backup())).toBe(10)
    expect(existsSync(`${backup()}.part`)).toBe(false)
  })

  test('keeps its copy until the next change has succeeded, and that one alone', () => {
    makeOld(file.path)
    const earlier = `${file.path}.before-10-from-0`
    const other = `${file.path}.before-the-fair`
    for (const path of [earlier, other]) writeFileSync(path, '')
    openDatabase(file.path).close()
    expect([backup(), earlier, other].map((path) => existsSync(path))).toEqual([true, false, true])
  })

  test('is not touched where no copy of it can be made (ST17)', () => {
    makeOld(file.path)
    mkdirSync(`${backup()}.part`)
    expect(() => openDatabase(file.path)).toThrow(/part/)
    expect(versionIn(file.path)).toBe(10)
  })

  test('that fails on its way stays what it was, and so does its copy (ST17)', () => {
    makeOld(file.path)
    const raw = new Database(file.path)
    raw.exec('CREATE TABLE act (in_the_way TEXT)')
    raw.close()
    for (const _ of ['once', 'again']) expect(() => openDatabase(file.path)).toThrow(/already exists/)
    expect(versionIn(file.path)).toBe(10)
    expect(tablesIn(file.path)).not.toContain('token')
    expect(versionIn(backup())).toBe(10)
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
