import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DesktopState } from '../../shared/desktop/bridge.ts'
import { hangMs } from '../support/hang-limit.ts'
import { type Desktop, openShop, type Shop } from './start-desktop.ts'
import { tillAt } from './till.ts'

let shop: Shop
let desktop: Desktop
let page: Page

beforeAll(async () => {
  shop = await openShop()
  desktop = await shop.start()
  page = await desktop.page()
  page.setDefaultTimeout(hangMs)
})
afterAll(() => shop.close())

const stateOf = (window: Page, after = 0) => window.evaluate<DesktopState>(`window.resit.state({ after: ${after} })`)

describe('a day with the desktop', () => {
  test('begins with the set-up code filled in, of the gateway that was started beside the window', async () => {
    await expect.poll(async () => (await stateOf(page)).gateway.phase).toBe('running')
    const { setupCode, keyStore, gateway } = await stateOf(page)
    expect(gateway.restarts).toBe(0)
    expect(keyStore).toBe('sealed')
    await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe(setupCode)
  })

  test('the first owner signs in with it', async () => {
    await page.getByRole('textbox').nth(1).fill('Aminah')
    for (const field of await page.locator('input[type=password]').all()) await field.fill('918273')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation').first().waitFor()
    await expect.poll(async () => (await stateOf(page)).setupCode).toBeNull()
  })

  test('secrets lie sealed on the disk, never as they are (SU1)', () => {
    const kept = JSON.parse(readFileSync(join(desktop.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>
    expect(Object.keys(kept).length).toBeGreaterThan(0)
    for (const value of Object.values(kept)) expect(value).toMatch(/^sealed:[A-Za-z0-9+/=]+$/)
  })

  test('a killed gateway is back on its port, with what it had accepted, and the window says so', async () => {
    const till = await tillAt(desktop)
    const { SALE_GUID } = await till.submit('K-1')
    const { gatewayPids } = await desktop.facts()
    const { version } = await stateOf(page)
    process.kill(gatewayPids.at(-1) ?? 0, 'SIGKILL')
    await expect
      .poll(async () => (await stateOf(page, version)).gateway, { interval: 50 })
      .toMatchObject({
        phase: 'running',
        restarts: 1,
      })
    expect(JSON.parse(readFileSync(join(desktop.dataDir, 'gateway.json'), 'utf8')).port).toBe(till.port)
    expect(await till.status(SALE_GUID)).toMatchObject({ SALE_GUID })
  })

  test('nothing was asked of anybody but the program itself', async () => {
    expect((await desktop.facts()).refusedRequests).toEqual([])
  })

  test('a second start brings up the window of the first and ends, and leaves the note of an update that is being installed', async () => {
    const kept = join(desktop.home, 'desktop', 'desktop.json')
    const note = { pendingUpdate: { to: '0.2.0', args: ['--port', '7511'] } }
    writeFileSync(kept, JSON.stringify(note))
    await desktop.ask({ kind: 'close_window' })
    expect((await desktop.facts()).windows[0]).toMatchObject({ isVisible: false })
    const second = await shop.start({ home: desktop.home })
    expect(await second.ended()).toBe(0)
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(note)
    await expect.poll(async () => (await desktop.facts()).windows).toEqual([{ isVisible: true, isKiosk: false }])
  })

  test('the menu speaks the language of the machine, and the screens change it', async () => {
    expect(JSON.stringify((await desktop.facts()).menu)).toContain('Open the folder with the logs')
    await page.evaluate(`window.resit.prefer({ language: 'ms' })`)
    expect(JSON.stringify((await desktop.facts()).menu)).toContain('Buka folder log')
    await desktop.ask({ kind: 'click', label: 'Buka folder log' })
    expect((await desktop.facts()).openedPaths).toEqual([join(desktop.home, 'desktop', 'logs')])
  })

  test('it starts with the computer where somebody wants it', async () => {
    const file = join(desktop.home, 'config', 'autostart', 'resit.desktop')
    const on = await page.evaluate<DesktopState>(`window.resit.prefer({ startsWithComputer: true })`)
    expect(on.startsWithComputer).toBe(true)
    expect(readFileSync(file, 'utf8')).toMatch(/^Exec="[^"]+" "--hidden" "--data-dir" "[^"]+" "--port" "0"$/m)
    await page.evaluate(`window.resit.prefer({ startsWithComputer: false })`)
    expect(existsSync(file)).toBe(false)
  })

  test('quitting with a document on its way ends it cleanly, and the next start goes on with it', async () => {
    const till = await tillAt(desktop)
    const { SALE_GUID } = await till.submit('Q-1')
    expect(await desktop.quit()).toBe(0)
    expect(existsSync(join(desktop.dataDir, 'gateway.json'))).toBe(false)
    const next = await shop.start({ home: desktop.home })
    const again = await tillAt(next)
    await expect.poll(() => again.status(SALE_GUID)).toMatchObject({ STATUS: 'Valid' })
    expect(await next.quit()).toBe(0)
  })
})
