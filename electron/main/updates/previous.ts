import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { compareVersions, versionForm } from './version.ts'

/** This version and the one before; older ones make room. */
const mostKept = 2

/** What versions that ran here can be put back from, without the network. */
export interface PreviousVersions {
  /** @param file an installer, an AppImage, or the folder that a program on macOS is */
  readonly keep: (version: string, file: string) => Promise<void>
  /** Null where nothing of that version is kept. */
  readonly of: (version: string) => string | null
}

export const previousVersions = (dir: string): PreviousVersions => ({
  async keep(version, file) {
    const place = join(dir, version)
    if (existsSync(place)) return
    const fresh = `${place}.new`
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true, mode: 0o700 })
    // Links as they are: the signature of a program on macOS covers them.
    await cp(file, join(fresh, basename(file)), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    renameSync(fresh, place)
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

interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly execPath: string
  readonly env: NodeJS.ProcessEnv
}

/**
 * What the version that runs can be put back from, whichever way it came here: its AppImage, the program itself on
 * macOS, on Windows the installer that electron-builder's leaves behind for the account that installed. A .deb leaves
 * nothing that a person could start.
 */
export function keepableProgram({ platform, execPath, env }: Surroundings): string | null {
  const found = placeOfProgram({ platform, execPath, env })
  return found !== null && existsSync(found) ? found : null
}

function placeOfProgram({ platform, execPath, env }: Surroundings): string | null {
  switch (platform) {
    case 'linux':
      return env['APPIMAGE'] ?? null
    case 'darwin':
      // Resit.app/Contents/MacOS/Resit
      return execPath.includes('.app/') ? dirname(dirname(dirname(execPath))) : null
    case 'win32':
      return env['LOCALAPPDATA'] === undefined ? null : join(env['LOCALAPPDATA'], 'resit-updater', 'installer.exe')
    default:
      return null
  }
}
