import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lockDatabase } from '../../electron/gateway/store/folder-lock.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { verifyAtRest } from '../../electron/gateway/store/recovery/verify-at-rest.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const file = freshFile()
const held = { reason: 'held_by_another' }
const script = fileURLToPath(new URL('pausing.ts', import.meta.url))

async function fill(): Promise<string> {
  const store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
  await keep(store, insertion(1))
  const backup = join(file.directory, 'backup.db')
  await store.upkeep.backup(backup)
  await store.upkeep.close()
  return backup
}

/** @returns the result of a gateway's start at every moment at which the command has just closed a database */
async function startsDuring(work: string, backup: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [script, work, file.path, backup], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const starts: string[] = []
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('done')) break
    try {
      openSqliteStore(file.path)
      starts.push('started')
    } catch (cause) {
      starts.push((cause as { readonly reason: string }).reason)
    }
    child.stdin.write('.')
  }
  expect(await ended).toEqual([0, null])
  return starts
}

test.each(['verify', 'restore', 'restore_copy'])(
  'no gateway starts at any moment of “%s”, and one does after it (ST15)',
  async (work) => {
    const starts = await startsDuring(work, await fill())
    expect(starts.length).toBeGreaterThan(0)
    expect([...new Set(starts)]).toEqual(['held_by_another'])
    const store = openSqliteStore(file.path)
    expect(await store.records.byGuid(insertion(1).record.saleGuid)).not.toBeNull()
    await store.upkeep.close()
  },
)

test('who holds the lock is asked before the database is even looked at', async () => {
  const release = lockDatabase(file.path)
  expect(() => openDatabase(file.path)).toThrow(expect.objectContaining(held))
  expect(existsSync(file.path)).toBe(false)
  writeFileSync(file.path, '')
  const before = readdirSync(file.directory)
  expect(() => openSqliteStore(file.path)).toThrow(expect.objectContaining(held))
  await expect(verifyAtRest(file.path, null)).rejects.toMatchObject(held)
  expect(readdirSync(file.directory)).toEqual(before)
  release()
  openDatabase(file.path).close()
  expect(statSync(`${file.path}-lock`).mode & 0o777).toBe(0o600)
})

test('a gateway whose lock was deleted is alone all the same', async () => {
  const store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
  rmSync(`${file.path}-lock`)
  expect(() => openSqliteStore(file.path)).toThrow(expect.objectContaining(held))
  await keep(store, insertion(1))
  expect(existsSync(`${file.path}-wal`)).toBe(true)
  await store.upkeep.close()
  await openSqliteStore(file.path).upkeep.close()
})

test.each([
  ['is a folder', () => mkdirSync(`${file.path}-lock`)],
  ['has something in it', () => writeFileSync(`${file.path}-lock`, 'x'.repeat(9_000))],
])('a lock that %s keeps nobody from selling, and one gateway is alone all the same', async (_, spoil) => {
  spoil()
  const store = openSqliteStore(file.path)
  expect(() => openSqliteStore(file.path)).toThrow(expect.objectContaining(held))
  await store.upkeep.close()
})
