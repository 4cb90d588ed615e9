import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { signsAndOpens } from './crypto.ts'
import { measuresPaper, printsPdf, type Subject, sealsAndOpens, secondStart, staysInTray } from './platform-checks.ts'

/** @returns what was seen, for readers of the file. @throws Error, or says false, if it is not as it should be */
export type Check = (subject: Subject) => Promise<object>

const withinMs = 90_000

/** Each by itself: one that fails says nothing of the others. */
const checks: Readonly<Record<string, Check>> = {
  window: showsWindow,
  bridge: answersPage,
  'crypto: sign, verify, open PKCS#12': signsAndOpens,
  'a second start brings up the first': secondStart,
  'key store': sealsAndOpens,
  tray: staysInTray,
  'printing to PDF': printsPdf,
  'length of a slip without a script': measuresPaper,
}

/**
 * Opens a desktop whose everything lies in a folder of its own, in practice mode, looks at it, and writes what it saw.
 * @param open the desktop, with arguments for its gateway
 * @returns whether all is well
 */
export async function selfTest(
  file: string,
  open: (gatewayArgs: readonly string[]) => Promise<void>,
): Promise<boolean> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'resit-self-test-')))
  const [dataDir, userData] = [join(home, 'data'), join(home, 'desktop')]
  app.commandLine.appendSwitch('user-data-dir', userData)
  app.setPath('userData', userData)
  await open(['--data-dir', dataDir, '--port', '0', '--authority', 'practice'])
  const [window] = BrowserWindow.getAllWindows()
  if (!window) throw new Error('there is no window')
  const subject = { window, userData }
  const results = []
  for (const [name, check] of Object.entries(checks)) results.push(await resultOf(name, check, subject))
  const { electron, chrome, node } = process.versions
  const program = { version: app.getVersion(), isPackaged: app.isPackaged, appPath: basename(app.getAppPath()) }
  const platform = { platform: process.platform, arch: process.arch, electron, chrome, node }
  const passed = results.every((each) => each.passed)
  writeFileSync(file, `${JSON.stringify({ passed, ...program, ...platform, checks: results }, null, 2)}\n`)
  writeFileSync(`${file}.png`, (await window.webContents.capturePage()).toPNG())
  return passed
}

interface Result {
  readonly name: string
  readonly passed: boolean
  readonly seen: object | string
}

async function resultOf(name: string, check: Check, subject: Subject): Promise<Result> {
  const tooLate = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${withinMs / 1_000} s`)), withinMs).unref()
  })
  try {
    return { name, passed: true, seen: await Promise.race([check(subject), tooLate]) }
  } catch (cause) {
    return { name, passed: false, seen: cause instanceof Error ? cause.message : String(cause) }
  }
}

async function showsWindow({ window }: Subject): Promise<object> {
  if (!window.isVisible()) await new Promise<void>((resolve) => window.once('show', () => resolve()))
  const url = window.webContents.getURL()
  if (!url.startsWith('app://resit/')) throw new Error(`the window is at ${url}`)
  return { url }
}

async function answersPage({ window }: Subject): Promise<object> {
  const ask = 'window.resit.state({ after: 0 }).then(({ gateway, keyStore }) => ({ gateway, keyStore }))'
  const state = (await window.webContents.executeJavaScript(ask)) as { readonly gateway: { readonly phase: string } }
  const found = (await window.webContents.executeJavaScript('typeof require + typeof process')) as string
  if (state.gateway.phase !== 'running') throw new Error(`the gateway is ${state.gateway.phase}`)
  if (found !== 'undefinedundefined') throw new Error('the page has Node')
  return state
}
