import { statfsSync } from 'node:fs'

/** Many times what a file of closed months takes: a disk that was filled by it would be noticed by the tills. */
const leastFreeBytes = 512 * 1024 * 1024

/** @throws Error, `ENOSPC` */
export function refuseWithoutRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < leastFreeBytes)
    throw Object.assign(new Error(`${folder} has no room for the files of another month`), { code: 'ENOSPC' })
}
