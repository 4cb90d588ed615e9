import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DesktopState } from '../../shared/desktop/bridge.ts'
import { spawnGateway } from '../support/process.ts'
import { type Desktop, openShop, type Shop } from './start-desktop.ts'
import { tillAt } from './till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const stateOf = async (desktop: Desktop) =>
  (await desktop.page()).evaluate<DesktopState>('window.resit.state({ after: 0 })')

test('a program whose entry module waits for ready never opens anything, and the stand-in says why', async () => {
  const home = await shop.newHome()
  const program = join(home, 'waits.mjs')
  writeFileSync(
    program,
    "import { app, BrowserWindow } from 'electron'\nawait app.whenReady()\nnew BrowserWindow({})\n",
  )
  const desktop = await shop.start({ home, program })
  await expect.poll(async () => (await desktop.facts()).stuck).toMatch(/waits for the entry module/)
  expect((await desktop.facts()).windows).toEqual([])
  expect(desktop.stderr()).toContain('nothing will ever open')
  desktop.child.kill('SIGKILL')
})

describe('where it cannot run', () => {
  test('a taken port ends it with the code of the contract and a sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const desktop = await shop.start({ args: ['--port', String(port)] })
    expect(await desktop.ended()).toBe(5)
    expect(desktop.stderr()).toContain('The port is taken by another program.')
    other.close()
  })

  test('an authority that does not exist ends it before there is a window', async () => {
    const desktop = await shop.start({ args: ['--authority', 'nobody'] })
    expect(await desktop.ended()).toBe(2)
    expect(desktop.stderr()).toContain('--authority')
  })
})

test('a database that is gone is put back from its copy when a person says so (ST10)', async () => {
  const first = await shop.start()
  const till = await tillAt(first)
  const { SALE_GUID } = await till.submit('L-0')
  const sold = Date.now()
  const headers = { authorization: `Bearer ${readFileSync(join(first.dataDir, 'control.token'), 'utf8')}` }
  const copiedAt = async () => {
    const answer = await fetch(`http://127.0.0.1:${till.port}/operator/v1/health`, { headers })
    return Date.parse(((await answer.json()) as { copied_at: string | null }).copied_at ?? '')
  }
  await expect.poll(copiedAt).toBeGreaterThan(sold)
  expect(await first.quit()).toBe(0)
  for (const end of ['', '-wal', '-shm']) rmSync(join(first.dataDir, `resit.db${end}`), { force: true })
  const second = await shop.start({ home: first.home })
  expect(await (await tillAt(second)).status(SALE_GUID)).toMatchObject({ SALE_GUID })
  expect((await second.facts()).messageBoxes).toMatchObject([{ buttons: ['Restore the copy', 'Quit'] }])
  expect(await second.quit()).toBe(0)
})

describe('the key store', () => {
  test('of another person opens nothing: the window says so, nothing is made anew, tills are answered (SU2)', async () => {
    const first = await shop.start()
    await tillAt(first)
    const kept = () => readFileSync(join(first.dataDir, 'secrets.json'), 'utf8')
    const before = kept()
    expect(await first.quit()).toBe(0)
    const second = await shop.start({ home: first.home, env: { STUB_KEY_STORE: 'of somebody else' } })
    const till = await tillAt(second)
    expect((await stateOf(second)).keyStore).toBe('lost')
    await (await second.page()).getByText('cannot open what Resit kept').first().waitFor()
    expect(await till.submit('L-1')).toMatchObject({ STATUS: 'Pending' })
    expect(await second.quit()).toBe(0)
    expect(kept()).toBe(before)
  })

  test('that waits for a person holds up neither the window nor the tills, and what waited is sent when it answers', async () => {
    const first = await shop.start()
    await tillAt(first)
    expect(await first.quit()).toBe(0)
    const lock = join(first.home, 'locked')
    writeFileSync(lock, '')
    const second = await shop.start({ home: first.home, env: { STUB_LOCKED: lock } })
    const till = await tillAt(second)
    expect((await stateOf(second)).keyStore).toBe('locked')
    await (await second.page()).getByText('The password store of this computer is locked').first().waitFor()
    const { SALE_GUID } = await till.submit('L-2')
    rmSync(lock)
    await expect.poll(async () => (await stateOf(second)).keyStore).toBe('sealed')
    await expect.poll(async () => (await second.facts()).gatewayPids.length).toBe(2)
    const again = await tillAt(second)
    await expect.poll(() => again.status(SALE_GUID)).toMatchObject({ STATUS: 'Valid' })
    expect(await second.quit()).toBe(0)
  })

  test('that a person dismissed stays locked until Resit is started again, which the window offers', async () => {
    const first = await shop.start()
    await tillAt(first)
    expect(await first.quit()).toBe(0)
    const lock = join(first.home, 'locked')
    writeFileSync(lock, 'dismissed')
    const second = await shop.start({ home: first.home, env: { STUB_LOCKED: lock } })
    await tillAt(second)
    expect((await stateOf(second)).keyStore).toBe('locked')
    rmSync(lock)
    await (await second.page()).getByRole('button', { name: 'Start Resit again' }).click()
    expect(await second.ended()).toBe(0)
    expect(second.lastFacts()?.relaunches).toHaveLength(1)
  })

  test('that is gone today, although something was sealed with it, is locked and not lost', async () => {
    const first = await shop.start()
    await tillAt(first)
    expect(await first.quit()).toBe(0)
    const second = await shop.start({ home: first.home, env: { STUB_BACKEND: 'basic_text' } })
    await tillAt(second)
    expect((await stateOf(second)).keyStore).toBe('locked')
    expect(await second.quit()).toBe(0)
  })

  test('that is none (basic_text) is called unprotected, and never sealed', async () => {
    const desktop = await shop.start({ env: { STUB_BACKEND: 'basic_text' } })
    await tillAt(desktop)
    expect((await stateOf(desktop)).keyStore).toBe('unprotected')
    expect(readFileSync(join(desktop.dataDir, 'secrets.json'), 'utf8')).not.toContain('sealed:')
    expect(await desktop.quit()).toBe(0)
  })
})

test('a gateway that runs already is used, not doubled; when it ends the desktop starts one', async () => {
  const desktop = await startBeside()
  expect((await stateOf(desktop)).gateway.phase).toBe('attached')
  expect((await desktop.facts()).gatewayPids).toEqual([])
  await running?.stop()
  await expect.poll(async () => (await stateOf(desktop)).gateway.phase).toBe('running')
  expect(await desktop.quit()).toBe(0)
})

let running: Awaited<ReturnType<typeof spawnGateway>> | null = null
async function startBeside(): Promise<Desktop> {
  const home = await shop.newHome()
  mkdirSync(join(home, 'data'), { mode: 0o700 })
  running = await spawnGateway(join(home, 'data'))
  return shop.start({ home })
}

test('npm start without a display says so in one line and starts the gateway with its screens', async () => {
  const home = await shop.newHome()
  const start = new URL('../../build/start.ts', import.meta.url)
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const child = spawn(process.execPath, [start.pathname, '--data-dir', join(home, 'data'), '--port', '0', '--json'], {
    env,
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { base_url } = JSON.parse(line.toString()) as { base_url: string }
  expect(stderr).toMatch(/^The desktop cannot be opened \(.*\); the gateway starts with its screens in a browser\.$/m)
  expect(await (await fetch(new URL('/', base_url))).text()).toContain('<div id="root">')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
