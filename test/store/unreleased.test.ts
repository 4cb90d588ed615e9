import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { freshFile } from '../support/database-file.ts'
import { upgrade } from '../support/older-database.ts'

const file = freshFile()

test('a database of a schema that was never released is refused in a sentence and stays as it is (ST16)', () => {
  openDatabase(file.path).close()
  const database = new Database(file.path)
  database.pragma('user_version = 310')
  database.close()
  const before = readFileSync(file.path)
  expect(() => upgrade(file.path)).toThrow(/never released .* begin with an empty one/)
  expect(readFileSync(file.path).equals(before)).toBe(true)
})
