import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { monitorWrites } from '../../electron/gateway/store/disk.ts'
import { busyPatienceMs, GroupCommit, type RunInTransaction } from '../../electron/gateway/store/group-commit.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { verifyAtRest } from '../../electron/gateway/store/recovery/verify-at-rest.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

/** Copies what would be on the disk if the power failed now. */
function copyNow(file: string, copy: string): string {
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  return copy
}

/** Another program locks the file, as backup tools do. */
async function holdElsewhere(path: string, ms: number) {
  const script = `const database = require('better-sqlite3')(process.argv[1]); database.exec('BEGIN EXCLUSIVE');
    process.stdout.write('held'); setTimeout(() => database.close(), Number(process.argv[2]))`
  const child = spawn(process.execPath, ['-e', script, path, String(ms)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return {
    ended,
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('a backup', () => {
  const file = freshFile()

  test('made while sales come in opens clean and has every one that was answered before it began (ST20, RD3)', async () => {
    const store = openSqliteStore(file.path)
    await store.companies.save(aCompany(), 'control')
    for (let n = 0; n < 300; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, at) => keep(store, insertion(n + at))))
    let sold = 300
    const backedUp = new AbortController()
    const selling = (async () => {
      for (; !backedUp.signal.aborted && sold < 9_000; sold += 1) await keep(store, insertion(sold))
    })()
    const copy = `${file.directory}/copy.db`
    await store.upkeep.backup(copy)
    backedUp.abort()
    await selling
    await store.upkeep.close()
    // The copy is apart from the database's log, which goes on.
    const apart = `${file.directory}/elsewhere/resit.db`
    mkdirSync(`${file.directory}/elsewhere`)
    copyFileSync(copy, apart)
    expect((await verifyAtRest(apart, null)).findings).toEqual([])
    const found = openSqliteStore(apart)
    const kept = (await found.records.changedAfter(0, { companyGuid: null }, 10_000)).map(
      ({ record }) => record.saleGuid,
    )
    expect(sold).toBeGreaterThan(300)
    expect(kept.length).toBeGreaterThanOrEqual(300)
    // In the order in which they came, without gaps.
    expect(kept).toEqual(Array.from(kept, (_, n) => insertion(n).record.saleGuid))
    await found.upkeep.close()
  })
})

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
    expect(await store.records.changedAfter(0, { companyGuid: null }, 100)).toEqual([])
    await writing
    const changed = await store.records.changedAfter(0, { companyGuid: null }, 100)
    expect(changed.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  })
})

/** Runs a change that reads nothing. */
const within: RunInTransaction = (change) => change({} as never).next().value as never

describe('a group of writes', () => {
  const file = freshFile()

  test('answers a bad one with its own error and its neighbours with their results', async () => {
    const database = openDatabase(file.path)
    const commit = new GroupCommit(database, within, monitorWrites(database))
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
    const monitor = monitorWrites(database)
    const commit = new GroupCommit(database, within, monitor)
    const pages = Number(database.pragma('page_count', { simple: true }))
    database.pragma(`max_page_count = ${pages}`)
    const set = database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)')
    await expect(commit.write(() => set.run('big', 'x'.repeat(200_000)))).rejects.toMatchObject({
      name: 'StorageFailure',
    })
    database.pragma('max_page_count = 1000000')
    await expect.poll(() => monitor.status.state).toBe('sound')
    await commit.write(() => set.run('big', 'x'.repeat(200_000)))
    expect(database.prepare("SELECT length(value) FROM setting WHERE name = 'big'").pluck().get()).toBe(200_000)
    database.close()
  })

  test('waits for memory and keeps what it could not keep before (PR4)', async () => {
    const database = new Database(file.path)
    database.exec('CREATE TABLE sale (n INTEGER)')
    const commit = new GroupCommit(database, within, monitorWrites(database))
    let tries = 0
    const sold = commit.write(() => {
      tries += 1
      if (tries < 4) throw Object.assign(new Error('out of memory'), { code: 'SQLITE_NOMEM' })
      return database.prepare('INSERT INTO sale VALUES (1)').run().changes
    })
    expect(await sold).toBe(1)
    expect(database.prepare('SELECT n FROM sale').pluck().all()).toEqual([1])
    database.close()
  })

  test('waits for a program that holds the file, then says that it is held, and loses nothing (ST19)', async () => {
    // Our own store locks its file, so this uses one that others may open too.
    const database = new Database(file.path)
    database.pragma('busy_timeout = 0')
    database.exec('CREATE TABLE sale (n INTEGER)')
    const commit = new GroupCommit(database, within, monitorWrites(database))
    const sell = (n: number) => commit.write(() => database.prepare('INSERT INTO sale VALUES (?)').run(n).changes)
    expect(await sell(1)).toBe(1)
    const briefly = await holdElsewhere(file.path, 100)
    expect(await sell(2)).toBe(1)
    await briefly.ended
    const longer = await holdElsewhere(file.path, 60_000)
    const began = performance.now()
    await expect(sell(3)).rejects.toMatchObject({ name: 'StorageFailure', trouble: 'busy' })
    expect(performance.now() - began).toBeGreaterThan(busyPatienceMs - 100)
    await longer.end()
    expect(await sell(4)).toBe(1)
    expect(database.prepare('SELECT n FROM sale ORDER BY n').pluck().all()).toEqual([1, 2, 4])
    database.close()
  })

  test('after an I/O error nothing is kept until a write has worked, which is found by itself (ST4, ST5)', async () => {
    const database = openDatabase(file.path)
    const monitor = monitorWrites(database)
    const commit = new GroupCommit(database, within, monitor)
    const ioError = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })
    const fails = commit.write(() => {
      throw ioError
    })
    await expect(fails).rejects.toMatchObject({ name: 'StorageFailure', trouble: 'failing', cause: ioError })
    expect(monitor.status).toEqual({ state: 'failing', cause: 'SQLITE_IOERR_WRITE' })
    await expect(commit.write(() => 1)).rejects.toMatchObject({ trouble: 'failing' })
    await expect.poll(() => monitor.status.state).toBe('sound')
    expect(await commit.write(() => 1)).toBe(1)
    monitor.close()
    database.close()
  })
})
