import { closeSync, fsyncSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The whole text or what was there before, whenever the power goes; readable by its owner alone. */
export function writeDurably(file: string, text: string): void {
  const fresh = `${file}.part`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, file)
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
