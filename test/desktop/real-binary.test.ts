import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildStaleDesktop } from '../../build/desktop.ts'
import { desktopAt } from '../../build/desktop-from-outside.ts'
import { electronOnDisk } from '../../build/find-electron.ts'
import { root } from '../../build/root.ts'
import { buildStaleScreens } from '../../build/screens.ts'
import type { DesktopState } from '../../shared/desktop/bridge.ts'

const executablePath = electronOnDisk(process.env)
const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'])
const canRun = executablePath !== null && hasDisplay
const isRequired = process.env['REQUIRE_ELECTRON'] === '1'
if (!canRun && !isRequired)
  console.warn('*** SKIPPED: the tests in the real Electron need its binary on this disk and a display ***')

describe.skipIf(!canRun && !isRequired)('the desktop in the real Electron', () => {
  const home = mkdtempSync(join(tmpdir(), 'resit-electron-'))
  const dataDir = join(home, 'data')
  const args = [root, `--user-data-dir=${join(home, 'desktop')}`, '--data-dir', dataDir, '--port', '0']
  let program: ElectronApplication
  let page: Page

  beforeAll(async () => {
    await buildStaleScreens()
    await buildStaleDesktop()
    // Documents are signed here, because Electron's crypto is BoringSSL and all other tests use OpenSSL.
    const env = { ...process.env, RESIT_MYINVOIS_DOCUMENT_VERSION: '1.1' }
    program = await _electron.launch({ executablePath: executablePath ?? '', args, env })
    page = await program.firstWindow()
  })
  afterAll(async () => {
    await program.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })

  test('opens its window and starts its gateway, and the page has no Node', async () => {
    expect(page.url()).toBe('app://resit/')
    await expect
      .poll(async () => (await page.evaluate<DesktopState>('window.resit.state({ after: 0 })')).gateway.phase)
      .toBe('running')
    expect(await page.evaluate('typeof require + typeof process')).toBe('undefinedundefined')
    await page.screenshot({ path: join(root, '.build', 'verify', 'window.png') })
    const versions = await program.evaluate(() => process.versions)
    expect(Number(versions['electron']?.split('.')[0])).toBe(45)
    expect(Number(versions.node.split('.')[0])).toBe(24)
  })

  test('signs documents that the practice authority finds valid, and copies its database in a thread', async () => {
    const { sell, backUp } = desktopAt(dataDir)
    await expect.poll(sell).toBe('Valid')
    expect(await backUp(join(home, 'copy.db'))).toBe(true)
    expect(existsSync(join(home, 'copy.db'))).toBe(true)
  })

  test('opens what its key store sealed', async () => {
    const opened = await program.evaluate(async ({ safeStorage }) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'this computer has no key store'
      const sealed = await safeStorage.encryptStringAsync('A secret')
      return (await safeStorage.decryptStringAsync(sealed)).result
    })
    expect(opened).toBe('A secret')
  })

  test('prints to PDF, and tells how long a page without scripts is', async () => {
    const seen = await program.evaluate(async ({ BrowserWindow }) => {
      const webPreferences = { sandbox: true, javascript: false, enablePreferredSizeMode: true }
      const window = new BrowserWindow({ show: false, useContentSize: true, width: 300, height: 100, webPreferences })
      const told = new Promise<number>((resolve) => {
        window.webContents.on('preferred-size-changed', (_event, { height }) => height > 100 && resolve(height))
      })
      await window.loadURL('data:text/html,<body style="margin:0"><div style="height:1234px"></div>')
      const pdf = await window.webContents.printToPDF({ pageSize: 'A4' })
      const height = await told
      window.destroy()
      return { height, begins: pdf.subarray(0, 5).toString('latin1') }
    })
    expect(seen).toEqual({ height: 1234, begins: '%PDF-' })
  })

  test('is brought up by a second start, which ends', async () => {
    const broughtUp = program.evaluate(
      ({ app }) => new Promise<true>((resolve) => app.once('second-instance', () => resolve(true))),
    )
    const [code] = await once(spawn(executablePath ?? '', args, { stdio: 'ignore' }), 'exit')
    expect(code).toBe(0)
    expect(await broughtUp).toBe(true)
  })
})
