import { statSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { copyApart, endReadingApart, isReadApart } from '../../electron/gateway/store/recovery/apart.ts'
import { foldLog } from '../../electron/gateway/store/recovery/storage-check.ts'
import { LogLength, mostLogBytes, mostLogBytesWhileRead } from '../../electron/gateway/store/recovery/storage-log.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const file = freshFile()

function watched(over: {
  readonly folds: readonly boolean[]
  readonly isReadApart?: boolean
  readonly isUnread?: boolean
}) {
  const folds = [...over.folds]
  const at = { bytes: 0, ended: 0, freeBytes: 1001 }
  const log = new LogLength({
    bytes: () => at.bytes,
    freeBytes: () => at.freeBytes,
    isReadApart: () => over.isReadApart ?? false,
    endReading: async () => {
      at.ended += 1
      return over.isUnread ?? true
    },
    fold: () => ({ isWhole: folds.shift() ?? false, owedBytes: 1000 }),
  })
  return { at, log }
}

test('a log that nobody reads is folded back, and no reader of ours is ended for it', async () => {
  const { at, log } = watched({ folds: [true] })
  at.bytes = mostLogBytes
  expect([await log.hasRoom(), at.ended]).toEqual([true, 0])
  at.bytes = mostLogBytes + 1
  expect([await log.hasRoom(), at.ended]).toEqual([true, 0])
})

test('a log that another program reads may grow for as long as what it owes the database fits on the disk (ST8)', async () => {
  const { at, log } = watched({ folds: [] })
  at.bytes = mostLogBytes + 1
  for (let times = 0; times < 3; times += 1) expect(await log.hasRoom()).toBe(true)
  // Ours were ended once, to see whether it was one of them.
  expect(at.ended).toBe(1)
  at.freeBytes = 1000
  expect(await log.hasRoom()).toBe(false)
})

test('while somebody of ours reads apart it may grow longer, up to where that reader is ended', async () => {
  const { at, log } = watched({ folds: [false, false, false, false, false, true], isReadApart: true, isUnread: false })
  at.bytes = mostLogBytesWhileRead
  expect([await log.hasRoom(), at.ended]).toEqual([true, 0])
  at.bytes = mostLogBytesWhileRead + 1
  // One that cannot be broken off ends by itself.
  for (let times = 0; times < 3; times += 1) expect(await log.hasRoom()).toBe(true)
  expect(at.ended).toBe(3)
})

test('a log is folded back without waiting: not while an old state of it is read', async () => {
  const store = openSqliteStore(file.path)
  const reader = new Database(file.path, { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM setting').get()
  await store.companies.save(aCompany(), 'control')
  expect(foldLog(file.path)).toEqual({ isWhole: false, owedBytes: expect.any(Number) as number })
  expect(foldLog(file.path).owedBytes).toBeGreaterThanOrEqual(0)
  reader.exec('COMMIT')
  expect(foldLog(file.path)).toEqual({ isWhole: true, owedBytes: 0 })
  reader.close()
  await store.upkeep.close()
})

test('a database browser with an open transaction costs no sale, and its log is folded back once that ends (ST8)', async () => {
  const store = openSqliteStore(file.path)
  const browser = new Database(file.path, { readonly: true })
  browser.exec('BEGIN')
  browser.prepare('SELECT count(*) FROM setting').get()
  await store.companies.save(aCompany(), 'control')
  const log = new LogLength({
    bytes: () => mostLogBytes + 1,
    freeBytes: () => 1024 * 1024 * 1024,
    isReadApart: () => false,
    endReading: async () => true,
    fold: () => foldLog(file.path),
  })
  for (let n = 1; n <= 3; n += 1) {
    await keep(store, insertion(n))
    expect(await log.hasRoom()).toBe(true)
  }
  expect(statSync(`${file.path}-wal`).size).toBeGreaterThan(0)
  browser.exec('COMMIT')
  expect(await log.hasRoom()).toBe(true)
  expect(statSync(`${file.path}-wal`).size).toBe(0)
  browser.close()
  await store.upkeep.close()
})

test('a backup whose reader is ended says why', async () => {
  const database = openDatabase(file.path)
  const part = `${file.path}.part`
  writeFileSync(part, '')
  const copied = copyApart(database, part)
  await endReadingApart(file.path, 'the log grew too long')
  await expect(copied).rejects.toThrow('the log grew too long')
  expect(isReadApart(file.path)).toBe(false)
  database.close()
})
