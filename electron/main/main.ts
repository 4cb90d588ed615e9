import { writeFileSync } from 'node:fs'
import { app, crashReporter, powerMonitor, session } from 'electron'
import { chooseLanguage } from '../../shared/words/words.ts'
import { chosenDataDir } from '../gateway/settings/installations.ts'
import { readSettings } from '../gateway/settings/settings.ts'
import { autoStartOf, wasOpenedAtMacLogin } from './auto-start.ts'
import { readFlags, refusedSwitch } from './command-line.ts'
import { openBridge } from './desktop/bridge.ts'
import { type DesktopContext, DesktopStateStore } from './desktop/desktop-context.ts'
import { confirmsRestoreFromCopy, endAfterFailedStart, endWithRefusal, installOrderlyQuit } from './ending.ts'
import { findOrStartGateway } from './gateway/open-gateway.ts'
import { logUncaughtErrors, openLogs } from './log.ts'
import { answerFromGateway } from './page/gateway-proxy.ts'
import { registerScheme, serveAppScheme } from './page/protocol.ts'
import { guardContents, guardSession } from './page/session-guards.ts'
import { desktopFile, setUserDataFolder } from './places.ts'
import { argsOfVersionBefore, clearPendingUpdate, openPreferences } from './preferences.ts'
import { openUpdates } from './updates/open.ts'
import { openMainWindow } from './window/main-window.ts'
import { canShowTray, openTray, setMenu } from './window/menu.ts'
import { noticeIfWorse, notify } from './window/notices.ts'

const flags = readFlags(process.argv.slice(app.isPackaged ? 1 : 2))
const refused = app.isPackaged ? refusedSwitch(process.argv) : null

if (refused !== null) {
  process.stderr.write(`Resit does not start with ${refused}: other programs could use its window. Leave it out.\n`)
  app.exit(2)
} else if (flags.command !== null) {
  // The same commands as without a desktop, in this process: the fuses forbid to run the program as plain Node. Awaited,
  // because otherwise Electron would start up.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...flags.command)
  const { exitCode } = await import('../headless/cli/main.ts')
  app.exit(await exitCode)
} else {
  // Not awaited: Electron is ready only after this module was evaluated, and boot() waits for that.
  boot().catch(endAfterFailedStart)
}

/** Starts everything, or ends the process if it must not run. */
async function boot(): Promise<void> {
  // 1. Settings that Electron takes only before it is ready.
  logUncaughtErrors()
  setUserDataFolder()
  lockDown()
  registerScheme()
  const preferences = openPreferences(desktopFile('desktop.json'))
  const args = flags.gatewayArgs.length > 0 ? flags.gatewayArgs : argsOfVersionBefore(preferences, app.getVersion())
  readSettings(args, process.env)
  // It changes when an owner goes live, or back to practice.
  const dataDir = () => chosenDataDir(args, process.env)

  // 2. Each person has one desktop: a second start brings up the first and ends.
  if (!app.requestSingleInstanceLock()) return app.exit(0)
  clearPendingUpdate(preferences, app.getVersion())

  // 3. The guards of all pages, before there is one.
  await openLogs(desktopFile('logs'))
  guardContents()
  await app.whenReady()
  guardSession(session.defaultSession)

  // 4. Preferences.
  const autoStart = autoStartOf(args)
  const state = new DesktopStateStore({
    ...preferences.kept,
    ...(flags.isKiosk && { isKiosk: true }),
    language: preferences.kept.language ?? chooseLanguage(app.getLocale()),
    startsWithComputer: autoStart.isOn(),
    appVersion: app.getVersion(),
    isSandboxed: !app.commandLine.hasSwitch('no-sandbox'),
  })

  // 5. The gateway: one that runs here already, or our own.
  const gateway = await findOrStartGateway({ state, args, dataDir })
  // An early page waits until the first start of the gateway has an outcome.
  const askGateway = async (request: Request) => {
    await gateway.settled.promise
    return answerFromGateway(request, await gateway.port(), dataDir())
  }
  serveAppScheme(askGateway)

  // 6. Window, menu, tray, updates and notices.
  const isHidden = (flags.isHidden || wasOpenedAtMacLogin()) && canShowTray()
  const ending = installOrderlyQuit(gateway)
  openDesktop({ state, preferences, args, dataDir, autoStart, gateway, askGateway, ending, isHidden })

  // 7. If the gateway cannot run here, Resit says why and ends with its exit code.
  const { language } = state.current
  const first = await gateway.settled.promise
  if (first?.isLost && confirmsRestoreFromCopy(first, language)) gateway.putCopyBack()
  const refusal = await gateway.settled.promise
  if (refusal !== null) endWithRefusal(refusal, language)
}

function lockDown(): void {
  process.umask(0o077)
  crashReporter.start({ uploadToServer: false })
  // The launcher of an AppImage switches the sandbox off if the system forbids it. With both the window would be empty.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  app.setAppUserModelId('my.resit.desktop')
}

/** Opens window, menu, tray, bridge and updates. */
function openDesktop(desktop: DesktopContext): void {
  const { state, gateway } = desktop
  const window = openMainWindow(desktop)
  const show = () => {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
  // `npm start` takes a desktop that ends before this for one that cannot open a window.
  const { RESIT_OPENED: opened } = process.env
  if (opened !== undefined) window.once('ready-to-show', () => writeFileSync(opened, ''))
  app.on('second-instance', show)
  app.on('activate', show)
  const updates = openUpdates(desktop, show)
  openTray(state, show, () => void updates.apply('person'))
  const speak = () => {
    setMenu(state.current)
    gateway.tell({ kind: 'speak', language: state.current.language })
  }
  speak()
  state.on('preferred', speak)
  state.on('standing', (before, now) => {
    const notice = noticeIfWorse(before, now, state.current.language)
    if (notice !== null) notify(notice, show)
  })
  openBridge(desktop, updates, window)
  powerMonitor.on('resume', () => gateway.tell({ kind: 'wake' }))
}
