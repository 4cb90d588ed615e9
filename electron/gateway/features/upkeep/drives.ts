import { existsSync, readdirSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import type { driveSchema } from '../../../../shared/api/operator/upkeep.ts'
import { isNetworkShare, readLinuxMounts } from '../../platform/mounts.ts'

/** @param folder need not exist yet @returns its free bytes, and whether it is the disk of the database; null if it does not answer */
export async function diskSpaceOf(folder: string, dataDir: string) {
  try {
    const there = existing(folder)
    const { bavail, bsize } = await statfs(there)
    return { free_bytes: bavail * bsize, isOwn: (await stat(there)).dev === (await stat(dataDir)).dev }
  } catch {
    return null
  }
}

const existing = (path: string): string => (existsSync(path) || dirname(path) === path ? path : existing(dirname(path)))

/** A disc that was burnt, or a system's own mount, has less. */
const leastRoom = 64 * 1024 * 1024

/** Sticks and disks on which a person may keep copies. */
export async function drivesBeside(dataDir: string, points = mountPoints()): Promise<z.input<typeof driveSchema>[]> {
  const found = await Promise.all(
    points.map(async (point) => {
      const disk = await diskSpaceOf(point, dataDir)
      if (!disk || disk.free_bytes < leastRoom || disk.isOwn) return []
      return [{ name: basename(point) || point.slice(0, 2), folder: join(point, 'Resit'), free_bytes: disk.free_bytes }]
    }),
  )
  return found.flat()
}

const letters = [...'CDEFGHIJKLMNOPQRSTUVWXYZ']

/** Network shares are left out: one that does not answer would hold a thread. */
function mountPoints(): readonly string[] {
  if (process.platform === 'win32') return letters.map((letter) => `${letter}:\\`).filter((root) => existsSync(root))
  if (process.platform === 'darwin') return readdirSync('/Volumes').map((name) => join('/Volumes', name))
  const mounts = readLinuxMounts().filter(({ fileSystem }) => !isNetworkShare(fileSystem))
  return mounts.map(({ point }) => point).filter((point) => /^\/(media|run\/media|mnt)\b/.test(point))
}
