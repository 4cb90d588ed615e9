import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DesktopState } from '../../shared/desktop/bridge.ts'
import { leaveStale, startForeignProgram } from '../support/foreign-program.ts'
import { type Desktop, openShop, type Shop } from './start-desktop.ts'
import { tillAt } from './till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const isReady = (desktop: Desktop) => existsSync(join(desktop.dataDir, 'gateway.json'))
const stateOf = async (desktop: Desktop) =>
  (await desktop.page()).evaluate<DesktopState>('window.resit.state({ after: 0 })')

/** Pauses sending with the token of the command line. */
async function pauseSending({ dataDir }: Pick<Desktop, 'dataDir'>): Promise<void> {
  const { port } = JSON.parse(readFileSync(join(dataDir, 'gateway.json'), 'utf8')) as { readonly port: number }
  const control = readFileSync(join(dataDir, 'control.token'), 'utf8')
  const answer = await fetch(`http://127.0.0.1:${port}/operator/v1/sending/pause`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Prices are being mended' }),
  })
  expect(answer.status).toBe(200)
}

describe('the computer', () => {
  test('wakes up: the gateway looks at once for what is due', async () => {
    const desktop = await shop.start()
    await tillAt(desktop)
    expect((await desktop.facts()).orders).not.toContain('wake')
    await desktop.ask({ kind: 'emit', on: 'power', event: 'resume' })
    expect((await desktop.facts()).orders).toContain('wake')
    expect(await desktop.quit()).toBe(0)
  })

  test.each([
    ['shuts down', { kind: 'emit', on: 'power', event: 'shutdown' }],
    ['signs its person out (Windows)', { kind: 'emit_on_window', event: 'query-session-end' }],
  ] as const)('%s: the gateway is closed, and the next start goes on with what was accepted', async (_how, order) => {
    const desktop = await shop.start()
    const till = await tillAt(desktop)
    const { SALE_GUID } = await till.submit('S-1')
    await desktop.ask(order)
    expect(await desktop.ended()).toBe(0)
    expect(isReady(desktop)).toBe(false)
    const next = await shop.start({ home: desktop.home })
    const again = await tillAt(next)
    await expect.poll(() => again.status(SALE_GUID)).toMatchObject({ STATUS: 'Valid' })
    expect(await next.quit()).toBe(0)
  })

  test('shows nothing else with --kiosk, and nothing at all with --hidden until somebody opens it', async () => {
    const kiosk = await shop.start({ args: ['--kiosk'] })
    await tillAt(kiosk)
    await expect.poll(async () => (await kiosk.facts()).windows).toEqual([{ isVisible: true, isKiosk: true }])
    await kiosk.ask({ kind: 'close_window' })
    const { windows, menu, tray } = await kiosk.facts()
    expect(windows).toEqual([{ isVisible: true, isKiosk: true }])
    expect(JSON.stringify([menu, tray])).not.toContain('Quit')
    expect(await kiosk.quit()).toBe(0)
    const hidden = await shop.start({ args: ['--hidden'] })
    await tillAt(hidden)
    await hidden.page()
    expect((await hidden.facts()).windows).toEqual([{ isVisible: false, isKiosk: false }])
    await hidden.ask({ kind: 'click', label: 'Open Resit' })
    expect((await hidden.facts()).windows).toEqual([{ isVisible: true, isKiosk: false }])
    expect(await hidden.quit()).toBe(0)
  })
})

test('a hidden start shows nothing, and the window fills the screen when it is opened', async () => {
  const desktop = await shop.start({ args: ['--hidden'] })
  await tillAt(desktop)
  await desktop.page()
  expect((await desktop.facts()).windows).toEqual([{ isVisible: false, isKiosk: false }])
  await desktop.ask({ kind: 'click', label: 'Open Resit' })
  expect((await desktop.facts()).windows).toEqual([{ isVisible: true, isKiosk: false }])
  expect((await desktop.facts()).filled).toBe(1)
  expect(await desktop.quit()).toBe(0)
})

test('a hidden start on a desktop without a tray shows its window, and a closed window stays in the taskbar', async () => {
  const desktop = await shop.start({ args: ['--hidden'], env: { STUB_TRAY: 'false' } })
  await tillAt(desktop)
  const shown = async () => (await desktop.facts()).windows
  await expect.poll(shown).toEqual([{ isVisible: true, isKiosk: false }])
  await desktop.ask({ kind: 'close_window' })
  expect(await desktop.facts()).toMatchObject({ minimized: 1, windows: [{ isVisible: true }] })
  expect(await desktop.quit()).toBe(0)
})

test('a checkout has a folder of its own, apart from the program that is installed', async () => {
  const desktop = await shop.start({ own: 'nothing', args: ['--port', '0'] })
  await tillAt({ dataDir: join(desktop.home, 'share', 'resit') })
  expect(existsSync(join(desktop.home, 'Resit Checkout', 'logs'))).toBe(true)
  expect(await desktop.quit()).toBe(0)
})

test('what starts with the computer is the program as it lies there now, and not as it did', async () => {
  const home = await shop.newHome()
  const file = join(home, 'config', 'autostart', 'resit.desktop')
  mkdirSync(join(home, 'config', 'autostart'), { recursive: true })
  writeFileSync(file, '[Desktop Entry]\nExec="/home/aminah/Resit-0.1.0.AppImage" "--hidden"\n')
  const desktop = await shop.start({ home, env: { APPIMAGE: join(home, 'Resit.AppImage') } })
  await tillAt(desktop)
  expect(readFileSync(file, 'utf8')).toContain(`Exec="${join(home, 'Resit.AppImage')}" "--hidden"`)
  expect(await desktop.quit()).toBe(0)
})

describe('the sandbox', () => {
  test('is asked for, but not where the launcher says that this system allows none', async () => {
    const desktop = await shop.start({ args: ['--no-sandbox'] })
    await tillAt(desktop)
    expect((await desktop.facts()).isSandboxed).toBe(false)
    expect(await desktop.ask({ kind: 'login' })).toBe(true)
    expect(await desktop.quit()).toBe(0)
  })
})

describe('a page that breaks', () => {
  test('is loaded again, and the third time in a minute a plain page waits for a person instead (PR5)', async () => {
    const desktop = await shop.start()
    await tillAt(desktop)
    const page = await desktop.page()
    for (const reloads of [1, 2]) {
      await desktop.ask({ kind: 'break_page' })
      expect(await desktop.facts()).toMatchObject({ reloads })
    }
    await desktop.ask({ kind: 'break_page' })
    await expect.poll(() => page.url()).toMatch(/^data:/)
    expect(await page.getAttribute('a', 'href')).toBe('app://resit/')
    expect((await desktop.facts()).reloads).toBe(2)
    expect(await desktop.quit()).toBe(0)
  })
})

describe('a person who does not look at the window', () => {
  test('is told once of documents that cannot go on by themselves, and the tray says it too', async () => {
    const desktop = await shop.start()
    const till = await tillAt(desktop)
    await pauseSending(desktop)
    await till.strand('N')
    await expect.poll(async () => (await desktop.facts()).notifications).toHaveLength(1)
    expect((await desktop.facts()).notifications).toEqual([
      { title: 'A document needs attention', body: expect.stringContaining('1 document') },
    ])
    const { orders } = await desktop.facts()
    // Waits for two more looks: the same notice must not come again.
    await new Promise((resolve) => setTimeout(resolve, 4_500))
    expect((await desktop.facts()).notifications).toHaveLength(1)
    expect(orders).not.toContain('stop')
    expect(await desktop.quit()).toBe(0)
  })
})

describe('another program on the port of a gateway that was killed', () => {
  test('is told nothing, and the desktop starts a gateway of its own', async () => {
    const home = await shop.newHome()
    const foreignProgram = await startForeignProgram()
    leaveStale(join(home, 'data'), foreignProgram.port)
    const desktop = await shop.start({ home })
    const portNow = () =>
      (JSON.parse(readFileSync(join(desktop.dataDir, 'gateway.json'), 'utf8')) as { readonly port: number }).port
    await expect.poll(portNow).not.toBe(foreignProgram.port)
    await expect.poll(async () => (await stateOf(desktop)).gateway.phase).toBe('running')
    expect(foreignProgram.heard()).toMatch(/^GET \/operator\/proof\/[0-9a-f]{64}\n/)
    expect(foreignProgram.heard()).not.toMatch(/the-token-of|authorization/i)
    expect(await desktop.quit()).toBe(0)
    await foreignProgram.close()
  })
})

describe('a key of the platform that was changed', () => {
  test('opens what lies there, and it is sealed anew with the key in use', async () => {
    const desktop = await shop.start()
    await tillAt(desktop)
    const file = join(desktop.dataDir, 'secrets.json')
    const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    expect(await desktop.quit()).toBe(0)
    const next = await shop.start({ home: desktop.home, env: { STUB_KEY_ROTATED: 'yes' } })
    await tillAt(next)
    const after = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    const [name = ''] = Object.keys(before)
    expect(after[name]).toMatch(/^sealed:/)
    expect(after[name]).not.toBe(before[name])
    expect(await next.quit()).toBe(0)
    const third = await shop.start({ home: desktop.home })
    await tillAt(third)
    expect((await stateOf(third)).keyStore).toBe('sealed')
    expect(await third.quit()).toBe(0)
  })
})
