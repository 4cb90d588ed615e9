import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A name that cannot have been taken before: with “wx” no link that another program put there is followed. */
export const partBeside = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.part`

/** The whole text or what was there before, whenever the power goes; readable by its owner alone. */
export function writeDurably(file: string, text: string): void {
  const fresh = partBeside(file)
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true, flag: 'wx' })
    renameSync(fresh, file)
  } catch (cause) {
    rmSync(fresh, { force: true })
    throw cause
  }
  syncFolder(dirname(file))
}

/**
 * The content of a file, down to the disk. Never of a database while it is open: closing any handle of this process on it
 * would drop the lock that keeps others out.
 */
export const syncFile = (file: string): void => sync(file, 'r+')

/** The names in a folder, down to the disk: one that was just given, changed or taken away survives a power cut. */
export function syncFolder(folder: string): void {
  // Windows opens no folders, and its file system logs their changes itself.
  if (process.platform !== 'win32') sync(folder, 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
