import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const leastBytes = 3 * 1024 ** 3

/**
 * Where npm test puts databases and other files for as long as it runs: in memory, if the system offers a folder there
 * with enough room. Thousands of small databases otherwise wait for the disk, which shows nothing: what a disk keeps of
 * a kill or a power cut is shown by npm run test:long, on the disk.
 */
export function useFolderInMemory(): void {
  const room = roomIn(memory)
  if (room < leastBytes) return
  const folder = mkdtempSync(join(memory, 'resit-test-'))
  // PostgreSQL runs as a user of its own if root starts it.
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
