import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applicationId } from '../../electron/gateway/store/open.ts'
import { restoreFromBackup } from '../../electron/gateway/store/recovery/storage-restore.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resit-damaged-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// One damaged page that SQLite can still read and reports, and one that it cannot read.
test.each([
  ['many faults', 8, /^.*backup\.db is damaged \([^*\n]+\); take another backup$/],
  [
    'a page that cannot be read',
    0,
    /^.*backup\.db is damaged \(database disk image is malformed\); take another backup$/,
  ],
])('a backup with %s is refused in one line, with what to do', (_, from, refusal) => {
  const [backup, file] = [join(folder, 'backup.db'), join(folder, 'resit.db')]
  const database = new Database(backup)
  database.pragma(`application_id = ${applicationId}`)
  database.exec('CREATE TABLE note (text TEXT)')
  const insert = database.prepare('INSERT INTO note (text) VALUES (?)')
  for (let row = 0; row < 100; row += 1) insert.run(`${row}`.repeat(500))
  database.close()
  const bytes = readFileSync(backup)
  const size = bytes.readUInt16BE(16)
  for (const page of [5, 7, 9]) bytes.fill(0, page * size + from, (page + 1) * size)
  writeFileSync(backup, bytes)

  expect(() => restoreFromBackup(backup, file, 0)).toThrow(refusal)
  expect(existsSync(file)).toBe(false)
})
