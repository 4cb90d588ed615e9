import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktopDir } from '../../build/desktop.ts'
import { openShop, type Shop } from './start-desktop.ts'
import { tillAt } from './till.ts'

let shop: Shop
const programs: string[] = []
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => {
  await shop.close()
  for (const program of programs) rmSync(program, { recursive: true, force: true })
})

/** The built desktop with one change in its main process. */
function mutated(change: readonly [string | RegExp, string]): string {
  // In the folder of the built program, where it finds its packages and screens.
  const program = mkdtempSync(join(dirname(desktopDir), 'mutated-'))
  programs.push(program)
  cpSync(desktopDir, program, { recursive: true })
  const main = join(program, 'main.js')
  const before = readFileSync(main, 'utf8')
  const after = before.replace(...change)
  expect(after, String(change[0])).not.toBe(before)
  writeFileSync(main, after)
  writeFileSync(join(program, 'package.json'), JSON.stringify({ type: 'module', main: 'main.js' }))
  return program
}

describe('a main process that uses Electron wrongly does not start, by Electron’s own sentence', () => {
  const late = (call: string) => ['await app.whenReady();', `await app.whenReady(); ${call};`] as const
  // Before the first `await`, because Electron may become ready during it.
  const early = (call: string) => [/\tlockDown\(\);/, `lockDown(); ${call};`] as const
  test.each<[string, readonly [string | RegExp, string], string]>([
    ['registers its scheme late', late('registerScheme()'), 'registerSchemesAsPrivileged should be'],
    ['asks for the sandbox late', late('app.enableSandbox()'), 'app.enableSandbox() can only be called'],
    [
      'takes its session early',
      early('guardSession(session.defaultSession)'),
      'Session can only be received when app is ready',
    ],
    ['starts a gateway early', early('utilityProcess.fork("", [], {})'), 'utilityProcess cannot be created'],
    ['gives the gateway a stdin', [/stdio: \[\s+"ignore"/, 'stdio: ["pipe"'], 'stdin value other than ignore'],
    ['opens a window early', early('new BrowserWindow({})'), 'Cannot create BrowserWindow before app is ready'],
    ['opens a tray early', early('new Tray("")'), 'Cannot create Tray before app is ready'],
    ['asks a person early', early('confirmsRestoreFromCopy({}, "en")'), 'dialog module can only be used after'],
    [
      'handles a call twice',
      ['of desktopCallNames)', 'of [...desktopCallNames, "state"])'],
      'Attempted to register a second',
    ],
    ['starts the crash reporter late', late('crashReporter.start({})'), 'the crash reporter was started'],
    ['sets a path without a folder', [/mkdirSync\(folder,[^;]*;/, ''], 'Failed to set path'],
  ])('%s', async (_name, change, sentence) => {
    const desktop = await shop.start({ program: mutated(change), own: 'nothing', args: ['--port', '0'] })
    expect(await desktop.ended()).not.toBe(0)
    expect(desktop.stderr()).toContain(sentence)
  })
})

test('a main process that hears no error of its gateway’s process meets the exception that Electron throws', async () => {
  const desktop = await shop.start({ program: mutated(['child.on("error"', 'child.on("errors"']) })
  await tillAt(desktop)
  await desktop.ask({ kind: 'gateway_out_of_memory' })
  const log = () => readFileSync(join(desktop.home, 'desktop', 'logs', 'desktop.1.log'), 'utf8')
  await expect.poll(log).toContain('an exception was caught by nothing')
})

test('a main process that takes Chromium’s own password for a keyring calls a dismissed one sealed', async () => {
  const first = await shop.start()
  await tillAt(first)
  await first.quit()
  const lock = join(first.home, 'locked')
  writeFileSync(lock, 'dismissed')
  const program = mutated([/process\.platform !== "linux" \|\|[^;]*;/, 'true;'])
  const desktop = await shop.start({ home: first.home, program, env: { STUB_LOCKED: lock } })
  await tillAt(desktop)
  const state = await (await desktop.page()).evaluate('window.resit.state({ after: 0 })')
  expect(state).not.toMatchObject({ keyStore: 'locked' })
})
