import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupHandler } from '../../../electron/gateway/features/upkeep/backup.ts'
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
  const deps = { log: pino({ level: 'silent' }), settings: { dataDir: folder } }
  const backup = backupHandler({ upkeep, ...deps })
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

describe('copies made before updates', () => {
  const backups = () => join(folder, 'backups')
  const lay = (...names: readonly string[]) => {
    mkdirSync(backups())
    for (const name of names) writeFileSync(join(backups(), name), '')
  }
  const make = async (file: string) => {
    const making = openBackups()(file)
    begin.get(file)?.()
    await making
  }

  test('stay as many as the owner set, the newest first, and files of other names all', async () => {
    lay('before-1.0.0-1.db', 'before-1.1.0-beta.2-20.db', 'before-1.1.0-9.db', 'before-2.0.0-300.db', 'mine.db')
    await make(join(backups(), 'before-2.1.0-4000.db'))
    expect(readdirSync(backups()).toSorted()).toEqual([
      'before-1.1.0-beta.2-20.db',
      'before-2.0.0-300.db',
      'before-2.1.0-4000.db',
      'mine.db',
    ])
  })

  test('keep the one that was just made, also where others claim to be of later, and go with no copy that failed', async () => {
    lay('before-1.0.0-9000.db', 'before-1.0.0-9001.db', 'before-1.0.0-9002.db', 'before-1.0.0-9003.db')
    await expect(make(join(folder, 'nowhere', 'before-2.0.0-4000.db'))).rejects.toThrow(Fault)
    expect(readdirSync(backups())).toHaveLength(4)
    await make(join(backups(), 'before-2.0.0-4000.db'))
    expect(readdirSync(backups()).toSorted()).toEqual([
      'before-1.0.0-9002.db',
      'before-1.0.0-9003.db',
      'before-2.0.0-4000.db',
    ])
    await make(join(folder, 'elsewhere.db'))
    expect(readdirSync(backups())).toHaveLength(3)
  })
})
