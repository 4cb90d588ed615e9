import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files of one installation; everything a gateway remembers is in this directory. */
export interface DataDir {
  readonly path: string
  readonly database: string
  readonly practiceLedger: string
  readonly secrets: string
  /** Where a running gateway can be found. */
  readonly discovery: string
  /** How the command line proves that it runs as the owner of the directory. */
  readonly controlToken: string
}

/** Others on this machine may read the directory. Its code is the one of a place that is of no use (exit code 4). */
export class OpenToOthers extends Error {
  override readonly name = 'OpenToOthers'
  readonly code = 'EACCES'
}

/**
 * Makes it, or closes one that others on this machine may read: documents name customers.
 * @throws Error where the directory cannot be made; OpenToOthers where others may read it and it is not only ours
 */
export function openDataDir(path: string): DataDir {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const dataDir = filesIn(path)
  // Windows gives each person's own places to that person; what mode says there means nothing.
  if (process.platform !== 'win32') closeToOthers(dataDir)
  return dataDir
}

/** Where its files are, without a look at the disk. */
export const filesIn = (path: string): DataDir => ({
  path,
  database: join(path, 'resit.db'),
  practiceLedger: join(path, 'practice.db'),
  secrets: join(path, 'secrets.json'),
  discovery: join(path, 'gateway.json'),
  controlToken: join(path, 'control.token'),
})

const othersBits = 0o077

function closeToOthers({ path, ...files }: DataDir): void {
  const { mode } = statSync(path)
  if ((mode & othersBits) === 0) return
  // A disk of its own has that from the start.
  const names = readdirSync(path).filter((name) => name !== 'lost+found')
  const isOurs =
    names.length === 0 || Object.values(files).some((file) => names.some((name) => join(path, name) === file))
  // A directory of other things, /tmp or a home, is not ours to close.
  if (!isOurs) throw new OpenToOthers(`others can read ${path}, and it holds other files; use a directory of its own`)
  try {
    chmodSync(path, mode & 0o700)
  } catch (cause) {
    // On a disk that takes no writes what is kept is still shown.
    if ((cause as NodeJS.ErrnoException).code === 'EROFS') return
    throw new OpenToOthers(`others can read ${path}; close it with “chmod 700”`, { cause })
  }
}
