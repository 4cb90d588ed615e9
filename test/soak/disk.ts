import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { noMount, unmount } from '../support/mounts.ts'

/** A disk of its own for a data folder, which can be filled to the last block. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all free blocks. */
  fill(): void
  /** Frees all of them. */
  empty(): void
  remove(): void
}

const works = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Why no disk can be filled here; null if one can. */
export const noSmallDisk: string | null = (() => {
  if (noMount !== null) return noMount
  const missing = ['mkfs.ext4', 'fallocate'].filter((tool) => !works('which', tool))
  if (missing.length > 0) return `${missing.join(' and ')} missing`
  return works('losetup', '-f') ? null : 'there is no loop device'
})()

/** More than the longest soak writes. A sparse file takes only what is used. */
const size = '4G'

/** @throws Error if it cannot be made */
export function makeSmallDisk(lab: string): SmallDisk {
  const image = join(lab, 'disk.image')
  const folder = join(lab, 'disk')
  const filler = join(folder, 'filler')
  mkdirSync(folder)
  for (const [command, ...args] of [
    ['truncate', '-s', size, image],
    ['mkfs.ext4', '-q', '-F', '-m', '0', image],
    ['mount', '-o', 'loop', image, folder],
  ] as const)
    if (!works(command, ...args)) throw new Error(`${command} ${args.join(' ')} failed`)
  let pieces = 0
  return {
    folder,
    fill() {
      mkdirSync(filler, { recursive: true })
      const { bavail, bsize } = statfsSync(folder)
      // Fills the disk with blocks that are not written, in smaller and smaller pieces.
      for (let bytes = bavail * bsize; bytes >= bsize; bytes = Math.floor(bytes / 2))
        while (works('fallocate', '-l', String(bytes), join(filler, String(pieces)))) pieces += 1
    },
    empty: () => rmSync(filler, { recursive: true, force: true }),
    remove: () => unmount(folder),
  }
}
