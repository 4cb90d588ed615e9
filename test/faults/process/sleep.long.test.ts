import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stoppingAt } from '../../support/checkpoints.ts'
import { invoice } from '../../support/till.ts'
import { hasFakeTime, isAsleep, wallClock } from './machine.ts'
import { useSeparateGateway } from './separate-gateway.ts'

if (!hasFakeTime) console.warn('SKIPPED: without libfaketime no test lets a machine sleep for hours')

const hoursMs = 3 * 3_600_000
const here = useSeparateGateway()

/** A gateway whose computer can sleep: its steady clock stops, and wall clocks go on. */
async function startSleeper(env: Readonly<Record<string, string>>) {
  const clock = wallClock(join(here.dataDir, 'clock'))
  const gateway = await here.start({ ...clock.env, ...env })
  const pid = gateway.child.pid ?? 0
  const oversleep = async () => {
    clock.set('+3h')
    await here.practice.faults.set({ kind: 'wrong_clock', offsetMs: hoursMs })
    process.kill(pid, 'SIGCONT')
  }
  return { gateway, oversleep, pid, clock }
}

describe.runIf(hasFakeTime)('a machine that sleeps for three hours', () => {
  test('between claim and first byte sends nothing of that claim; the document goes with the next one (PR2)', async () => {
    const { gateway, oversleep, pid } = await startSleeper(stoppingAt('claimed'))
    const { body } = await gateway.api.submit('sale', 'invoice', invoice('1'))
    await isAsleep(pid)
    expect(here.submits()).toBe(0)
    await oversleep()
    expect((await gateway.api.until(body, 'Valid', 'Invalid')).STATUS).toBe('Valid')
    await gateway.stop()
    expect(await here.attemptsOf(body.SALE_GUID)).toEqual(['unsent deadline_passed', 'accepted'])
    expect([here.submits(), here.practice.ledger.documents().length]).toEqual([1, 1])
  })

  test('before a document in doubt goes again leaves it to a person: nobody would notice a second one now (PR2)', async () => {
    await here.practice.faults.set({ kind: 'timeout_before', times: 1 })
    const { gateway, oversleep, pid } = await startSleeper({
      ...stoppingAt('claimed:2'),
      RESIT_REQUEST_TIMEOUT_MS: '400',
    })
    const { body } = await gateway.api.submit('sale', 'invoice', invoice('1'))
    await isAsleep(pid)
    expect(here.submits()).toBe(1)
    await oversleep()
    await expect
      .poll(async () => (await gateway.api.status('sale', 'invoice', body.SALE_GUID)).body)
      .toMatchObject({ STATUS: 'InProgress', ATTENTION: { CODE: 'in_doubt_expired' } })
    await gateway.stop()
    expect(await here.attemptsOf(body.SALE_GUID)).toEqual(['inDoubt timed_out', 'unsent deadline_passed'])
    expect([here.submits(), here.practice.ledger.documents().length]).toEqual([1, 0])
  })

  test('in the middle of a request is in doubt about it, finds it and does not send it twice (PR2)', async () => {
    await here.practice.faults.set({ kind: 'timeout_after', times: 1 })
    const { gateway, oversleep, pid } = await startSleeper({ RESIT_REQUEST_TIMEOUT_MS: '1500' })
    const { body } = await gateway.api.submit('sale', 'invoice', invoice('1'))
    await expect.poll(() => here.practice.ledger.documents().length).toBe(1)
    process.kill(pid, 'SIGSTOP')
    await isAsleep(pid)
    await oversleep()
    expect((await gateway.api.until(body, 'Valid', 'Invalid')).STATUS).toBe('Valid')
    await gateway.stop()
    expect(await here.attemptsOf(body.SALE_GUID)).toEqual(['inDoubt timed_out'])
    expect([here.submits(), here.practice.ledger.documents().length]).toEqual([1, 1])
  })
})
