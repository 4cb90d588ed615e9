import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (command: string, ...args: readonly string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.trim()}`)
}

/** Why nothing can be mounted here; null if it can. */
export const noMount: string | null = (() => {
  if (process.platform !== 'linux') return 'mounts of this kind are made on Linux only'
  if (process.getuid?.() !== 0) return 'only root may mount'
  const place = mkdtempSync(join(tmpdir(), 'resit-mount-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place)
    run('umount', place)
    return null
  } catch {
    return 'this system lets nobody mount'
  } finally {
    rmSync(place, { recursive: true })
  }
})()

/** Mounts a disk of some megabytes on an empty folder. */
export const mountSmallDisk = (folder: string, megabytes: number): void =>
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)

/** Makes a file or folder read-only, even for root. */
export function mountReadOnly(path: string): void {
  run('mount', '--bind', path, path)
  run('mount', '-o', 'remount,ro,bind', path)
}

/** Unmounts, also if a process still uses it. */
export const unmount = (path: string): void => run('umount', '-l', path)
