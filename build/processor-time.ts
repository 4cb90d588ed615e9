import { readFileSync } from 'node:fs'

/** Ticks of 10 ms in /proc/self/stat, on every Linux that Node runs on. */
const tickMs = 10

/** User and system time of the processes that this one started and that have ended, in milliseconds. Known on Linux only. */
export function endedChildrenMs(): number {
  if (process.platform !== 'linux') return 0
  // The name of the program may have spaces and brackets. cutime and cstime are the 14th and 15th field after it.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * tickMs
}

/** User and system time of this process and of the processes that it started and that have ended, in milliseconds. */
export function spentMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + endedChildrenMs()
}
