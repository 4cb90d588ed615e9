import { setPriority } from 'node:os'

/** The least of what a thread may have of the processors, and with most schedulers of the disk. */
const least = 19

/**
 * From now on this thread works with what the others leave: sales come first. Linux counts priorities by threads; where
 * they are of a whole process, nothing is changed.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, least)
}
