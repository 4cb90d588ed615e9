import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeCertificateAuthority } from '../../support/certificates.ts'
import { expectClean } from '../../support/expect-clean.ts'
import { attach, noStrace } from '../../support/strace.ts'
import { invoice } from '../../support/till.ts'
import { isLinux } from './machine.ts'
import { type Apart, useSeparateGateway } from './separate-gateway.ts'

const here = useSeparateGateway()
/** In the nightly run, ten minutes. */
const isWhole = process.env['RESIT_FAULTS_FULL'] === '1'
const sellingMs = isWhole ? 600_000 : 10_000
/** A pause between sales. Without one, ten minutes would sell more than the test can check. */
const restMs = isWhole ? 500 : 50
const hasPrlimit = isLinux && spawnSync('prlimit', ['--version']).status === 0
if (!hasPrlimit) console.warn('SKIPPED: limits of a process: prlimit is not here')

/** Limits a running process, and the processes that it starts later. */
function limit({ child }: Apart, what: 'data' | 'nofile', most: number): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(child.pid), `--${what}=${most}:`], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
}

/** Twelve tills sell almost without a pause. Each repeats a sale until it is answered. */
function sell(gateway: () => Apart) {
  const kept = new Set<string>()
  const over = new AbortController()
  const till = async (name: number) => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const sale = invoice(`${name}-${at}`, { TERMINAL_NAME: `T${name}` })
      for (;;) {
        const sold = await gateway()
          .api.submit('sale', 'invoice', sale)
          .catch(() => null)
        await pause(restMs)
        if (sold === null || sold.status >= 500) continue
        expect(sold.status).toBeLessThan(300)
        kept.add(sold.body.SALE_GUID)
        break
      }
    }
  }
  const tills = Array.from({ length: 12 }, (_, name) => till(name))
  return {
    kept,
    end: async () => {
      over.abort()
      await Promise.all(tills)
    },
  }
}

/** Waits until the gateway has no work left, and expects each acknowledged sale once at the authority. */
async function expectAllThere(gateway: Apart, kept: ReadonlySet<string>): Promise<void> {
  expect(kept.size).toBeGreaterThan(50)
  await gateway.rest()
  await gateway.stop()
  expectClean(await here.compare(kept), { Valid: kept.size })
}

const alertsOf = async ({ operate }: Apart) => {
  const { alerts } = await operate<{ readonly alerts: readonly { readonly code: string }[] }>('GET', '/health')
  return alerts.map(({ code }) => code)
}

test.runIf(hasPrlimit)(
  'without a file or connection to open it keeps sales, says so, and goes on by itself (PR4)',
  async () => {
    const gateway = await here.start({ RESIT_LOG_LEVEL: 'silent' })
    const { kept, end } = sell(() => gateway)
    await expect.poll(() => kept.size).toBeGreaterThan(24)
    // Fewer files than are open now: tills keep their connections, and no new one is possible.
    limit(gateway, 'nofile', readdirSync(join('/proc', String(gateway.child.pid), 'fd')).length - 5)
    await expect.poll(() => alertsOf(gateway)).toContain('open_files_full')
    const before = kept.size
    await pause(sellingMs)
    expect(kept.size).toBeGreaterThan(before)
    limit(gateway, 'nofile', 4096)
    await expect.poll(() => alertsOf(gateway)).not.toContain('open_files_full')
    await end()
    expect(gateway.child.exitCode).toBeNull()
    await expectAllThere(gateway, kept)
  },
)

test.runIf(hasPrlimit)('without memory it ends, says so, and after its next start nothing is lost (PR4)', async () => {
  let gateway = await here.start({ RESIT_LOG_LEVEL: 'silent' })
  const { kept, end } = sell(() => gateway)
  await expect.poll(() => kept.size).toBeGreaterThan(24)
  // Fewer than five times: a document whose build failed that often is held, because it may crash the gateway (QR12).
  for (let ended = 0; ended < 3; ended += 1) {
    const kilobytes = /^VmData:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${gateway.child.pid}/status`, 'utf8'))?.[1]
    limit(gateway, 'data', Number(kilobytes) * 1024)
    const { child, stderr } = gateway
    await expect.poll(() => child.exitCode ?? child.signalCode).not.toBeNull()
    // V8 or C++ reports the end of memory.
    expect(stderr()).toMatch(/out of memory|bad_alloc/)
    // systemd and the desktop start it again in the same way.
    gateway = await here.start({ RESIT_LOG_LEVEL: 'silent' })
    const before = kept.size
    await pause(sellingMs / 3)
    await expect.poll(() => kept.size).toBeGreaterThan(before + 24)
  }
  await end()
  await expectAllThere(gateway, kept)
})

if (noStrace !== null) console.warn(`SKIPPED: no thread can be refused: ${noStrace}`)

test.runIf(noStrace === null)('without a further thread it sells, sends and tells (PR4)', async () => {
  const authority = makeCertificateAuthority('An authority of a shop')
  const [ca, told] = [join(here.dataDir, 'ca.pem'), new Set<string>()]
  writeFileSync(ca, authority.certificatePem)
  // Prepares TLS before the limit: the first request over TLS reads the system's certificates in a new thread.
  const receiver = createServer(authority.issue({ names: ['localhost'] }), (request, response) => {
    told.add(String(request.headers['webhook-id']))
    response.writeHead(204).end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const gateway = await here.start({ RESIT_LOG_LEVEL: 'error', NODE_EXTRA_CA_CERTS: ca })
  // The system's answer above the limit of processes. This works for root too.
  const tracer = await attach(gateway.child.pid ?? 0, { inject: 'clone,clone3:error=EAGAIN' })
  const url = `https://localhost:${(receiver.address() as AddressInfo).port}/`
  await gateway.operate('POST', '/webhooks', { url, company: null })
  const { kept, end } = sell(() => gateway)
  await expect.poll(() => told.size).toBeGreaterThan(12)
  const before = kept.size
  await pause(sellingMs)
  expect(kept.size).toBeGreaterThan(before)
  await tracer.detach()
  await end()
  await expect.poll(() => told.size).toBeGreaterThan(kept.size)
  expect(gateway.child.exitCode).toBeNull()
  await expectAllThere(gateway, kept)
  receiver.closeAllConnections()
  receiver.close()
})
