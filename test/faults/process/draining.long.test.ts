import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type ProxyFault, startFaultProxy } from '../../support/fault-proxy.ts'
import { hangMs } from '../../support/hang-limit.ts'
import { invoice } from '../../support/till.ts'
import { chanceOf } from '../chance.ts'
import { type Apart, useSeparateGateway } from './separate-gateway.ts'

const here = useSeparateGateway()
const seed = Number(process.env['SEED'] ?? 20_261_127)
const livesMs = 15_000
const lives = 3

/** Production's pauses and the authority's limits. */
const pace = {
  RESIT_RATE_SCALE: '1',
  RESIT_RETRY_BASE_MS: '2000',
  RESIT_POLL_INTERVAL_MS: '4000',
  RESIT_QUARANTINE_MS: '600000',
  RESIT_LOOKUP_INTERVAL_MS: '60000',
}

/** In half of them the request arrives. */
const faults: readonly ProxyFault[] = [
  { kind: 'reset_request', after: 0 },
  { kind: 'instead', answer: Buffer.from('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n') },
  { kind: 'reset_answer', after: 0 },
  { kind: 'rewrite', to: (answer) => ({ ...answer, status: 502 }) },
]

test('with a fault in one of five requests and a kill each fifteen seconds documents leave at half the usual rate or more (QR23)', async () => {
  const chance = chanceOf(seed)
  console.info(`SEED=${seed}`)
  const line = await startFaultProxy(here.practice.url)
  onTestFinished(() => line.close())
  const start = () =>
    here.start({ ...pace, RESIT_MYINVOIS_API_URL: line.url, XDG_STATE_HOME: join(here.dataDir, 'state') })
  const there = () => here.practice.ledger.documents().length
  let gateway: Apart | null = await start()
  const kept: string[] = []
  let count = 0
  const sell = async () => {
    count += 1
    // While the gateway is restarted, no till gets an answer.
    const told = await gateway?.api.submit('sale', 'invoice', invoice(`d${count}`)).catch(() => null)
    if (told?.status === 202) kept.push(told.body.SALE_GUID)
  }
  /** Sells for some time. @returns documents sent in a second */
  const sellFor = async (ms: number) => {
    const [before, until] = [there(), performance.now() + ms]
    while (performance.now() < until) await Promise.all([sell(), pause(125)])
    return ((there() - before) * 1000) / ms
  }

  // The look-up has to read everything that was sent in the last minutes.
  for (let hundred = 0; hundred < 6; hundred += 1) await Promise.all(Array.from({ length: 100 }, sell))
  await expect.poll(there, { timeout: hangMs }).toBe(kept.length)
  const usual = await sellFor(livesMs)

  line.rule(/./, () => (chance.isIn(0.2) ? chance.one(faults) : null))
  let rate = 0
  for (let life = 0; life < lives; life += 1) {
    rate += (await sellFor(livesMs)) / lives
    const killed: Apart = gateway
    gateway = null
    await killed.stop('SIGKILL')
    gateway = await start()
  }
  console.info(`${usual.toFixed(1)} a second, and under faults and kills ${rate.toFixed(1)}`)
  await gateway.stop()
  expect(rate).toBeGreaterThan(usual / 2)
  expect(await here.compare(kept)).toMatchObject({ lost: [], doubles: [] })
})
