import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (command: string, ...args: readonly string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.trim()}`)
}

/** Why nothing can be mounted here; null where it can. */
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

/** A disk of so many megabytes on a folder that is there and empty. */
export const mountSmallDisk = (folder: string, megabytes: number): void =>
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)

/** A file or folder takes no writes any more, not even root's. */
export function mountReadOnly(path: string): void {
  run('mount', '--bind', path, path)
  run('mount', '-o', 'remount,ro,bind', path)
}

/** Whether or not somebody still uses it. */
export const unmount = (path: string): void => run('umount', '-l', path)
