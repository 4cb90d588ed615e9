import { copyFileSync, existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GroupCommit } from '../../electron/gateway/store/group-commit.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import type { Store } from '../../electron/gateway/store/port.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { aCompany, insertion } from '../support/stores.ts'

/** What would be on the disk had the power gone at this moment. */
function copyNow(file: string, copy: string): string {
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  return copy
}

describe('an answer', () => {
  const file = freshFile()
  let store: Store
  beforeEach(async () => {
    store = openSqliteStore(file.path)
    await store.companies.save(aCompany(), 'control')
  })
  afterEach(() => store.upkeep.close())

  test('is given only for what the files hold already', async () => {
    const copies = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        await store.records.write({ writes: [insertion(n)] })
        return copyNow(file.path, `${file.directory}/copy-${n}.db`)
      }),
    )
    for (const [n, copy] of copies.entries()) {
      const found = openSqliteStore(copy)
      expect(await found.records.byGuid(insertion(n).record.saleGuid)).not.toBeNull()
      await found.upkeep.close()
    }
  })

  test('of writes that arrive together comes from one transaction', async () => {
    const writing = Promise.all(Array.from({ length: 30 }, (_, n) => store.records.write({ writes: [insertion(n)] })))
    expect(await store.records.lastEventSeq()).toBe(0)
    await writing
    const changed = await store.records.changedAfter(0, null, 100)
    expect(changed.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  })
})

describe('a group of writes', () => {
  const file = freshFile()

  test('answers a bad one with its own error and its neighbours with their results', async () => {
    const database = openDatabase(file.path)
    const commit = new GroupCommit(database)
    const set = database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)')
    const fault = new Error('no')
    const answers = await Promise.allSettled([
      commit.write(() => set.run('a', '1').changes),
      commit.write(() => {
        set.run('b', '1')
        throw fault
      }),
      commit.write(() => set.run('a', '2').changes),
      commit.write(() => set.run('c', '1').changes),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: fault })
    const names = database.prepare("SELECT name FROM setting WHERE name IN ('a', 'b', 'c') ORDER BY name").pluck().all()
    expect(names).toEqual(['a', 'c'])
    expect(database.inTransaction).toBe(false)
    database.close()
  })

  test('on a disk that is full is told as a failure of storage, and works again when there is room', async () => {
    const database = openDatabase(file.path)
    const commit = new GroupCommit(database)
    const pages = Number(database.pragma('page_count', { simple: true }))
    database.pragma(`max_page_count = ${pages}`)
    const set = database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)')
    await expect(commit.write(() => set.run('big', 'x'.repeat(200_000)))).rejects.toMatchObject({
      name: 'StorageFailure',
    })
    database.pragma('max_page_count = 1000000')
    await commit.write(() => set.run('big', 'x'.repeat(200_000)))
    expect(database.prepare("SELECT length(value) FROM setting WHERE name = 'big'").pluck().get()).toBe(200_000)
    database.close()
  })

  test('after an I/O error promises nothing more until the file is opened anew', async () => {
    const database = openDatabase(file.path)
    const commit = new GroupCommit(database)
    const ioError = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })
    const fails = commit.write(() => {
      throw ioError
    })
    await expect(fails).rejects.toMatchObject({ name: 'StorageFailure', cause: ioError })
    await expect(commit.write(() => 1)).rejects.toMatchObject({ name: 'StorageFailure' })
    database.close()
  })
})
