import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupHandlers } from '../../../electron/gateway/features/upkeep/backup.ts'
import type { Copied } from '../../../electron/gateway/store/port/port.ts'
import { openSqliteStore, type SqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { Fault } from '../../../shared/api/faults.ts'
import { noon } from '../../support/records.ts'

let folder: string
let store: SqliteStore
/** Lets a copy be made, by its file. */
let begin: Map<string, () => void>
/** Of whose copy somebody asked how far it is. */
let asked: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resit-two-backups-'))
  store = openSqliteStore(join(folder, 'resit.db'))
  begin = new Map()
  asked = []
})
afterEach(async () => {
  await store.upkeep.close()
  rmSync(folder, { recursive: true })
})

/** As the store does it, and none before it may. */
function openBackups() {
  const upkeep = {
    backup: async (file: string): Promise<void> => {
      await new Promise<void>((resolve) => void begin.set(file, resolve))
      return store.upkeep.backup(file)
    },
    backupProgress: async (file: string): Promise<Copied | null> => {
      asked.push(file)
      return store.upkeep.backupProgress(file)
    },
  }
  const deps = { log: pino({ level: 'silent' }), settings: { dataDir: folder } }
  const { backup, showBackup } = backupHandlers({ upkeep, clock: { now: () => noon }, ...deps })
  return {
    copy: async (file: string) => (await backup({ body: { file } } as never)).body,
    shown: async () => (await showBackup({ language: 'en' } as never)).body,
  }
}

const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Fault ? thrown.details.entries?.map(({ code }) => code) : thrown

describe('two copies at once', () => {
  test('are both made, and the one that began first is shown until it is done', async () => {
    const { copy, shown } = openBackups()
    const [one, other] = [join(folder, 'one.db'), join(folder, 'other.db')]
    const first = copy(one)
    const second = copy(other)
    expect(await shown()).toMatchObject({ state: 'running', file: one })
    expect(asked).toEqual([one])
    begin.get(other)?.()
    expect(await second).toEqual({ file: other, bytes: statSync(other).size })
    expect(await shown()).toMatchObject({ state: 'running', file: one })
    begin.get(one)?.()
    const { bytes } = await first
    expect(await shown()).toMatchObject({ state: 'done', file: one, done_bytes: bytes, total_bytes: bytes })
  })

  test('tell of the one that goes on where the other fails', async () => {
    const { copy, shown } = openBackups()
    const [one, nowhere] = [join(folder, 'one.db'), join(folder, 'nowhere', 'other.db')]
    const first = copy(one)
    const second = copy(nowhere).catch(codeOf)
    begin.get(nowhere)?.()
    expect(await second).toEqual(['file_not_written'])
    expect(await shown()).toMatchObject({ state: 'running', file: one, message: null })
    begin.get(one)?.()
    await first
    expect(await shown()).toMatchObject({ state: 'done', file: one })
  })

  test('are never made into one file', async () => {
    const { copy } = openBackups()
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
    const { copy } = openBackups()
    const making = copy(file)
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
