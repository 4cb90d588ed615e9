import { readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { StoreRefusal } from './refusal.ts'
import { lookAt, syncFile, syncFolder } from './storage-file.ts'

interface Change {
  /** Of the database. */
  readonly file: string
  readonly version: number
  readonly newest: number
}

/**
 * Copies the database beside itself before its schema changes. Under its name there is never half a copy, nor one that
 * does not open clean.
 * @returns the path of the copy
 * @throws StoreRefusal where the copy does not hold what it should
 */
export function copyBefore(database: Database, { file, version, newest }: Change): string {
  const copy = `${file}.before-${newest}-from-${version}`
  const part = `${copy}.part`
  rmSync(part, { force: true })
  database.prepare('VACUUM INTO ?').run(part)
  const { version: copied, damage } = lookAt(part)
  if (damage !== null || copied !== version)
    throw new StoreRefusal('unsafe', `the copy of the database before its change is not sound: ${damage ?? copied}`)
  // SQLite does not sync what it vacuums into.
  syncFile(part)
  renameSync(part, copy)
  syncFolder(dirname(copy))
  return copy
}

/** Once a change has succeeded the copies before earlier ones have done their duty. */
export function forgetOlderCopies(file: string, latest: string): void {
  const folder = dirname(file)
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(file)}.before-`) && /\.before-\d+-from-\d+(\.part)?$/.test(name))
      if (join(folder, name) !== latest) rmSync(join(folder, name))
}
