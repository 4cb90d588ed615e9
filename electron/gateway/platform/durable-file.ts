import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A name that no other program can foresee: with “wx” no link there is followed. */
export const tempNameFor = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.part`

/** After a power cut the file has the whole new text or the whole old one. Only its owner can read it. */
export function writeDurably(file: string, text: string): void {
  const fresh = tempNameFor(file)
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true, flag: 'wx' })
    renameSync(fresh, file)
  } catch (cause) {
    rmSync(fresh, { force: true })
    throw cause
  }
  syncFolder(dirname(file))
}

/** Never call this for an open database: closing any handle of this process on the file drops the lock on it. */
export const syncFile = (file: string): void => sync(file, 'r+')

/** A name that was just added, changed or removed survives a power cut. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders; its file system logs changes itself.
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
