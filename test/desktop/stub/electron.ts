// What stands in for `electron` where its binary is not: the same names, real Chromium windows behind them.
import { type ChildProcess, fork } from 'node:child_process'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { BrowserWindow } from './browser-window.ts'
import { listenToTest } from './control.ts'
import { protocol, servePages } from './page-server.ts'
import { session } from './session.ts'
import { app as appEvents, cancellable, facts, ipcHandlers, type MenuEntry, powerMonitor } from './world.ts'

const userData = process.env['STUB_USER_DATA'] ?? ''
mkdirSync(userData, { recursive: true })
Object.assign(process, { resourcesPath: userData })

const ready = servePages().then(() => listenToTest())
let loginItem = false

export const app = Object.assign(appEvents, {
  isPackaged: false,
  whenReady: () => ready,
  enableSandbox: () => {
    facts.isSandboxed = true
  },
  setAppUserModelId: () => undefined,
  getName: () => 'Resit',
  getVersion: () => process.env['STUB_VERSION'] ?? '0.1.0',
  getLocale: () => process.env['STUB_LOCALE'] ?? 'en-GB',
  getPath: () => userData,
  getAppPath: () => userData,
  getLoginItemSettings: () => ({ openAtLogin: loginItem }),
  setLoginItemSettings: ({ openAtLogin }: { openAtLogin: boolean }) => {
    loginItem = openAtLogin
  },
  requestSingleInstanceLock,
  relaunch: (options: object) => void facts.relaunches.push(options),
  // The test reads what was done before.
  exit: (code = 0) => {
    process.send?.({ facts })
    process.exit(code)
  },
  quit() {
    const event = cancellable({})
    appEvents.emit('before-quit', event)
    if (event.isPrevented()) return
    for (const window of BrowserWindow.getAllWindows()) if (!window.close()) return
    appEvents.emit('will-quit', cancellable({}))
    appEvents.emit('quit', {}, 0)
    setTimeout(() => process.exit(0), 100)
  },
})

/** As the platform does it: the first keeps a socket, the second tells it that it was started. */
function requestSingleInstanceLock(): boolean {
  const socket = join(userData, 'instance')
  const pid = join(userData, 'instance.pid')
  const isTaken = existsSync(pid) && isAlive(Number(readFileSync(pid, 'utf8')))
  if (isTaken) {
    connect(socket).on('error', () => undefined)
    return false
  }
  rmSync(socket, { force: true })
  writeFileSync(pid, String(process.pid))
  createServer((other) => {
    other.destroy()
    appEvents.emit('second-instance', {}, [], '')
  }).listen(socket)
  return true
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

class UtilityProcess extends EventEmitter {
  readonly child: ChildProcess
  constructor(modulePath: string, args: string[], env: NodeJS.ProcessEnv) {
    super()
    const execArgv = ['--import', new URL('./parent-port.ts', import.meta.url).href]
    this.child = fork(modulePath, args, {
      env,
      execArgv,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    if (this.child.pid !== undefined) facts.gatewayPids.push(this.child.pid)
    this.child.on('message', (message) => this.emit('message', message))
    this.child.on('exit', (code, signal) => this.emit('exit', code ?? (signal === null ? 1 : 128)))
  }
  get stderr() {
    return this.child.stderr
  }
  get pid() {
    return this.child.pid
  }
  postMessage(message: unknown): void {
    facts.orders.push((message as { readonly kind: string }).kind)
    // What is told to a process that has just ended is dropped, as Electron does; without the callback it would throw.
    if (this.child.connected) this.child.send(message as object, () => undefined)
  }
  kill = () => this.child.kill()
}
export const utilityProcess = {
  fork: (modulePath: string, args: string[], options: { env?: NodeJS.ProcessEnv }) =>
    new UtilityProcess(modulePath, args, options.env ?? process.env),
}

/** Another name is another key store: what one sealed, the other cannot open. */
const keyOf = () =>
  createHash('sha256')
    .update(process.env['STUB_KEY_STORE'] ?? 'of this computer')
    .digest()
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(process.env['STUB_KEY_STORE'] !== 'none'),
  getSelectedStorageBackend: () => process.env['STUB_BACKEND'] ?? 'gnome_libsecret',
  encryptStringAsync(text: string) {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keyOf(), iv)
    return Promise.resolve(Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]))
  },
  async decryptStringAsync(sealed: Buffer) {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(), sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
    const result = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
    return Promise.resolve({ result, shouldReEncrypt: process.env['STUB_KEY_ROTATED'] === 'yes' })
  },
}

export const ipcMain = {
  handle: (channel: string, handler: (event: unknown, ...args: unknown[]) => unknown) =>
    void ipcHandlers.set(channel, handler),
}

export const Menu = {
  buildFromTemplate: (template: MenuEntry[]) => template,
  setApplicationMenu: (menu: MenuEntry[]) => {
    facts.menu = menu
  },
}

export class Tray extends EventEmitter {
  constructor() {
    super()
    facts.tray = { tip: '', menu: [] }
  }
  setToolTip(tip: string): void {
    if (facts.tray) facts.tray.tip = tip
  }
  setContextMenu(menu: MenuEntry[]): void {
    if (facts.tray) facts.tray.menu = menu
  }
}

export class Notification extends EventEmitter {
  readonly options: { readonly title: string; readonly body: string }
  constructor(options: { readonly title: string; readonly body: string }) {
    super()
    this.options = options
  }
  static isSupported = () => true
  show(): void {
    facts.notifications.push({ title: this.options.title, body: this.options.body })
  }
}

export const nativeImage = { createFromPath: (path: string) => ({ path }) }
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
export const crashReporter = { start: (options: object) => void facts.crashReporter.push(options) }
export const shell = {
  openPath: (path: string) => {
    facts.openedPaths.push(path)
    return Promise.resolve('')
  },
  openExternal: (url: string) => {
    facts.openedAddresses.push(url)
    return Promise.resolve()
  },
  showItemInFolder: (path: string) => void facts.openedPaths.push(path),
}
export const dialog = {
  showMessageBoxSync: ({ detail, buttons }: { detail: string; buttons: string[] }) => {
    facts.messageBoxes.push({ detail, buttons })
    return Number(process.env['STUB_CHOICE'] ?? '0')
  },
  showErrorBox: (title: string, content: string) => void facts.errorBoxes.push({ title, content }),
  showSaveDialog: () => Promise.resolve({ canceled: false, filePath: join(userData, 'saved.pdf') }),
}

/** Enough of Electron's network for the updater. */
export const net = {
  request({ session: _session, redirect: _redirect, ...options }: http.RequestOptions & Record<string, unknown>) {
    return http.request(options)
  },
}
export const autoUpdater = new EventEmitter()
export { BrowserWindow, powerMonitor, protocol, session }
