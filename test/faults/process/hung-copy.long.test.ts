import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { attach, noStrace, type Tracer } from '../../support/strace.ts'
import { invoice } from '../../support/till.ts'
import { type Apart, useSeparateGateway } from './separate-gateway.ts'

if (noStrace !== null) console.warn(`SKIPPED: no share can be made to hang: ${noStrace}`)

const here = useSeparateGateway()
let share: string
let tracer: Tracer | null = null
beforeEach(() => {
  share = mkdtempSync(join(tmpdir(), 'resit-share-'))
})
afterEach(async () => {
  await tracer?.detach()
  rmSync(share, { recursive: true, force: true })
})

const copiedAtOf = (gateway: Apart) => async () =>
  Date.parse((await gateway.operate<Health>('GET', '/health')).copied_at ?? '')

interface Health {
  readonly copied_at: string | null
}

test.runIf(noStrace === null)(
  'a share that hangs under the copy keeps no sale waiting, and its age tells of it (JR1)',
  async () => {
    const gateway = await here.start({ RESIT_COPY_DIR: share })
    const copiedAt = copiedAtOf(gateway)
    await gateway.api.submit('sale', 'invoice', invoice('before'))
    const sold = Date.now()
    await expect.poll(copiedAt).toBeGreaterThan(sold)
    const [copy = ''] = readdirSync(share)
    const log = join(share, copy, 'log.db')
    // Every call on the copy's files takes longer than this test.
    const inject = 'pwrite64,pread64,fcntl,fsync,fdatasync:delay_enter=100000000'
    tracer = await attach(gateway.child.pid ?? 0, {
      inject,
      paths: [log, `${log}-wal`, `${log}-shm`, `${log}-journal`],
    })
    const hung = await copiedAt()
    const begun = performance.now()
    for (let sale = 0; sale < 40; sale += 1)
      expect((await gateway.api.submit('sale', 'invoice', invoice(`hung-${sale}`))).status).toBe(202)
    expect(performance.now() - begun).toBeLessThan(60_000)
    // The age of the copy shows that it hangs. An alert follows if it becomes too old.
    expect(await copiedAt()).toBeLessThan(hung + 2_000)
    // A stop would wait for the hanging thread. Killing it loses nothing.
    await gateway.stop('SIGKILL')
    await tracer.detach()
    const again = await here.start({ RESIT_COPY_DIR: share })
    await expect.poll(copiedAtOf(again)).toBeGreaterThan(hung + 2_000)
    // What was being sent at the kill is in doubt for a moment.
    await expect.poll(() => again.operate('GET', '/health')).toMatchObject({ alerts: [] })
  },
)
