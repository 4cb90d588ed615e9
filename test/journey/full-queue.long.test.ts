import { readFileSync } from 'node:fs'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createMyInvois } from '../../electron/gateway/authority/myinvois/adapter.ts'
import type { SubmitAnswer } from '../../electron/gateway/authority/port.ts'
import { claimAndSend } from '../../electron/gateway/outbox/dispatch.ts'
import { systemClock, systemRandomness } from '../../electron/gateway/platform/system.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { fill } from '../bench/fill.ts'
import { isLinux, peakMemoryKb } from '../faults/process/machine.ts'
import { useSeparateGateway } from '../faults/process/separate-gateway.ts'
import { startGateway } from '../support/gateway.ts'

if (!isLinux) console.warn('SKIPPED: time and memory of a process are read from /proc, which only Linux has')

const here = useSeparateGateway()
const waiting = 100_000
const off = { RESIT_DISPATCH: 'off' }

/** The processor time of a process. On an idle computer its start takes no longer than that. */
function busyMs(pid: number): number {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const ticks = Number(fields[10]) + Number(fields[11])
  return ticks * 10
}

test.runIf(isLinux)(
  'restarted with 100,000 documents waiting it serves within two seconds, claims the first in 50 ms and stays under 300 MB (QR15)',
  async () => {
    await (await here.start(off)).stop()
    await fill(here.dataDir, waiting, 'full')
    // Adds to the journal what the test wrote without the gateway. After that the gateway finds its data unchanged.
    await (await here.start(off)).stop()

    const claims = await claimTimes()
    expect(Math.min(...claims)).toBeLessThan(50)

    const gateway = await here.start()
    const { pid = 0 } = gateway.child
    expect(busyMs(pid)).toBeLessThan(2_000)
    const { unsent: left } = await gateway.operate<{ readonly unsent: number }>('GET', '/queue')
    expect(left).toBeGreaterThan(waiting / 2)
    await expect.poll(() => here.practice.ledger.documents().length).toBeGreaterThan(2_000)
    expect(peakMemoryKb(pid)).toBeLessThan(300 * 1024)
  },
)

/**
 * The time from the end of an outage to the moment at which the first byte could be sent, measured several times, in
 * milliseconds.
 */
async function claimTimes(): Promise<readonly number[]> {
  const shop = await startGateway({ dataDir: here.dataDir, env: { ...here.authority(), ...off } })
  const { records, schedule, companies } = shop.gateway.store
  const [company] = await companies.list()
  if (!company) throw new Error('the gateway has no company')
  const times: number[] = []
  let askedAt = 0
  const unsent: SubmitAnswer = {
    outcomes: [{ kind: 'unsent', reason: 'not_connected' }],
    exchange: { httpStatus: null, correlationId: null, answer: null },
    advice: { kind: 'pause', askedMs: null, attention: null },
  }
  const connection = { apiUrl: '', identityUrl: '', portalUrl: '', requestTimeoutMs: 1, rateScale: 1 }
  const authority = {
    ...createMyInvois({ ...connection, documentVersion: '1.0' }, async () => null, systemClock),
    ready: async () => ({ kind: 'go_on' }) as const,
    submit: async () => {
      times.push(performance.now() - askedAt)
      return unsent
    },
  }
  const { timing } = readSettings(['--data-dir', here.dataDir], here.authority())
  const ports = { clock: systemClock, randomness: systemRandomness, log: pino({ level: 'silent' }) }
  const deps = { ...ports, records, schedule, companies, authority, timing }
  for (let round = 0; round < 5; round += 1) {
    askedAt = performance.now()
    await claimAndSend(deps, company, { most: 1 })
  }
  await shop.close({ keep: true })
  expect(times).toHaveLength(5)
  return times
}
