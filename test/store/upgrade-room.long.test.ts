import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { copyBefore } from '../../electron/gateway/store/recovery/storage-copy.ts'
import { migrate } from '../../electron/gateway/store/schema/migrate.ts'
import { newestVersion } from '../../electron/gateway/store/schema/steps.ts'
import { mountSmallDisk, noMount, unmount } from '../support/mounts.ts'
import { laterSteps, laterVersion, upgrade } from '../support/older-database.ts'

const works = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0
const noClone = noMount ?? (works('which', 'mkfs.xfs') ? null : 'mkfs.xfs is missing')
if (noMount !== null) console.warn(`SKIPPED: no small disk can be made here: ${noMount}`)
if (noClone !== null) console.warn(`SKIPPED: no file system that clones files can be made here: ${noClone}`)

let lab: string
let disk: string
const file = () => join(disk, 'resit.db')
const megabyte = 1024 * 1024

beforeEach(() => {
  lab = mkdtempSync(join(tmpdir(), 'resit-room-'))
  disk = join(lab, 'disk')
  mkdirSync(disk)
})
afterEach(() => {
  unmount(disk)
  rmSync(lab, { recursive: true })
})

/** Twenty megabytes of the version before. */
function makeOld(): void {
  const database = openDatabase(file())
  const setting = database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)')
  for (let n = 0; n < 20; n += 1) setting.run(`large ${n}`, 'x'.repeat(megabyte))
  database.close()
}

/** Leaves so many megabytes of the disk. */
function fill(leaving: number): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'photos'), Buffer.alloc(bavail * bsize - leaving * megabyte, 'p'))
}

describe.runIf(noMount === null)('an upgrade on a disk without room', () => {
  test('says how much it needs and how much there is, before it begins; with room made it goes through (ST17)', () => {
    mountSmallDisk(disk, 60)
    makeOld()
    fill(16)
    expect(() => upgrade(file())).toThrow(
      /takes about 2[0-2] MB of room on its disk, and 1[4-6] MB are free\. Make room/,
    )
    expect(versionIn(file())).toBe(newestVersion)
    expect(readdirSync(disk).filter((name) => name.includes('.before-'))).toEqual([])
    rmSync(join(disk, 'photos'))
    upgrade(file())
    expect(versionIn(`${file()}.before-${laterVersion}-from-${newestVersion}`)).toBe(newestVersion)
  })

  test('goes through with room for the copy where no step rewrites anything (ST17)', () => {
    mountSmallDisk(disk, 60)
    makeOld()
    fill(22)
    upgrade(file())
    expect(versionIn(file())).toBe(laterVersion)
  })

  test('needs room in the log and in the file for what its steps rewrite (ST17)', () => {
    mountSmallDisk(disk, 60)
    makeOld()
    fill(22)
    const database = new Sqlite(file())
    const change = { file: file(), version: newestVersion, newest: laterVersion, rewrites: 0.25 }
    expect(() => copyBefore(database, change)).toThrow(/takes about (29|3[0-2]) MB of room on its disk/)
    database.close()
  })

  test('counts what the database holds and not how large its file is (ST17)', () => {
    mountSmallDisk(disk, 60)
    makeOld()
    const database = new Sqlite(file())
    database.exec("DELETE FROM setting WHERE name LIKE 'large 1%'")
    database.close()
    fill(12)
    upgrade(file())
    expect(versionIn(file())).toBe(laterVersion)
  })
})

describe.runIf(noClone === null)('where the file system clones files', () => {
  test('an upgrade needs no room for a second copy, has its copy all the same, and nobody else is let in (ST17)', () => {
    const image = join(lab, 'image')
    expect(works('truncate', '-s', '320M', image)).toBe(true)
    expect(works('mkfs.xfs', '-q', '-m', 'reflink=1', image)).toBe(true)
    expect(works('mount', '-o', 'loop', image, disk)).toBe(true)
    makeOld()
    fill(19)
    const database = openDatabase(file())
    migrate(database, file(), laterSteps)
    const other = spawnSync('python3', ['-c', lockingScript, file()], { encoding: 'utf8' })
    expect(database.pragma('user_version', { simple: true })).toBe(laterVersion)
    if (other.error === undefined) expect(other.stdout).toBe('held')
    database.close()
    expect(versionIn(`${file()}.before-${laterVersion}-from-${newestVersion}`)).toBe(newestVersion)
  })
})

/** Another process asks for the lock that a second writer would need. */
const lockingScript = `
import fcntl, sys
with open(sys.argv[1], 'r+b') as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)
        print('free', end='')
    except OSError:
        print('held', end='')
`

/** As SQLite keeps it in the head of the file. */
const versionIn = (path: string) => readFileSync(path).readInt32BE(60)
