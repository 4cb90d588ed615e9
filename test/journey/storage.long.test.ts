import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { documentsIn } from '../support/ledger.ts'
import { mountReadOnly, noMount, unmount } from '../support/mounts.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { attach, noStrace } from '../support/strace.ts'
import { type Body, invoice } from '../support/till.ts'

if (noStrace !== null) console.warn(`SKIPPED: a disk that fails cannot be made here: ${noStrace}`)
if (noMount !== null) console.warn(`SKIPPED: a disk that takes no writes cannot be made here: ${noMount}`)

// Failing disks are slow, and the computer may be busy.
const program = fileURLToPath(new URL('../../electron/headless/main.ts', import.meta.url))
const quiet = { ...brisk, RESIT_LOG_LEVEL: 'warn' }

let dataDir: string
let token: string
const running: GatewayProcess[] = []
const mounted: string[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-storage-'))
})
afterEach(async () => {
  for (const gateway of running.splice(0)) {
    gateway.child.kill('SIGCONT')
    await gateway.stop('SIGKILL')
  }
  for (const path of mounted.splice(0)) unmount(path)
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(env = {}): Promise<GatewayProcess> {
  const gateway = await spawnGateway(dataDir, { ...quiet, ...env })
  running.push(gateway)
  return gateway
}

interface Told {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: Readonly<Record<string, unknown>>
}

async function ask(port: number, path: string, body?: Body, headers: Record<string, string> = {}): Promise<Told> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Told['body'],
  }
}

const guidOf = (n: number) => `5e1d0000-0000-4000-8000-${String(n).padStart(12, '0')}`
const sell = (port: number, n: number, language = 'en') =>
  ask(port, '/v1/sale/invoice_submission', bodyOf(n), { 'accept-language': language })
/** The same body for the same number. */
const bodies = new Map<number, Body>()
const bodyOf = (n: number): Body => {
  const body = bodies.get(n) ?? invoice(`s${n}`, { SALE_GUID: guidOf(n) })
  bodies.set(n, body)
  return body
}
const status = (port: number, n: number) =>
  ask(port, '/v1/sale/invoice_checkstatus/by_guid', undefined, { sale_guid: guidOf(n) })
const alerts = async (port: number) =>
  ((await ask(port, '/operator/v1/health')).body['alerts'] as readonly { readonly code: string }[]).map(
    ({ code }) => code,
  )

/** Starts a gateway. Its token works after a restart, and one sale has the given status. */
async function open(env = {}, last = 'Valid'): Promise<GatewayProcess> {
  const gateway = await start(env)
  token = readFileSync(join(dataDir, 'control.token'), 'utf8')
  const asked = { name: 'Till 1', scopes: ['submit', 'read', 'void', 'admin'], company: null }
  token = String((await ask(gateway.port, '/operator/v1/tokens', asked)).body['token'])
  expect((await sell(gateway.port, 1)).status).toBe(202)
  await expect.poll(async () => (await status(gateway.port, 1)).body['STATUS']).toBe(last)
  return gateway
}

/** Injects faults into the calls on the log of the gateway's database. */
const inLog = ({ child }: GatewayProcess, inject: string) =>
  attach(child.pid ?? 0, { inject, paths: [join(dataDir, 'resit.db-wal')] })

/** Expects each acknowledged sale once here and once at the authority, after all work is done. */
async function expectKept(gateway: GatewayProcess, acknowledged: readonly number[]): Promise<void> {
  for (const n of acknowledged)
    await expect.poll(async () => (await status(gateway.port, n)).body['STATUS']).toBe('Valid')
  expect(await gateway.stop()).toBe(0)
  const numbers = documentsIn(dataDir).map(({ internalId }) => internalId)
  expect(numbers.toSorted()).toEqual(acknowledged.map((n) => `KLCC-T1-A-s${n}`).toSorted())
  const store = openSqliteStore(join(dataDir, 'resit.db'))
  expect((await store.journal.verify()).findings).toEqual([])
  await store.upkeep.close()
}

const unavailable = (retryAfter: string, detail: RegExp): unknown =>
  expect.objectContaining({
    status: 503,
    retryAfter,
    body: expect.objectContaining({
      code: 'storage_unavailable',
      detail: expect.stringMatching(detail) as string,
    }) as unknown,
  })

describe.runIf(noStrace === null)('a disk that reports errors', () => {
  test('of the log of the database cost the till one repeat: nothing else is kept before a write has worked (ST4)', async () => {
    const gateway = await open()
    const tracer = await inLog(gateway, 'fsync,fdatasync:error=EIO:when=1')
    expect(await sell(gateway.port, 2)).toEqual(unavailable('5', /reports errors/))
    await tracer.detach()
    await expect.poll(async () => (await sell(gateway.port, 2)).status).toBeLessThan(300)
    expect(gateway.stderr()).toMatch(/SQLITE_IOERR_FSYNC/)
    expect((await sell(gateway.port, 3)).status).toBe(202)
    await expectKept(gateway, [1, 2, 3])
  })

  test('over and over is only read, nothing is sent and a person is called, until a write works again (ST5)', async () => {
    const gateway = await open()
    const tracer = await inLog(gateway, 'fsync,fdatasync:error=EIO:when=1+')
    expect(await sell(gateway.port, 2)).toEqual(unavailable('5', /reports errors/))
    await expect.poll(() => alerts(gateway.port).catch(() => [])).toEqual(['storage_failing'])
    expect(await sell(gateway.port, 3)).toEqual(unavailable('5', /reports errors/))
    expect((await status(gateway.port, 1)).body['STATUS']).toBe('Valid')
    expect(documentsIn(dataDir)).toHaveLength(1)
    await tracer.detach()
    // The gateway notices by itself that writes work again.
    await expect.poll(async () => (await sell(gateway.port, 3)).status).toBeLessThan(300)
    expect((await sell(gateway.port, 2)).status).toBeLessThan(300)
    expect(await alerts(gateway.port)).toEqual([])
    await expectKept(gateway, [1, 2, 3])
  })

  test('for lack of room refuses sales in the words of their tills, and goes on by itself (ST6)', async () => {
    const gateway = await open()
    const tracer = await inLog(gateway, 'pwrite64:error=ENOSPC:when=1+')
    expect(await sell(gateway.port, 2)).toEqual(unavailable('60', /is full.*Make room/))
    expect(await sell(gateway.port, 2, 'ms')).toEqual(unavailable('60', /penuh/))
    expect(await sell(gateway.port, 2, 'zh')).toEqual(unavailable('60', /磁盘已满/))
    expect((await status(gateway.port, 2)).status).toBe(404)
    expect(await alerts(gateway.port)).toEqual(['storage_full'])
    await tracer.detach()
    await expect.poll(async () => (await sell(gateway.port, 2)).status).toBe(202)
    await expectKept(gateway, [1, 2])
  })

  test('in the database itself lets the log grow; from 64 MB on a person is called, and nothing is lost (ST8)', async () => {
    const gateway = await open()
    const walBytes = () => statSync(join(dataDir, 'resit.db-wal')).size
    const paths = [join(dataDir, 'resit.db')]
    const tracer = await attach(gateway.child.pid ?? 0, { inject: 'pwrite64:error=ENOSPC:when=1+', paths })
    const sold: number[] = [1]
    while (walBytes() < 66 * 1024 * 1024) {
      const next = Array.from({ length: 50 }, (_, at) => sold.length + 1 + at)
      const told = await Promise.all(next.map((n) => sell(gateway.port, n)))
      expect(told.map((each) => each.status)).toEqual(next.map(() => 202))
      sold.push(...next)
    }
    expect(await alerts(gateway.port)).toEqual(['wal_large'])
    await tracer.detach()
    expect((await sell(gateway.port, sold.length + 1)).status).toBe(202)
    sold.push(sold.length + 1)
    await expect.poll(walBytes).toBeLessThan(64 * 1024 * 1024)
    expect(await alerts(gateway.port)).toEqual([])
    await expectKept(gateway, sold)
  })

  test('is so slow that every sync takes two seconds: what arrives together waits for one sync, and all is kept (PR13)', async () => {
    const gateway = await open()
    const tracer = await inLog(gateway, 'fsync,fdatasync:delay_enter=2000000')
    const began = performance.now()
    const together = Array.from({ length: 10 }, (_, at) => at + 2)
    const sold = await Promise.all(together.map((n) => sell(gateway.port, n)))
    expect(sold.map((told) => told.status)).toEqual(together.map(() => 202))
    expect(performance.now() - began).toBeLessThan(together.length * 2_000)
    await tracer.detach()
    await expectKept(gateway, [1, ...together])
  })
})

describe.runIf(noMount === null)('a data folder that takes no writes', () => {
  test.each(['folder', 'database'])(
    '(the %s) shows what it has, keeps nothing new, sends nothing and says so (ST9)',
    async (what) => {
      const before = await open({ RESIT_DISPATCH_DELAY_MS: '3600000' }, 'Pending')
      expect(await before.stop()).toBe(0)
      const path = what === 'folder' ? dataDir : join(dataDir, 'resit.db')
      mountReadOnly(path)
      mounted.push(path)
      const gateway = await start()
      expect((await status(gateway.port, 1)).body['STATUS']).toBe('Pending')
      expect(await sell(gateway.port, 2)).toEqual(unavailable('300', /takes no writes/))
      expect(await ask(gateway.port, '/v1/sale/invoice_void/by_sale_guid', { SALE_GUID: guidOf(1) })).toEqual(
        unavailable('300', /takes no writes/),
      )
      expect(await alerts(gateway.port)).toContain('storage_read_only')
      const doctor = (await ask(gateway.port, '/operator/v1/doctor')).body
      expect(doctor['checks']).toContainEqual(expect.objectContaining({ name: 'storage', verdict: 'bad' }))
      expect(await gateway.stop()).toBe(0)
      // A database that cannot be written can still be verified. The sentence must not blame the disk of a backup.
      expect(command(dataDir, ['verify'])).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Everything agrees') as string,
      })
      if (what === 'folder') {
        const backup = join(mkdtempSync(join(tmpdir(), 'resit-stick-')), 'backup.db')
        copyFileSync(join(dataDir, 'resit.db'), backup)
        const { status: code, stderr } = command(dataDir, ['restore', backup])
        rmSync(dirname(backup), { recursive: true })
        expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining(dataDir) as string })
        expect(stderr).not.toContain(backup)
      }
      unmount(mounted.pop() ?? '')
      expect(documentsIn(dataDir)).toEqual([])
    },
  )
})

test.runIf(noMount === null)('a data folder that takes writes again is worked in again (ST9)', async () => {
  expect(await (await open()).stop()).toBe(0)
  mountReadOnly(dataDir)
  mounted.push(dataDir)
  const gateway = await start()
  expect(await sell(gateway.port, 2)).toEqual(unavailable('300', /takes no writes/))
  unmount(mounted.pop() ?? '')
  await expect.poll(async () => (await sell(gateway.port, 2).catch(() => null))?.status).toBe(202)
  await expectKept(gateway, [1, 2])
})

const attempt = (directory: string, env = {}) =>
  spawnSync(process.execPath, [program, '--data-dir', directory, '--port', '0', '--json'], {
    env: { ...process.env, ...quiet, ...env },
    encoding: 'utf8',
    timeout: hangMs,
  })

test('a second gateway is told that there is one and exits 3, also while the first is stopped (ST15)', async () => {
  const gateway = await start()
  const refused: unknown = expect.objectContaining({
    status: 3,
    stdout: '',
    stderr: expect.stringContaining('already runs') as string,
  })
  expect(attempt(dataDir)).toEqual(refused)
  gateway.child.kill('SIGSTOP')
  expect(attempt(dataDir)).toEqual(refused)
})

test('a data folder that another program copies elsewhere is refused with exit code 4 and what to do (ST18)', () => {
  const synced = join(dataDir, 'Dropbox', 'resit')
  mkdirSync(synced, { recursive: true })
  expect(attempt(synced)).toMatchObject({
    status: 4,
    stdout: '',
    stderr: expect.stringContaining('RESIT_SHARED_DATA_DIR=allow') as string,
  })
  expect(statSync(synced).size).toBeGreaterThan(0)
})
