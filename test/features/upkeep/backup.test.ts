import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupHandler } from '../../../electron/gateway/features/upkeep/plan.ts'
import { openSqliteStore, type SqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { Fault } from '../../../shared/api/faults.ts'

let folder: string
let store: SqliteStore
/** For each file a function that lets its backup go on. */
let begin: Map<string, () => void>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resit-two-backups-'))
  store = openSqliteStore(join(folder, 'resit.db'))
  begin = new Map()
})
afterEach(async () => {
  await store.upkeep.close()
  rmSync(folder, { recursive: true })
})

/** Like the store, but each backup waits until the test lets it go on. */
function openBackups() {
  const upkeep = {
    backup: async (file: string): Promise<void> => {
      await new Promise<void>((resolve) => void begin.set(file, resolve))
      return store.upkeep.backup(file)
    },
  }
  const backup = backupHandler({ upkeep, copy: null })
  return async (file: string) => (await backup({ body: { file } } as never)).body
}

const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Fault ? thrown.details.entries?.map(({ code }) => code) : thrown

describe('two copies at once', () => {
  test('are both made, also where another fails', async () => {
    const copy = openBackups()
    const [one, other, nowhere] = ['one.db', 'other.db', join('nowhere', 'other.db')].map((name) => join(folder, name))
    const made = [one, other].map((file = '') => copy(file))
    const failed = copy(nowhere ?? '').catch(codeOf)
    for (const file of [nowhere, other, one]) begin.get(file ?? '')?.()
    expect(await failed).toEqual(['file_not_written'])
    const sizeOf = (file = '') => ({ file, bytes: statSync(file).size })
    expect(await Promise.all(made)).toEqual([sizeOf(one), sizeOf(other)])
  })

  test('are never made into one file', async () => {
    const copy = openBackups()
    const file = join(folder, 'one.db')
    const first = copy(file)
    expect(await copy(file).catch(codeOf)).toEqual(['file_exists'])
    begin.get(file)?.()
    await first
    expect(existsSync(file)).toBe(true)
  })
})
