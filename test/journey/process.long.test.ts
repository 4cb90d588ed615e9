import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { invoice } from '../support/till.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'electron', 'headless', 'main.ts')
const quiet = { ...brisk, RESIT_LOG_LEVEL: 'error' }

let dataDir: string
const running: GatewayProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-journey-'))
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(env = {}, through: readonly string[] = []): Promise<GatewayProcess> {
  const gateway = await spawnGateway(dataDir, { ...quiet, ...env }, through)
  running.push(gateway)
  return gateway
}

const attempt = (args: readonly string[], env = {}) =>
  spawnSync(process.execPath, [program, '--data-dir', dataDir, '--port', '0', ...args], {
    env: { ...process.env, ...quiet, ...env },
    encoding: 'utf8',
    timeout: hangMs,
  })

const control = () => readFileSync(join(dataDir, 'control.token'), 'utf8')

const post = async (port: number, path: string, body: unknown) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control()}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const get = async (port: number, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${control()}`, ...headers },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a gateway as a process', () => {
  test('goes on where its log has no room, also where it says a great deal (ST6)', async () => {
    // Every write to this device fails with “disk full”.
    const { child, port } = await start({ RESIT_LOG_LEVEL: 'trace' }, ['/bin/sh', '-c', 'exec "$@" 2>/dev/full', 'sh'])
    for (const code of ['l1', 'l2', 'l3']) {
      const sold = await post(port, '/v1/sale/invoice_submission', invoice(code))
      expect(sold).toMatchObject({ status: 202 })
    }
    expect(child.exitCode).toBeNull()
  })

  test('says where it is on stdout and in a file only its owner reads, and takes the file away when it stops (LO13)', async () => {
    const gateway = await start()
    const file = join(dataDir, 'gateway.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      event: 'ready',
      base_url: `http://127.0.0.1:${gateway.port}/v1`,
      port: gateway.port,
      pid: gateway.child.pid,
      authority: 'practice',
    })
    for (const name of ['gateway.json', 'control.token', 'resit.db'])
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
    const stopped = performance.now()
    expect(await gateway.stop('SIGTERM')).toBe(0)
    expect(performance.now() - stopped).toBeLessThan(20_000)
    expect([existsSync(file), existsSync(join(dataDir, 'control.token'))]).toEqual([false, false])
  })

  test.each(['is full', 'nobody reads'])('starts also where its ready line goes to what %s (ST6)', async (what) => {
    const full = openSync('/dev/full', 'w')
    const args = [program, '--data-dir', dataDir, '--port', '0']
    const env = { ...process.env, ...quiet }
    const child = spawn(process.execPath, args, {
      env,
      stdio: ['ignore', what === 'is full' ? full : 'pipe', 'ignore'],
    })
    const ended = once(child, 'exit')
    child.stdout?.destroy()
    closeSync(full)
    try {
      await expect.poll(() => existsSync(join(dataDir, 'gateway.json'))).toBe(true)
      const { port } = JSON.parse(readFileSync(join(dataDir, 'gateway.json'), 'utf8')) as { readonly port: number }
      // The line is printed just after the file is written.
      await pause(300)
      expect(await post(port, '/v1/sale/invoice_submission', invoice('o1'))).toMatchObject({ status: 202 })
      expect(child.exitCode).toBeNull()
    } finally {
      child.kill('SIGKILL')
      await ended
    }
  })

  test('stops within five seconds although tills wait on it (PR1)', async () => {
    const gateway = await start()
    const waiting = get(gateway.port, '/operator/v1/changes?wait=25').catch(() => null)
    await get(gateway.port, '/operator/v1/queue')
    const stopped = performance.now()
    expect(await gateway.stop('SIGINT')).toBe(0)
    expect(performance.now() - stopped).toBeLessThan(20_000)
    await waiting
  })

  test('exits 2 for a configuration it does not understand, and says what to change', () => {
    expect(attempt(['--colour', 'red'])).toMatchObject({ status: 2, stdout: '' })
    const { status, stderr } = attempt([], { RESIT_POLL_INTERVAL_MS: 'soon' })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('RESIT_POLL_INTERVAL_MS') as string,
    })
  })

  test.each([
    [['--data-dir='], {}],
    [[], { RESIT_DATA_DIR: '' }],
    [[], { RESIT_COPY_DIR: '' }],
  ])('exits 2 for a directory without a name: %o %o', (args, env) => {
    const { status, stderr } = spawnSync(process.execPath, [program, '--port', '0', ...args], {
      env: { ...process.env, ...quiet, RESIT_DATA_DIR: dataDir, ...env },
      encoding: 'utf8',
      timeout: hangMs,
    })
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('empty') as string })
  })

  test('says why it ends as JSON too where JSON was asked for', () => {
    const { status, stdout, stderr } = attempt(['--json', '--colour', 'red'])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({
      level: 60,
      exit_code: 2,
      msg: expect.stringContaining('--colour') as string,
    })
  })

  test('builds stale screens first, and says so as JSON too where JSON was asked for', async () => {
    const screens = join(root, '.build', 'renderer', 'index.html')
    if (existsSync(screens)) utimesSync(screens, 0, 0)
    const child = spawn(process.execPath, [
      join(root, 'build', 'gateway.ts'),
      '--data-dir',
      dataDir,
      '--port',
      '0',
      '--json',
    ])
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const [ready] = (await once(child.stdout, 'data')) as [Buffer]
    expect(JSON.parse(ready.toString())).toMatchObject({ event: 'ready' })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    const said = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly msg?: string })
    expect(said[0]?.msg).toMatch(/^Building the screens/)
  })

  test('exits 2 where the data directory belongs to another authority: practice never goes live (UP31)', async () => {
    await (await start()).stop()
    const { status, stderr } = attempt(['--authority', 'myinvois'], { RESIT_MYINVOIS_ENVIRONMENT: 'sandbox' })
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('belongs to') as string })
  })

  test('exits 3 where another process holds the data directory (ST15)', async () => {
    await start()
    expect(attempt([]).status).toBe(3)
  })

  test('exits 4 where the database is from a newer version, or is none (ST16)', async () => {
    await (await start()).stop()
    const database = new Database(join(dataDir, 'resit.db'))
    database.pragma('user_version = 99990')
    database.close()
    expect(attempt([])).toMatchObject({ status: 4, stderr: expect.stringContaining('newer') as string })
    writeFileSync(join(dataDir, 'resit.db'), 'not a database, only a text that is long enough to be looked at')
    expect(attempt([]).status).toBe(4)
  })

  test('exits 5 where the port is taken, and takes no other (PR14)', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, '--data-dir', dataDir, '--port', port, '--json'],
      { env: { ...process.env, ...quiet }, encoding: 'utf8', timeout: hangMs },
    )
    expect({ status, stdout }).toEqual({ status: 5, stdout: '' })
    expect(stderr).toContain('--port')
    other.close()
  })
})
