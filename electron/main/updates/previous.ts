import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join, win32 } from 'node:path'
import { compareVersions, versionForm } from '../../release/version.ts'

/** This version and the one before; older ones make room. */
const mostKept = 2

/** What can be put back without the network, oldest first. */
export const keptVersions = (dir: string): readonly string[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => versionForm.test(name))
        .toSorted(compareVersions)
    : []

/** @param file an installer, an AppImage, or the archive of a program on macOS */
export async function keepVersion(dir: string, version: string, file: string): Promise<void> {
  const place = join(dir, version)
  if (existsSync(place)) return
  const fresh = `${place}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  await copyFile(file, join(fresh, basename(file)))
  renameSync(fresh, place)
  for (const old of keptVersions(dir).slice(0, -mostKept)) rmSync(join(dir, old), { recursive: true })
}

/** Null where nothing of that version is kept. */
export function keptFile(dir: string, version: string): string | null {
  const place = join(dir, version)
  const [file] = existsSync(place) ? readdirSync(place) : []
  return file === undefined ? null : join(place, file)
}

interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly execPath: string
  readonly env: NodeJS.ProcessEnv
}

/** A .deb, a program for all users of Windows, or one in a folder of macOS that is not this person's to write to. */
export function needsAdministrator({ platform, execPath, env }: Surroundings): boolean {
  const { APPIMAGE, LOCALAPPDATA } = env
  switch (platform) {
    case 'win32':
      return LOCALAPPDATA === undefined || !win32.normalize(execPath).startsWith(`${win32.normalize(LOCALAPPDATA)}\\`)
    case 'darwin':
      // Applications/Resit.app/Contents/MacOS/Resit
      return !isWritable(join(dirname(execPath), '..', '..', '..'))
    default:
      return APPIMAGE === undefined || !isWritable(dirname(APPIMAGE))
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
