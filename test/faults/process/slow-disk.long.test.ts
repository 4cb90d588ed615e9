import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { attach, noStrace, type Tracer } from '../../support/strace.ts'
import { invoice } from '../../support/till.ts'
import { useSeparateGateway } from './separate-gateway.ts'

if (noStrace !== null) console.warn(`SKIPPED: no disk can be made slow: ${noStrace}`)

const here = useSeparateGateway()
const syncMs = 200
let tracer: Tracer | null = null
afterEach(() => tracer?.detach())

test.runIf(noStrace === null)(
  'a disk whose every sync takes 200 ms holds up what needs no disk by a sync or two (PR13)',
  async () => {
    const { api, child } = await here.start()
    tracer = await attach(child.pid ?? 0, { inject: `fsync,fdatasync:delay_enter=${syncMs * 1000}` })
    const answers: number[] = []
    const isOver = () => answers.length >= 40
    const timed = async (task: () => Promise<unknown>) => {
      const startedMs = performance.now()
      await task()
      return performance.now() - startedMs
    }
    const sales: number[] = []
    const tills = Array.from({ length: 4 }, async (_, till) => {
      for (let sale = 0; !isOver(); sale += 1)
        sales.push(await timed(() => api.submit('sale', 'invoice', invoice(`${till}-${sale}`))))
    })
    while (!isOver()) {
      answers.push(await timed(() => api.get('/version')))
      await pause(10)
    }
    await Promise.all(tills)
    // Proves that the disk really was this slow.
    expect(Math.min(...sales)).toBeGreaterThan(syncMs * 0.9)
    // Half of the answers, because the others may have waited for the processor.
    expect(answers.toSorted((one, other) => one - other)[answers.length / 2]).toBeLessThan(4 * syncMs)
  },
)
