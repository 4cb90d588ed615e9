import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { newestVersion } from '../../electron/gateway/store/migrations/migrate.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { freshFile } from '../support/database-file.ts'
import { upgrade } from '../support/older-database.ts'

const file = freshFile()

describe('a database of a schema that was never released', () => {
  const made = (version: number, change: string) => {
    openDatabase(file.path).close()
    const database = new Database(file.path)
    database.exec(change)
    database.pragma(`user_version = ${version}`)
    database.close()
  }

  test.each([
    [newestVersion, 'DROP TABLE consolidation_run'],
    [newestVersion, 'ALTER TABLE record ADD COLUMN forgotten TEXT'],
    [310, ''],
    [20, ''],
  ])('(%i, %s) is refused in a sentence and stays as it is (ST16)', (version, change) => {
    made(version, change)
    const before = readFileSync(file.path)
    expect(() => upgrade(file.path)).toThrow(/never released .* begin with an empty one/)
    expect(readFileSync(file.path).equals(before)).toBe(true)
  })
})
