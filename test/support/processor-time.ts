import { readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

/** Ticks of 10 ms in /proc/self/stat, on every Linux that Node runs on. */
const tickMs = 10

/** User and system time of this process, and on Linux of those that it started and that ended, in milliseconds. */
function spentMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenMs()
}

function childrenMs(): number {
  if (process.platform !== 'linux') return 0
  // Behind the name of the program, which may hold spaces and brackets: cutime and cstime are the 16th and 17th field.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * tickMs
}

const beforeMs = spentMs()

/** What a file of tests cost the machine, for build/slowest-tests.ts: it is the same on a busy one, which no clock is. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads here which fixtures it has to make: none
afterAll(({}, { file }) => {
  Object.assign(file.meta, { processorMs: spentMs() - beforeMs })
})
