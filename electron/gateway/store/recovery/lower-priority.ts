import { setPriority } from 'node:os'

/** A tenth of another thread's share. At 19, the lowest, a proof on a busy computer never ended. */
const given = 10

/** Sales come first. Only Linux has priorities for threads; elsewhere nothing is changed. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, given)
}
