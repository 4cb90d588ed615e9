import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface DataPaths {
  readonly path: string
  readonly database: string
  readonly practiceLedger: string
  readonly secrets: string
  /** How a running gateway is found. */
  readonly discovery: string
  /** The command line proves with it that it runs as the owner of the directory. */
  readonly controlToken: string
}

/** Others on this machine may read the directory. The code makes it exit code 4. */
export class OpenToOthers extends Error {
  override readonly name = 'OpenToOthers'
  readonly code = 'EACCES'
}

/**
 * Makes the directory, or closes it to other users: documents name customers.
 * @throws Error if it cannot be made; OpenToOthers if others may read it and it holds files of other programs
 */
export function ensureDataDir(path: string): DataPaths {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const dataDir = dataPathsIn(path)
  // On Windows each person's folders belong to that person, and modes mean nothing.
  if (process.platform !== 'win32') closeToOthers(dataDir)
  return dataDir
}

/** Does not look at the disk. */
export const dataPathsIn = (path: string): DataPaths => ({
  path,
  database: join(path, 'resit.db'),
  practiceLedger: join(path, 'practice.db'),
  secrets: join(path, 'secrets.json'),
  discovery: join(path, 'gateway.json'),
  controlToken: join(path, 'control.token'),
})

const othersBits = 0o077

function closeToOthers({ path, ...files }: DataPaths): void {
  const { mode } = statSync(path)
  if ((mode & othersBits) === 0) return
  // A new disk has this folder.
  const names = readdirSync(path).filter((name) => name !== 'lost+found')
  const isOurs =
    names.length === 0 || Object.values(files).some((file) => names.some((name) => join(path, name) === file))
  // A directory of other programs, such as /tmp or a home, must not be closed.
  if (!isOurs) throw new OpenToOthers(`others can read ${path}, and it holds other files; use a directory of its own`)
  try {
    chmodSync(path, mode & 0o700)
  } catch (cause) {
    // A read-only disk: what is kept is still shown.
    if ((cause as NodeJS.ErrnoException).code === 'EROFS') return
    throw new OpenToOthers(`others can read ${path}; close it with “chmod 700”`, { cause })
  }
}
