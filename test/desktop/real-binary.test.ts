import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright'
import { describe, expect, test } from 'vitest'
import { buildStaleDesktop } from '../../build/desktop.ts'
import { binaryOnDisk } from '../../build/desktop-chance.ts'
import { root } from '../../build/root.ts'
import { buildStaleScreens } from '../../build/screens.ts'
import type { DesktopState } from '../../shared/desktop/bridge.ts'

const executablePath = binaryOnDisk(process.env)
const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'])
const canRun = executablePath !== null && hasDisplay
const isRequired = process.env['RESIT_REQUIRE_ELECTRON'] === '1'
if (!canRun && !isRequired)
  console.warn('*** SKIPPED: the smoke test of the real desktop needs Electron’s binary on this disk and a display ***')

describe.skipIf(!canRun && !isRequired)('the desktop in the real Electron', () => {
  test('opens its window, starts its gateway and ends cleanly', async () => {
    await buildStaleScreens()
    await buildStaleDesktop()
    const home = mkdtempSync(join(tmpdir(), 'resit-electron-'))
    const program = await _electron.launch({
      executablePath: executablePath ?? '',
      args: [root, `--user-data-dir=${join(home, 'desktop')}`, '--data-dir', join(home, 'data'), '--port', '0'],
    })
    try {
      const page = await program.firstWindow()
      expect(page.url()).toBe('app://resit/')
      await expect
        .poll(async () => (await page.evaluate<DesktopState>('window.resit.state({ after: 0 })')).gateway.phase)
        .toBe('running')
      expect(await page.evaluate('typeof require + typeof process')).toBe('undefinedundefined')
      const versions = await program.evaluate(() => process.versions)
      expect(Number(versions['electron']?.split('.')[0])).toBe(45)
      expect(Number(versions.node.split('.')[0])).toBe(24)
    } finally {
      await program.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  })
})
