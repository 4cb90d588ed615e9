import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inspectDatabase } from '../../electron/gateway/store/recovery/page-check.ts'
import { openSqliteStore, type SqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { dense } from '../support/dense.ts'
import { mountReadOnly, mountSmallDisk, noMount, unmount } from '../support/mounts.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'
import { injecting, noStrace } from '../support/strace.ts'

if (noMount !== null) console.warn(`SKIPPED: no bad stick can be made here: ${noMount}`)
if (noStrace !== null) console.warn(`SKIPPED: no call can be made to fail here: ${noStrace}`)

let folder: string
let stick: string
let store: SqliteStore
let heard: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resit-backup-'))
  stick = join(folder, 'stick')
  mkdirSync(stick)
  store = openSqliteStore(join(folder, 'resit.db'))
  heard = []
  store.storage.listen(({ state }) => heard.push(state))
  await store.companies.save(aCompany(), 'control')
  for (let n = 1; n <= 20; n += 1) await keep(store, insertion(n, {}, { body: dense(20_000) }))
})
afterEach(async () => {
  await store.upkeep.close()
  rmSync(folder, { recursive: true })
})

const failed: unknown = expect.objectContaining({
  message: expect.stringMatching(/the backup .* was not made/) as string,
})

/** Makes backups that fail, again and again, while sales come in. */
async function failsAndNobodyNotices(file = join(stick, 'backup.db')): Promise<void> {
  for (let n = 1; n <= 6; n += 1) {
    const sale = keep(store, insertion(100 + n))
    await expect(store.upkeep.backup(file)).rejects.toEqual(failed)
    await sale
    await keep(store, insertion(200 + n))
  }
  expect(heard).toEqual([])
  expect(store.storage.status.state).toBe('sound')
}

describe('a backup', () => {
  test('into a folder that is not there, or is a file, fails as often as anybody tries, and sales go on (BK1)', async () => {
    await failsAndNobodyNotices(join(folder, 'nowhere', 'backup.db'))
    await expect(store.upkeep.backup(join(folder, 'resit.db', 'backup.db'))).rejects.toEqual(failed)
    expect(heard).toEqual([])
  })

  test.runIf(noMount === null)('onto a stick that takes no writes fails, and sales go on (BK1)', async () => {
    mountReadOnly(stick)
    try {
      await failsAndNobodyNotices()
      expect(readdirSync(stick)).toEqual([])
    } finally {
      unmount(stick)
    }
  })

  test.runIf(noMount === null)(
    'onto a stick that is too small fails before it fills it, and sales go on (BK1)',
    async () => {
      mountSmallDisk(stick, 1)
      try {
        const noRoom: unknown = expect.objectContaining({ code: 'ENOSPC' })
        await store.records.lastEventSeq()
        for (let n = 300; n < 360; n += 1) await keep(store, insertion(n, {}, { body: dense(20_000) }))
        await failsAndNobodyNotices()
        await expect(store.upkeep.backup(join(stick, 'backup.db'))).rejects.toEqual(noRoom)
        expect(readdirSync(stick)).toEqual([])
      } finally {
        unmount(stick)
      }
    },
  )
})

/** Makes a backup in another process, under a tracer. @returns whether it reported success */
function backUpWhile(inject: string): boolean {
  const part = join(stick, 'beside')
  rmSync(join(stick, 'backup.db'), { force: true })
  const script = fileURLToPath(new URL('../support/backup-once.ts', import.meta.url))
  const args = [process.execPath, script, join(folder, 'other.db'), join(stick, 'backup.db'), part]
  const { status } = spawnSync('strace', [...injecting({ inject, paths: [part] }), ...args], { stdio: 'ignore' })
  return status === 0
}

describe.runIf(noStrace === null)('the place of a backup', () => {
  beforeEach(() => store.upkeep.backup(join(folder, 'other.db')))

  test.each([
    ['pwrite64', 'error=EIO', [1, 2, 3, 5, 8, 21, 55, 60_000]],
    ['pwrite64', 'error=ENOSPC', [1, 4, 34, 60_000]],
    ['pwrite64', 'signal=SIGKILL', [1, 13, 60]],
    ['fsync', 'error=EIO', [1, 2, 9]],
    ['fsync', 'signal=SIGKILL', [1, 2]],
  ] as const)(
    'that fails at %s number n with %s is left with all of the backup or nothing (BK2)',
    (call, how, times) => {
      const made = times.map((nth) => {
        const isMade = backUpWhile(`${call}:${how}:when=${nth}`)
        const names = readdirSync(stick).filter((name) => name === 'backup.db')
        expect({ nth, names }).toEqual({ nth, names: isMade ? ['backup.db'] : [] })
        if (isMade) expect(inspectDatabase(join(stick, 'backup.db')).damage).toBeNull()
        rmSync(join(stick, 'beside'), { force: true })
        rmSync(join(stick, 'beside-journal'), { force: true })
        return isMade
      })
      expect(made[0]).toBe(false)
      if (times.at(-1) === 60_000) expect(made.at(-1)).toBe(true)
    },
  )
})
