import { chmodSync, constants, copyFileSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { partBeside, syncFile, syncFolder } from '../../platform/durable-file.ts'
import { proveAlone } from '../alone.ts'
import { StoreRefusal } from '../refusal.ts'
import { lookAt } from './storage-file.ts'

interface Change {
  /** Of the database. */
  readonly file: string
  readonly version: number
  readonly newest: number
  /** How much of what the database holds the change writes anew, at most: 0.5 is half of it. */
  readonly rewrites: number
}

/**
 * Copies the database beside itself before its schema changes. Under its name there is never half a copy, nor one that
 * does not open clean. Where the file system can clone a file, the copy takes no room of its own.
 * @returns the path of the copy
 * @throws StoreRefusal where the copy does not hold what it should, or the disk has no room for copy and change
 */
export function copyBefore(database: Database, change: Change): string {
  const { file, version, newest } = change
  const copy = `${file}.before-${newest}-from-${version}`
  const part = partBeside(copy)
  try {
    const isCloned = clone(database, file, part)
    refuseWithoutRoom(database, change, isCloned)
    if (!isCloned) {
      // Of nobody else to read: SQLite goes on with an empty file that is there, and its rights.
      writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
      database.prepare('VACUUM INTO ?').run(part)
    }
    const { version: copied, damage } = lookAt(part)
    if (damage !== null || copied !== version)
      throw new StoreRefusal('unsafe', `the copy of the database before its change is not sound: ${damage ?? copied}`)
    // SQLite does not sync what it vacuums into.
    syncFile(part)
    renameSync(part, copy)
  } finally {
    rmSync(part, { force: true })
  }
  syncFolder(dirname(copy))
  return copy
}

/** @returns false where this file system clones no files, or the log could not be folded back; then nothing is left */
function clone(database: Database, file: string, part: string): boolean {
  const [folded] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
  if (folded?.busy !== 0) return false
  try {
    copyFileSync(file, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE)
    chmodSync(part, 0o600)
    return true
  } catch {
    rmSync(part, { force: true })
    return false
  } finally {
    // Closing a handle on the file dropped the locks of this process on it.
    proveAlone(database)
  }
}

const megabyte = 1024 * 1024

/** What is written anew stands in the log first, and then in the file: without room for that the log is never folded. */
const timesWritten = 2

/** @throws StoreRefusal before anything was changed */
function refuseWithoutRoom(database: Database, { file, rewrites }: Change, isCloned: boolean): void {
  const count = (name: string) => Number(database.pragma(name, { simple: true }))
  // Free pages are not copied, and are the first to be written.
  const held = (count('page_count') - count('freelist_count')) * count('page_size')
  const needed = held * ((isCloned ? 0 : 1) + timesWritten * rewrites)
  const { bavail, bsize } = statfsSync(dirname(file))
  const free = bavail * bsize
  if (free >= needed) return
  const [need, has] = [Math.ceil(needed / megabyte), Math.floor(free / megabyte)]
  throw new StoreRefusal(
    'unsafe',
    `to bring ${file} up to date takes about ${need} MB of room on its disk, and ${has} MB are free. Make room and start again; nothing was changed`,
  )
}

/** Once a change has succeeded the copies before earlier ones have done their duty. */
export function forgetOlderCopies(file: string, latest: string): void {
  const folder = dirname(file)
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(file)}.before-`) && /\.before-\d+-from-\d+((\.[0-9a-f]+)?\.part)?$/.test(name))
      if (join(folder, name) !== latest) rmSync(join(folder, name))
}
