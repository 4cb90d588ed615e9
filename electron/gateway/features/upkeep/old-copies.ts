import { readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Log } from '../../ports.ts'

/** Which copies of the database are taken away by themselves. */
interface OldCopies {
  /** `backups` in the data directory; of no other folder anything is removed. */
  readonly folder: string
  /** So many stay, at least the one that was just made. */
  readonly kept: number
  readonly log: Log
}

/** As the desktop names what it copies before an update, with the instant last; a person's own names are let be. */
const namedByResit = /^before-.+-(\d+)\.db$/

/**
 * Once a copy is whole: removes the oldest made before updates, so that they do not fill the disk. The one that was just
 * made stays whatever its name says: it is the one that is known to be sound.
 * @param made the file of the new copy
 */
export function removeOldCopies(made: string, { folder, kept, log }: OldCopies): void {
  if (dirname(resolve(made)) !== resolve(folder)) return
  try {
    const others = readdirSync(folder)
      .filter((name) => namedByResit.test(name) && join(resolve(folder), name) !== resolve(made))
      .toSorted((one, other) => madeAt(other) - madeAt(one))
    for (const name of others.slice(Math.max(0, kept - 1))) {
      rmSync(join(folder, name))
      log.info({ file: name }, 'an old copy of the database was removed')
    }
  } catch (err) {
    // The copy that was asked for is there all the same.
    log.warn({ err }, 'old copies of the database could not be removed')
  }
}

const madeAt = (name: string): number => Number(namedByResit.exec(name)?.[1])
