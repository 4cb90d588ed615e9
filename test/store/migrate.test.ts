import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { newestVersion, steps } from '../../electron/gateway/store/schema/steps.ts'
import { freshFile } from '../support/database-file.ts'
import { laterSteps, laterVersion, layDatabase, upgrade } from '../support/older-database.ts'

const read = (file: string, query: (database: Database.Database) => unknown): unknown => {
  const database = new Database(file, { readonly: true })
  try {
    return query(database)
  } finally {
    database.close()
  }
}
const versionIn = (file: string) => read(file, (database) => database.pragma('user_version', { simple: true }))
const columnsOfSettings = (file: string) =>
  read(file, (db) => db.prepare("SELECT name FROM pragma_table_info('setting')").pluck().all())

describe('an older database', () => {
  const file = freshFile()
  const backup = () => `${file.path}.before-${laterVersion}-from-${newestVersion}`

  test('is copied as it was and then brought up to date (ST17)', () => {
    layDatabase(file.path)
    upgrade(file.path)
    const kept = (path: string) =>
      read(path, (db) => db.prepare("SELECT value FROM setting WHERE name = 'kept'").pluck().get())
    expect([versionIn(file.path), kept(file.path)]).toEqual([laterVersion, 'yes'])
    expect([versionIn(backup()), kept(backup())]).toEqual([newestVersion, 'yes'])
    expect(columnsOfSettings(backup())).not.toContain('more')
    // The copy contains every sale, so only its owner may read it.
    expect(statSync(backup()).mode & 0o777).toBe(0o600)
  })

  test('whose copy was cut short by a crash is copied again before anything else (ST17)', () => {
    layDatabase(file.path)
    writeFileSync(backup(), 'half a copy')
    upgrade(file.path)
    expect(versionIn(backup())).toBe(newestVersion)
  })

  test('is not touched where no copy of it can be made (ST17)', () => {
    layDatabase(file.path)
    mkdirSync(backup())
    expect(() => upgrade(file.path)).toThrow(/directory/)
    expect(versionIn(file.path)).toBe(newestVersion)
    expect(readdirSync(dirname(file.path)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('that fails on its way stays what it was, and so does its copy (ST17)', () => {
    layDatabase(file.path)
    const twice = 'CREATE TABLE setting (twice TEXT)'
    const failing = [...laterSteps, { version: laterVersion + 10, sqlite: twice, postgres: twice }]
    for (const _ of ['once', 'again']) expect(() => upgrade(file.path, failing)).toThrow(/already exists/)
    expect(versionIn(file.path)).toBe(newestVersion)
    expect(columnsOfSettings(file.path)).not.toContain('more')
    expect(versionIn(`${file.path}.before-${laterVersion + 10}-from-${newestVersion}`)).toBe(newestVersion)
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
