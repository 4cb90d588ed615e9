import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backupsToKeep, listBackups } from '../../electron/gateway/store/copy/backups.ts'
import { lastTimeOfDay } from '../../electron/gateway/store/copy/copying.ts'
import { restoreFromCopy } from '../../electron/gateway/store/copy/restore-copy.ts'
import type { ContinuousCopy, CopyChoice } from '../../electron/gateway/store/port/copy.ts'
import { openSqliteStore, type SqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { noon } from '../support/records.ts'
import { insertion, keep } from '../support/stores.ts'
import { fillShop } from './log/kept-store.ts'

const file = freshFile()
const folder = (name = 'stick') => join(file.directory, name, 'copy')
const temporary = () => join(file.directory, 'temporary')
const never = 3_600_000
let store: SqliteStore
let copy: ContinuousCopy

beforeEach(async () => {
  mkdirSync(temporary())
  vi.stubEnv('TMPDIR', temporary())
  store = openSqliteStore(join(file.directory, 'resit.db'), { now: noon, after: 0 })
  await fillShop(store)
  const pace = { everyMs: 20, backupAfterMs: never }
  const choice = { base: null, dailyAt: '03:00' }
  const folderFor = ({ base }: CopyChoice) => folder(base ?? undefined)
  const begun = store.copyInto?.({ choice, folderFor }, { log: pino({ level: 'silent' }), pace })
  if (!begun) throw new Error('the store is not copied')
  copy = begun
  await copy.compared
})
afterEach(async () => {
  await copy.stop()
  await store.upkeep.close()
  vi.unstubAllEnvs()
})

/** Waits until everything up to now is copied. */
async function copied(): Promise<void> {
  const now = Date.now()
  await expect.poll(() => copy.status().copiedAt ?? 0).toBeGreaterThan(now)
}

test('the daily backup is due at the last moment that was its time of a day', () => {
  const at = (text: string) => new Date(text).getTime()
  expect(lastTimeOfDay(at('2026-11-28T10:00:00'), '03:00')).toBe(at('2026-11-28T03:00:00'))
  expect(lastTimeOfDay(at('2026-11-28T03:00:00'), '03:00')).toBe(at('2026-11-28T03:00:00'))
  expect(lastTimeOfDay(at('2026-11-28T02:59:59'), '03:00')).toBe(at('2026-11-27T03:00:00'))
  expect(lastTimeOfDay(at('2026-11-28T02:00:00'), '22:30')).toBe(at('2026-11-27T22:30:00'))
})

test('the two newest backups stay, and the newest of each of seven days, below a gigabyte together', () => {
  const made = (day: number, hour: number, bytes = 1) => ({
    file: `${day} ${hour}`,
    at: new Date(2026, 10, day, hour).getTime(),
    bytes,
  })
  const kept = (...backups: readonly ReturnType<typeof made>[]) => backupsToKeep(backups).map(({ file }) => file)
  const days = [20, 19, 17, 16, 15, 14, 13, 12].flatMap((day) => [made(day, 18), made(day, 9)])
  expect(kept(...days)).toEqual(['20 18', '20 9', '19 18', '17 18', '16 18', '15 18', '14 18', '13 18'])
  const huge = 600 * 1024 ** 2
  expect(kept(made(20, 18, huge), made(20, 9, huge), made(19, 18), made(18, 18))).toEqual(['20 18', '20 9'])
  expect(kept(made(20, 18, huge), made(19, 9), made(18, 18, huge), made(17, 18))).toEqual(['20 18', '19 9', '17 18'])
})

test('a backup is made when a person asks for it, and its trial tells what it holds and leaves nothing behind', async () => {
  expect(await copy.tryOut()).toEqual({ outcome: 'none', documents: 0, until: null })
  await copy.backUp()
  expect(listBackups(folder())).toHaveLength(1)
  expect(copy.status().backedUpAt).not.toBeNull()
  // A sale after the backup is in the lines that were copied since.
  await keep(store, insertion(50))
  await copied()
  expect(await copy.tryOut()).toMatchObject({ outcome: 'sound', documents: 5, until: expect.any(Number) })
  expect(readdirSync(temporary())).toEqual([])
})

test('a trial does not take an older backup for the newest one', async () => {
  await copy.backUp()
  await copied()
  writeFileSync(join(folder(), 'backup-9.db'), 'not a database')
  expect(await copy.tryOut()).toMatchObject({ outcome: 'damaged', documents: 4 })
  expect(readdirSync(temporary())).toEqual([])
})

test('the copy goes on in another folder, and everything can be restored from there', async () => {
  await copy.backUp()
  await copied()
  copy.choose({ base: 'second', dailyAt: '03:00' }, noon)
  // The backup in the folder before is none of this folder.
  expect(copy.status()).toMatchObject({ folder: folder('second'), copiedAt: null, backedUpAt: null, chosenAt: noon })
  await keep(store, insertion(50))
  await expect.poll(() => existsSync(join(folder('second'), 'log.db'))).toBe(true)
  await copied()
  // A folder that was just chosen has its first full backup at once.
  await expect.poll(() => listBackups(folder('second'))).toHaveLength(1)
  expect(copy.status()).toMatchObject({ folder: folder('second'), problem: null })
  await copy.stop()
  await store.upkeep.close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(file.directory, `resit.db${end}`), { force: true })
  restoreFromCopy(folder('second'), join(file.directory, 'resit.db'), noon)
  store = openSqliteStore(join(file.directory, 'resit.db'), { now: noon, after: 0 })
  expect(await store.records.byGuid(insertion(50).record.saleGuid)).not.toBeNull()
})
