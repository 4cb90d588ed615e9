import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOfDownload, fetchElectron } from '../../build/find-electron.ts'
import { openDesktop } from '../../build/open-desktop.ts'
import { readFlags, refusedSwitch } from '../../electron/main/command-line.ts'
import { needsAdministrator } from '../../electron/main/updates/block-reason.ts'
import { startConnectProxy } from '../support/connect-proxy.ts'

let place: string
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-shell-'))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('an update that the system asks an administrator for', () => {
  const local = String.raw`C:\Users\Aminah\AppData\Local`
  const places = {
    'for everybody on Windows': ['win32', String.raw`C:\Program Files\Resit\Resit.exe`, { LOCALAPPDATA: local }, true],
    'for one account on Windows': ['win32', `${local}\\Programs\\Resit\\Resit.exe`, { LOCALAPPDATA: local }, false],
    'a .deb': ['linux', '/opt/Resit/resit', {}, true],
    'an AppImage where nobody writes': [
      'linux',
      '/tmp/.mount/resit',
      { APPIMAGE: '/nowhere/at/all/Resit.AppImage' },
      true,
    ],
  } as const
  test.each(Object.entries(places))('%s', (_what, [platform, execPath, env, isAsked]) => {
    expect(needsAdministrator({ platform, execPath, env })).toBe(isAsked)
  })

  test('an AppImage in a folder of one’s own needs nobody, and neither does a program of one’s own on macOS', () => {
    const env = { APPIMAGE: join(place, 'Resit.AppImage') }
    expect(needsAdministrator({ platform: 'linux', execPath: '/tmp/.mount/resit', env })).toBe(false)
    const execPath = join(place, 'Resit.app', 'Contents', 'MacOS', 'Resit')
    mkdirSync(join(execPath, '..'), { recursive: true })
    expect(needsAdministrator({ platform: 'darwin', execPath, env: {} })).toBe(false)
  })
})

test('a command of the program may have words with a colon, once the platform is told to stop reading', () => {
  const words = ['export', '--from', 'till:1', '--json']
  expect(readFlags(['--resit', ...words]).command).toEqual(words)
  expect(readFlags(['--resit', '--', ...words]).command).toEqual(words)
  expect(readFlags(['--', '--resit', ...words]).command).toEqual(words)
})

describe('a binary that is being fetched', () => {
  const fetched = (script: string) => {
    const folder = mkdtempSync(join(place, 'fetching-'))
    const child = spawn('sh', ['-c', script], { cwd: folder, stdio: 'ignore' })
    return endOfDownload(child, { folder, unpacked: join(folder, 'dist') }, { downloadMs: 3_000, unpackingMs: 60_000 })
  }

  test('is given up where no byte comes for too long', async () => {
    expect(await fetched('echo begun > zip; exec sleep 30')).toBeNull()
  })

  test('names the proxy that does not let it out, and no password', async () => {
    const proxy = await startConnectProxy('http://127.0.0.1:9', 'shop:s3cret')
    const env = {
      HTTPS_PROXY: `http://shop:wr0ng@${proxy.address}`,
      electron_config_cache: place,
      // Another platform than this one, so that it cannot be downloaded already.
      ELECTRON_INSTALL_PLATFORM: process.platform === 'win32' ? 'linux' : 'win32',
    }
    const because = await fetchElectron(env)
    await proxy.close()
    expect(because).toMatch(new RegExp(`407.*through the proxy ${proxy.address}`))
    expect(because).not.toContain('wr0ng')
  })

  test('is not given up while a slow disk unpacks what has come', async () => {
    expect(await fetched('sleep 1; echo whole > zip; mkdir dist; echo part > dist/electron; sleep 5')).toBe(0)
  })
})

describe('a desktop that npm start opens', () => {
  const opened = async (script: string, patienceMs = 60_000) => {
    const binary = join(mkdtempSync(join(place, 'electron-')), 'electron')
    writeFileSync(binary, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    try {
      return { because: await openDesktop(binary, [], patienceMs), code: process.exitCode }
    } finally {
      process.exitCode = undefined
    }
  }

  test('and that a signal ends before there is a window was never open: the gateway starts in its place', async () => {
    expect((await opened('kill -TRAP $$')).because).toBe('Electron ended with SIGTRAP before there was a window')
    expect((await opened('exit 127')).because).toBe('Electron ended with 127 before there was a window')
    expect((await opened('exit 1')).because).toBe('Electron ended with 1 before there was a window')
  })

  test('and whose window is never painted is ended, and the gateway starts in its place', async () => {
    expect((await opened('exec sleep 60', 300)).because).toContain('its window was not painted')
  })

  test('and whose window is there is waited for', async () => {
    expect(await opened('touch "$RESIT_OPENED"; sleep 1; exit 7', 300)).toEqual({ because: null, code: 7 })
  })

  test('ends with its own code where it had a window, or says itself why there is none', async () => {
    expect(await opened('touch "$RESIT_OPENED"; exit 7')).toEqual({ because: null, code: 7 })
    expect(await opened('exit 5')).toEqual({ because: null, code: 5 })
  })
})

test('a gateway in a process that only warns of a rejection ends all the same (PR3)', () => {
  const ending = new URL('../../electron/headless/ending.ts', import.meta.url).href
  const script = `import { exitOnUncaughtError } from '${ending}'
exitOnUncaughtError({ fatal: (facts, text) => console.error(facts.origin, text) })
void Promise.reject(new Error('nobody foresaw this'))
setTimeout(() => process.exit(0), 20_000)`
  const args = ['--unhandled-rejections=warn', '--input-type=module', '-e', script]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toContain('unhandledRejection an unforeseen error')
  expect(status).toBe(1)
})

test.each(['', 'config'])(
  'starts with the computer from this person’s own folder if XDG_CONFIG_HOME is “%s”',
  (named) => {
    const home = mkdtempSync(join(place, 'home-'))
    const source = new URL('../../electron/main/auto-start.ts', import.meta.url).href
    const script = `const { autoStartOf } = await import('${source}'); autoStartOf([]).set(true); process.exit(0)`
    const register = new URL('./stub/register.ts', import.meta.url).href
    const { stderr } = spawnSync(process.execPath, ['--import', register, '--input-type=module', '-e', script, home], {
      cwd: home,
      env: { ...process.env, HOME: home, STUB_HOME: join(home, 'stub'), XDG_CONFIG_HOME: named },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(readdirSync(home).sort()).toEqual(['.config', 'stub'])
    expect(existsSync(join(home, '.config', 'autostart', 'resit.desktop'))).toBe(true)
  },
)

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--remote-allow-origins=*',
  '--inspect=0',
  '--inspect-brk',
  '-inspect',
])('a shop’s desktop does not start with %s, which lets other programs use its window (SE6)', (given) => {
  expect(refusedSwitch(['/opt/Resit/resit', '--hidden', given])).toBe(given.replace(/=.*/, ''))
})

test('it starts with its own switches, and with what the platform adds', () => {
  expect(
    refusedSwitch(['/opt/Resit/resit', '--kiosk', '--port=7510', '--ozone-platform=x11', '--no-sandbox-and-elevated']),
  ).toBeNull()
})
