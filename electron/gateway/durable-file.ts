import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A name that nobody can have taken before: with “wx” no link that somebody put there is followed. */
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
  syncPath(dirname(file))
}

/** Of a file its content, of a directory the names in it. */
export function syncPath(path: string): void {
  const isDirectory = statSync(path).isDirectory()
  // Windows opens no directories, and its file system logs their changes itself.
  if (isDirectory && process.platform === 'win32') return
  const handle = openSync(path, isDirectory ? 'r' : 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
