// Replaces `electron` if its binary is not installed: the same names, with real Chromium windows.
import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BrowserWindow } from './browser-window.ts'
import { listenToTest } from './control.ts'
import { request } from './net-request.ts'
import { protocol, servePages } from './page-server.ts'
import { onlyAfterReady, onlyBeforeReady, readyAfter } from './ready.ts'
import { safeStorage } from './safe-storage.ts'
import { session } from './session.ts'
import { app as appEvents, cancellable, chooser, facts, ipcHandlers, type MenuEntry, powerMonitor } from './world.ts'

/** Chromium takes switches anywhere before `--`. */
const switches = new Map(
  process.argv.flatMap((word) => {
    const [, name, value = ''] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? []
    return name === undefined ? [] : [[name, value] as const]
  }),
)
let userData = switches.get('user-data-dir') ?? process.env['STUB_HOME'] ?? ''
mkdirSync(userData, { recursive: true })
Object.assign(process, { resourcesPath: userData })

// Listens at once, because the test may ask while the program is still loading.
const whenReady = readyAfter(servePages().then(() => listenToTest()))
let loginItem = false

/** After a restart the program is started in the same way, not as plain Node. */
const node = process.execPath
const again = join(process.env['STUB_HOME'] ?? userData, 'electron')
const started = [node, ...process.execArgv, fileURLToPath(new URL('./launch.ts', import.meta.url))]
writeFileSync(again, `#!/bin/sh\nexec ${started.map((word) => `'${word}'`).join(' ')} "$@"\n`, { mode: 0o755 })
process.execPath = again

/** Electron reads package.json for a checkout. For a single file it uses its own name and version. */
const isFolder = statSync(process.argv[1] ?? '').isDirectory()
const electronVersion = '45.4.1'

export const app = Object.assign(appEvents, {
  isPackaged: false,
  whenReady,
  enableSandbox: () => {
    onlyBeforeReady('app.enableSandbox() can only be called before app is ready')
    facts.isSandboxed = true
  },
  setAppUserModelId: () => undefined,
  getName: () => (isFolder ? 'Resit' : 'Electron'),
  commandLine: {
    hasSwitch: (name: string) => switches.has(name),
    appendSwitch: (name: string, value = '') => void switches.set(name, value),
  },
  getVersion: () => (isFolder ? (process.env['STUB_VERSION'] ?? '0.1.0') : electronVersion),
  getLocale: () => process.env['STUB_LOCALE'] ?? 'en-GB',
  getPath: (name: string) => (name === 'userData' ? userData : (process.env['STUB_HOME'] ?? '')),
  setPath(name: string, path: string) {
    if (name !== 'userData') throw new Error(`nobody expected ${name}`)
    // Electron's documentation of app.setPath says so, although its source does not check the folder of `userData`.
    if (!existsSync(path)) throw new Error('Failed to set path')
    userData = path
  },
  // The updater of an unpacked program reads its settings there. Tests have them in `userData`.
  getAppPath: () => (existsSync(join(userData, 'dev-app-update.yml')) ? userData : (process.argv[1] ?? '')),
  getLoginItemSettings: () => ({ openAtLogin: loginItem }),
  setLoginItemSettings: ({ openAtLogin }: { openAtLogin: boolean }) => {
    loginItem = openAtLogin
  },
  requestSingleInstanceLock,
  releaseSingleInstanceLock: () => rmSync(join(userData, 'instance.pid'), { force: true }),
  relaunch: (options: object) => void facts.relaunches.push(options),
  // Waits, so that the test can read what was done before.
  exit: (code = 0) => {
    process.send?.({ facts })
    process.exit(code)
  },
  quit() {
    // macOS's own updater closes the windows before it quits.
    const isReplaced = process.env['STUB_QUIT'] === 'windows first'
    if (isReplaced) for (const window of BrowserWindow.getAllWindows()) if (!window.close()) return
    const event = cancellable({})
    appEvents.emit('before-quit', event)
    if (event.isPrevented()) return
    for (const window of BrowserWindow.getAllWindows()) if (!window.close()) return
    appEvents.emit('will-quit', cancellable({}))
    appEvents.emit('quit', {}, 0)
    process.send?.({ facts })
    setTimeout(() => process.exit(0), 100)
  },
})

/** As on a real platform: the first program keeps a socket, and the second one sends a message to it. */
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

/** Electron's reaction if the program has no handler. */
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return
  facts.errorBoxes.push({ title: 'A JavaScript error occurred in the main process', content: String(error.stack) })
})

class UtilityProcess extends EventEmitter {
  readonly child: ChildProcess
  constructor(modulePath: string, args: string[], env: NodeJS.ProcessEnv) {
    super()
    const execArgv = ['--import', new URL('./parent-port.ts', import.meta.url).href, '--unhandled-rejections=warn']
    this.child = fork(modulePath, args, {
      execPath: node,
      env,
      execArgv,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    if (this.child.pid !== undefined) facts.gatewayPids.push(this.child.pid)
    app.once('stub-gateway-runs-out-of-memory', () => {
      // The process ends by itself, with or without a listener. Without one the event throws.
      this.child.kill('SIGABRT')
      this.emit('error', 'FatalError', 'v8::internal::Heap', '{"environmentVariables":{"TOKEN":"s3cret"}}')
    })
    this.child.on('message', (message) => this.emit('message', message))
    // The raw status of waitpid: for a process that a signal ended, the number of the signal.
    this.child.on('exit', (code, signal) => this.emit('exit', signal === null ? code : constants.signals[signal]))
  }
  get stderr() {
    return this.child.stderr
  }
  get pid() {
    return this.child.pid
  }
  postMessage(message: unknown): void {
    facts.orders.push((message as { readonly kind: string }).kind)
    // Electron drops a message to a process that has just ended. Without the callback it would throw here.
    if (this.child.connected) this.child.send(message as object, () => undefined)
  }
  kill = () => this.child.kill()
}
export const utilityProcess = {
  fork(modulePath: string, args: string[], { env, stdio }: { env?: NodeJS.ProcessEnv; stdio: string[] }) {
    onlyAfterReady('utilityProcess cannot be created before app is ready.', TypeError)
    if (stdio.length < 3) throw new Error('configuration missing for stdin, stdout or stderr.')
    if (stdio[0] !== 'ignore') throw new Error('stdin value other than ignore is not supported.')
    return new UtilityProcess(modulePath, args, env ?? process.env)
  },
}

export const ipcMain = {
  handle(channel: string, handler: (event: unknown, ...args: unknown[]) => unknown) {
    if (ipcHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    ipcHandlers.set(channel, handler)
  },
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
    onlyAfterReady('Cannot create Tray before app is ready')
    facts.tray = { tip: '', menu: [] }
  }
  setToolTip(tip: string): void {
    if (facts.tray) facts.tray.tip = tip
  }
  getBounds = () => ({ x: 0, y: 0, width: 24, height: 24 })
  destroy(): void {}
  setContextMenu(menu: MenuEntry[]): void {
    if (facts.tray) facts.tray.menu = menu
  }
}

export class Notification extends EventEmitter {
  readonly options: { readonly title: string; readonly body: string }
  constructor(options: { readonly title: string; readonly body: string }) {
    super()
    onlyAfterReady('Cannot create Notification before app is ready')
    this.options = options
  }
  static isSupported = () => true
  show(): void {
    facts.notifications.push({ title: this.options.title, body: this.options.body })
  }
}

export const nativeImage = {
  createEmpty: () => ({}),
  createFromPath: (path: string) => ({ path, resize: () => ({ path }) }),
}
export const crashReporter = {
  start(options: object) {
    // Electron could start it later, but it would not watch processes that run already.
    onlyBeforeReady('the crash reporter was started after processes that it should watch')
    facts.crashReporter.push(options)
  },
}
export const shell = {
  openPath: (path: string) => {
    facts.openedPaths.push(path)
    return Promise.resolve('')
  },
  openExternal: (url: string) => {
    facts.openedAddresses.push(url)
    return Promise.resolve()
  },
}
/** All that electron.d.ts names. */
const openProperties =
  'openFile openDirectory multiSelections showHiddenFiles createDirectory promptToCreate noResolveAliases treatPackageAsDirectory dontAddToRecent'.split(
    ' ',
  )

export const dialog = {
  showErrorBox: (title: string, content: string) => void facts.errorBoxes.push({ title, content }),
  /** Acts as a person who chooses the first button. */
  showMessageBoxSync: ({ detail, buttons }: { detail: string; buttons: string[] }) => {
    onlyAfterReady('dialog module can only be used after app is ready')
    facts.messageBoxes.push({ detail, buttons })
    return 0
  },
  /** A person chooses what the test made ready. The dialog of Windows and Linux takes either files or folders. */
  showOpenDialog(window: BrowserWindow, { properties }: { properties: string[] }) {
    onlyAfterReady('dialog module can only be used after app is ready')
    if (!(window instanceof BrowserWindow)) throw new TypeError('the dialog belongs to no window')
    if (!Array.isArray(properties)) throw new TypeError('Properties must be an array')
    const unknown = properties.filter((name) => !openProperties.includes(name))
    const kinds = properties.filter((name) => name === 'openFile' || name === 'openDirectory')
    if (unknown.length > 0 || kinds.length !== 1)
      throw new TypeError(`no dialog is both or none of ${properties.join()}`)
    facts.openDialogs.push(properties)
    const filePaths = chooser.path === null ? [] : [chooser.path]
    return Promise.resolve({ canceled: chooser.path === null, filePaths })
  },
  showSaveDialog: () => Promise.resolve({ canceled: false, filePath: join(userData, 'saved.pdf') }),
}

export const net = { request }
/** Stands for Squirrel.Mac, which gets the path of the downloaded file. */
export const autoUpdater = Object.assign(new EventEmitter(), { setFeedURL: () => undefined })
export { BrowserWindow, powerMonitor, protocol, safeStorage, session }
