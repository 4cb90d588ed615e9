import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listBackups } from '../../electron/gateway/store/copy/backups.ts'
import { startContinuousCopy } from '../../electron/gateway/store/copy/continuous-copy.ts'
import { CopyLog } from '../../electron/gateway/store/copy/copy-log.ts'
import { type CopyMessage, CopyWorker } from '../../electron/gateway/store/copy/copying.ts'
import { restoreFromCopy } from '../../electron/gateway/store/copy/restore-copy.ts'
import type { ContinuousCopy } from '../../electron/gateway/store/port/copy.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { verifyAtRest } from '../../electron/gateway/store/recovery/verify-at-rest.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { noon } from '../support/records.ts'
import { insertion, keep } from '../support/stores.ts'
import { fillShop, tamper } from './log/kept-store.ts'

const file = freshFile()
const database = () => join(file.directory, 'resit.db')
const folder = () => join(file.directory, 'elsewhere', 'copy')
const place = () => ({ choice: { base: null, dailyAt: '03:00' }, folderFor: folder })
const log = pino({ level: 'silent' })
const never = 3_600_000
let store: Store | null
let copy: ContinuousCopy | null

beforeEach(() => {
  store = null
  copy = null
})
afterEach(() => stop())

/** @param backupAfterMs until the first backup; if absent, it never comes in the test */
async function start(backupAfterMs = never): Promise<Store> {
  const opened = openSqliteStore(database(), { now: noon, after: 0 })
  store = opened
  copy = opened.copyInto?.(place(), { log, pace: { everyMs: 20, backupAfterMs } }) ?? null
  await copy?.compared
  return opened
}
async function stop(): Promise<void> {
  await copy?.stop()
  await store?.upkeep.close()
  copy = null
  store = null
}
const kept = async (n: number) => (await store?.records.byGuid(insertion(n).record.saleGuid)) ?? null
const codes = async () => (await store?.journal.status())?.findings.map(({ code }) => code)

/** Removes the database with all its files. */
const lose = () => {
  for (const end of ['', '-wal', '-shm']) rmSync(`${database()}${end}`, { force: true })
}

test('a copy that is stopped before its first backup goes on no more', async () => {
  await fillShop(await start())
  await stop()
  const said: string[] = []
  const task = { folder: folder(), dailyAt: '03:00', everyMs: never, backupAfterMs: 10, isNew: true }
  const worker = new CopyWorker(database(), task, ({ kind }) => {
    said.push(kind)
    // The second time is the end of the first round.
    if (kind === 'begun' && said.indexOf(kind) < said.length - 1) void worker.stop()
  })
  await worker.ended
  const wait = () => new Promise((resolve) => setTimeout(resolve, 100))
  await wait()
  const before = said.length
  await wait()
  expect(said).toHaveLength(before)
})

describe('the copy', () => {
  test('has every line about a second later, and the database can be made of it (ST10)', async () => {
    await fillShop(await start())
    const lines = (await store?.journal.status())?.lines
    await stop()
    lose()
    expect(restoreFromCopy(folder(), database(), noon)).toMatchObject({ backup: null, lines, brokenAt: null })
    const again = await start()
    expect(await again.journal.verify()).toMatchObject({ findings: [], records: 4, bodies: 4 })
    expect((await again.journal.status()).isRestored).toBe(true)
    // Sales that may have been sent later are looked up first.
    expect((await kept(4))?.record.phase).toBe('unknown')
  })

  test('begins again if its thread could not be started or ended (PR4)', async () => {
    const copied = Promise.withResolvers<void>()
    let begun = 0
    const ask = async (kind: string, _: unknown, tell: (said: CopyMessage) => void) => {
      if (kind !== 'copy') return copied.resolve()
      begun += 1
      if (begun < 3) throw new Error('no thread')
      tell({ kind: 'begun' })
      return copied.promise
    }
    const journal = { found: async () => undefined, verify: () => Promise.reject(new Error('not asked')) }
    const again = startContinuousCopy({ ask }, place(), { log, journal, againMs: 5 })
    await again.compared
    expect(again.status().problem).toBe('no thread')
    await expect.poll(() => again.status().problem).toBeNull()
    await again.stop()
    expect(begun).toBe(3)
  })

  test('begins with a backup, and needs no line that the backup has', async () => {
    await fillShop(await start(0))
    await expect.poll(() => copy?.status().backedUpAt).not.toBeNull()
    await stop()
    await keep(await start(), insertion(50))
    await stop()
    lose()
    const restored = restoreFromCopy(folder(), database(), noon)
    expect(restored.backup).toBe(listBackups(folder())[0])
    await start()
    expect(await kept(50)).not.toBeNull()
    expect(await store?.journal.verify()).toMatchObject({ findings: [], records: 5 })
  })

  test('loses its end to no backup that is ahead of it', () => {
    mkdirSync(folder(), { recursive: true })
    const log = new CopyLog(folder(), { seq: 7, chain: Buffer.alloc(32, 7) })
    log.forgetUpTo(9)
    expect(log.end).toEqual({ seq: 7, chain: Buffer.alloc(32, 7) })
    log.close()
  })

  test('takes the backup before, if the newest one is damaged', async () => {
    await fillShop(await start(0))
    await expect.poll(() => copy?.status().backedUpAt).not.toBeNull()
    await stop()
    writeFileSync(join(folder(), 'backup-9.db'), 'not a database')
    lose()
    expect(restoreFromCopy(folder(), database(), noon).backup).toBe(listBackups(folder())[1])
    await start()
    expect(await store?.journal.verify()).toMatchObject({ findings: [], records: 4 })
  })

  test('ends where it cannot be read, and says so (JR2)', async () => {
    await fillShop(await start())
    await stop()
    const spoiled = new Database(join(folder(), 'log.db'))
    spoiled.exec(`UPDATE line SET head = replace(head, '"at":1', '"at":2') WHERE seq = 5`)
    spoiled.close()
    expect(restoreFromCopy(folder(), database(), noon)).toMatchObject({ lines: 4, brokenAt: 5 })
  })

  test.each([
    'UPDATE event SET at = at + 1 WHERE seq = 5',
    'UPDATE event SET chain = zeroblob(32) WHERE seq = 5',
    "UPDATE event SET body = x'7B7D' WHERE body IS NOT NULL AND seq >= 5",
    "UPDATE payload SET body = x'7B7D'",
    "UPDATE attempt_outcome SET kind = 'rejected'",
  ])('of what was changed in the database before is put back up to there: %s', async (change) => {
    const opened = openSqliteStore(database(), { now: noon, after: 0 })
    await fillShop(opened)
    await opened.upkeep.close()
    tamper(file.directory, change)
    await start()
    await stop()
    lose()
    const { lines, brokenAt } = restoreFromCopy(folder(), database(), noon)
    expect(brokenAt).toBe(lines + 1)
    expect(await verifyAtRest(database(), null)).toMatchObject({ findings: [], lines })
  })

  test('that a disk damaged is begun again, and told at every start until a person has removed it (JR2)', async () => {
    await fillShop(await start())
    await stop()
    const bytes = readFileSync(join(folder(), 'log.db'))
    writeFileSync(join(folder(), 'log.db'), bytes.fill(0xa5, 4096))
    await start()
    await expect.poll(() => copy?.status().damaged).toContain(`${folder()}-damaged-`)
    const kept = copy?.status().damaged ?? ''
    await stop()
    await start()
    await expect
      .poll(() => copy?.status())
      .toMatchObject({ damaged: kept, copiedAt: expect.any(Number), problem: null })
    await stop()
    rmSync(kept, { recursive: true })
    await start()
    expect(copy?.status().damaged).toBeNull()
  })

  test('whose backup shows a damaged page of the database stops sending (JR2, ST12)', async () => {
    await fillShop(await start())
    await stop()
    // An index page of an empty table, which nothing reads meanwhile.
    const reader = new Database(database(), { readonly: true })
    const page = reader.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'shift'").pluck().get() as number
    reader.close()
    writeFileSync(database(), readFileSync(database()).fill(0xa5, (page - 1) * 4096, page * 4096))
    await start(0)
    await expect.poll(codes).toContain('database_damaged')
  })

  test('that is ahead of the database stops everything, stays as it is, and is restored or set aside (JR2)', async () => {
    await fillShop(await start())
    await stop()
    lose()
    const other = await start()
    expect(await codes()).toEqual(['rolled_back'])
    await keep(other, insertion(60)).catch(() => undefined)
    await stop()
    restoreFromCopy(folder(), database(), noon)
    await start()
    expect(await codes()).toEqual([])
    expect(await kept(3)).not.toBeNull()
    await stop()
    lose()
    const chosen = await start()
    expect(await chosen.journal.trust({ by: 'control', at: noon, reason: 'begun again' })).toBe('trusted')
    copy?.renew()
    await expect.poll(() => readdirSync(join(file.directory, 'elsewhere')).length).toBe(2)
  })

  test('whose folder is gone or takes no writes keeps no sale waiting, says why, and goes on by itself (JR1)', async () => {
    mkdirSync(join(file.directory, 'elsewhere'))
    // A file has the name of the folder, because root may write everywhere.
    writeFileSync(folder(), '')
    const opened = await start()
    await fillShop(opened)
    await keep(opened, insertion(70))
    expect(copy?.status()).toMatchObject({ copiedAt: null, problem: expect.any(String) })
    rmSync(folder())
    await stop()
    await start()
    await expect.poll(() => copy?.status()).toMatchObject({ copiedAt: expect.any(Number), problem: null })
    expect(existsSync(join(folder(), 'log.db'))).toBe(true)
  })
})
