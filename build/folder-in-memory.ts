import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const leastBytes = 3 * 1024 ** 3

/**
 * A folder in memory for the files of npm test, if the system has one with enough room. On a disk, thousands of small
 * databases would wait, and show nothing more: npm run test:long tests kills and power cuts, on the disk.
 */
export function useFolderInMemory(): void {
  const room = roomIn(memory)
  if (room < leastBytes) return
  const folder = mkdtempSync(join(memory, 'resit-test-'))
  // If root starts PostgreSQL, it runs as another user.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** In bytes; 0 if there is no such folder. */
function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
