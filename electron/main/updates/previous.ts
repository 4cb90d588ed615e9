import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compareVersions, versionForm } from './version.ts'

/** This version and the one before; older ones make room. */
const mostKept = 2

/** Installers of versions that ran here, so that the one before can be put back without the network. */
export interface PreviousVersions {
  readonly keep: (version: string, file: string) => void
  /** Where the installer of a version lies; null for one that did not come as an update. */
  readonly of: (version: string) => string | null
}

export const previousVersions = (dir: string): PreviousVersions => ({
  keep(version, file) {
    const place = join(dir, version)
    mkdirSync(place, { recursive: true, mode: 0o700 })
    copyFileSync(file, join(place, basename(file)))
    const kept = readdirSync(dir)
      .filter((name) => versionForm.test(name))
      .toSorted(compareVersions)
    for (const old of kept.slice(0, -mostKept)) rmSync(join(dir, old), { recursive: true })
  },
  of(version) {
    const place = join(dir, version)
    const [file] = existsSync(place) ? readdirSync(place) : []
    return file === undefined ? null : join(place, file)
  },
})
