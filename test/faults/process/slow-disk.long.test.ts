import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { invoice } from '../../support/till.ts'
import { keepApart } from './apart.ts'
import { hasTrace, traceProgram } from './machine.ts'

if (!hasTrace) console.warn('SKIPPED: without strace, and the right to use it, no disk can be made slow')

const here = keepApart()
const syncMs = 200
let tracer: ChildProcess | null = null
afterEach(async () => {
  if (!tracer || tracer.exitCode !== null) return
  const ended = once(tracer, 'exit')
  tracer.kill('SIGINT')
  await ended
})

/** Every sync of the process takes this much longer, from now on. */
async function slowDown(pid: number): Promise<void> {
  const slow = `inject=fsync,fdatasync:delay_enter=${syncMs * 1000}`
  const given = ['-f', '-p', String(pid), '-e', 'trace=fsync,fdatasync', '-e', slow, '-o', '/dev/null']
  tracer = spawn(traceProgram, given, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  for await (const chunk of tracer.stderr ?? []) {
    said += String(chunk)
    if (said.includes('attached')) return
  }
  throw new Error(`strace could not look into the gateway: ${said}`)
}

test.runIf(hasTrace)(
  'a disk whose every sync takes 200 ms holds up what needs no disk by a sync or two (PR13)',
  async () => {
    const { api, child } = await here.start()
    await slowDown(child.pid ?? 0)
    const untilMs = performance.now() + 3000
    const timed = async (task: () => Promise<unknown>) => {
      const startedMs = performance.now()
      await task()
      return performance.now() - startedMs
    }
    const sales: number[] = []
    const tills = Array.from({ length: 4 }, async (_, till) => {
      for (let sale = 0; performance.now() < untilMs; sale += 1)
        sales.push(await timed(() => api.submit('sale', 'invoice', invoice(`${till}-${sale}`))))
    })
    const answers: number[] = []
    while (performance.now() < untilMs) {
      answers.push(await timed(() => api.get('/version')))
      await pause(10)
    }
    await Promise.all(tills)
    // The disk was that slow.
    expect(Math.min(...sales)).toBeGreaterThan(syncMs * 0.9)
    expect(answers.length).toBeGreaterThan(5)
    const slowest = answers.toSorted((one, other) => other - one)
    expect(slowest[Math.floor(answers.length / 100)]).toBeLessThan(1000)
  },
)
