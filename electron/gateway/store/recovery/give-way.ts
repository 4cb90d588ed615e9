import { setPriority } from 'node:os'

/** A tenth of what another thread has where all want a processor: at the least of all, 19, a proof on a busy computer took no end. */
const given = 10

/**
 * From now on this thread works with what the others leave: sales come first. Linux counts priorities by threads; where
 * they are of a whole process, nothing is changed.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, given)
}
